/*
 * `npm run audit`: secrets in the repository, known holes in packages, the list of all that is shipped (SBOM), and whether every
 * test that docs/security.md names is there. Part of `npm run check`; needs nothing but the npm registry.
 */
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { capture, ROOT } from './process.ts'

/** What keys of vendors and services look like. A test's own made-up key holds one of the words after that. */
const SECRETS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['private key', /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s*\n[A-Za-z0-9+/=\s]{200,}/],
  ['OpenAI key', /\bsk-(?:proj-)?[A-Za-z0-9_-]{32,}/],
  ['Anthropic key', /\bsk-ant-[A-Za-z0-9_-]{24,}/],
  ['Stripe key', /\b(?:sk|rk)_live_[A-Za-z0-9]{16,}|\bwhsec_[A-Za-z0-9+/=]{24,}/],
  ['AWS key', /\bAKIA[0-9A-Z]{16}\b/],
  ['GitHub token', /\bgh[pousr]_[A-Za-z0-9]{36,}|\bgithub_pat_[A-Za-z0-9_]{40,}/],
  ['npm token', /\bnpm_[A-Za-z0-9]{36}\b/],
  ['Slack token', /\bxox[abprs]-[A-Za-z0-9-]{20,}/],
  ['Google key', /\bAIza[A-Za-z0-9_-]{35}\b/],
  ['token of a session', /\beyJ[A-Za-z0-9_-]{20,}\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}/],
  [
    'password in an address',
    /\b(?:postgres|postgresql|redis|smtp|smtps|mongodb):\/\/[^\s:@/'"`$<]+:[^\s:@/'"`$<{]{8,}@(?!localhost|127\.|example)/,
  ],
]
const MADE_UP = /test|example|:password@|fake|made-up|bench|never|secret|hidden|own-key|abc|000|1234/i
const NO_TEXT = /\.(?:png|jpg|webp|ico|wav|mp3|webm|ogg|m4a|woff2?|onnx|wasm|gz|pdf|docx|zip)$/

async function secrets(): Promise<readonly string[]> {
  const { output } = await capture('git', ['ls-files', '-z'])
  const found: string[] = []
  for (const file of output.split('\0')) {
    if (file === '' || file === 'package-lock.json' || NO_TEXT.test(file) || !existsSync(join(ROOT, file)))
      continue
    const text = await readFile(join(ROOT, file), 'utf8')
    for (const [name, pattern] of SECRETS) {
      const match = pattern.exec(text)
      if (!match || MADE_UP.test(match[0])) continue
      // Where it is, and never what it is.
      found.push(`${file}:${text.slice(0, match.index).split('\n').length}: looks like a ${name}`)
    }
    if (/(^|\/)\.env($|\.)/.test(file)) found.push(`${file}: settings of a host do not belong here`)
  }
  return found
}

/** Each row of the table that names a test: `path › a part of its name`. */
async function missingTests(): Promise<readonly string[]> {
  const text = await readFile(join(ROOT, 'docs/security.md'), 'utf8')
  const missing: string[] = []
  const named = [...text.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`(?: › “([^”]+)”)?/g)]
  if (named.length === 0) missing.push('docs/security.md names no test')
  for (const [, file = '', name] of named) {
    const source = await readFile(join(ROOT, file), 'utf8').catch(() => undefined)
    if (source === undefined) missing.push(`docs/security.md names ${file}, which is not there`)
    else if (name !== undefined && !source.includes(name)) missing.push(`${file} has no test “${name}”`)
  }
  return missing
}

interface Audit {
  readonly metadata?: { readonly vulnerabilities: Readonly<Record<string, number>> }
}

/** Holes of what is shipped, from `high`. A registry that knows of none to ask for is no reason to fail. */
async function holes(): Promise<readonly string[]> {
  const { output } = await capture('npm', ['audit', '--omit=dev', '--json'])
  const at = output.indexOf('{')
  const { metadata } = (at === -1 ? {} : parse(output.slice(at))) as Audit
  if (!metadata) {
    console.log('The registry here answers no audit: known holes were not looked for.')
    return []
  }
  const { high = 0, critical = 0 } = metadata.vulnerabilities
  return high + critical > 0
    ? [`npm audit: ${critical} critical and ${high} high holes in what is shipped`]
    : []
}

function parse(text: string): unknown {
  try {
    // npm may end its warnings after the JSON.
    return JSON.parse(text.slice(0, text.lastIndexOf('}') + 1))
  } catch {
    return {}
  }
}

interface Bom {
  readonly components: readonly unknown[]
}

async function writeBom(): Promise<readonly string[]> {
  const { code, output } = await capture('npm', [
    'sbom',
    '--package-lock-only',
    '--omit=dev',
    '--sbom-format=cyclonedx',
  ])
  const bom = parse(output.slice(output.indexOf('{'))) as Bom
  if (code !== 0 || !Array.isArray(bom.components)) return ['npm sbom could not list what is shipped']
  await mkdir(join(ROOT, '.vee'), { recursive: true })
  await writeFile(join(ROOT, '.vee/sbom.cdx.json'), `${JSON.stringify(bom, undefined, 1)}\n`)
  console.log(`.vee/sbom.cdx.json lists ${bom.components.length} packages (CycloneDX).`)
  return []
}

const failures = (await Promise.all([secrets(), missingTests(), holes(), writeBom()])).flat()
for (const failure of failures) console.error(failure)
process.exitCode = failures.length === 0 ? 0 : 1
