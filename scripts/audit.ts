/*
 * `npm run audit`: searches for secrets in the repository and known vulnerabilities in packages, writes the
 * list of shipped packages (SBOM), and checks that every test cited in docs/security.md exists. Part of `npm
 * run check`; requires only the npm registry.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeBom } from './audit/bom.ts'
import { secretsIn } from './audit/secrets.ts'
import { capture, ROOT } from './process.ts'

const NO_TEXT = /\.(?:png|jpg|webp|ico|wav|mp3|webm|ogg|m4a|woff2?|onnx|wasm|gz|pdf|docx|zip)$/

async function secrets(): Promise<readonly string[]> {
  const { code, output } = await capture('git', ['ls-files', '-z'])
  if (code !== 0) console.log('No git here: secrets were not looked for.')
  const found: string[] = []
  for (const file of (code === 0 ? output : '').split('\0')) {
    if (file === '' || file === 'package-lock.json' || NO_TEXT.test(file) || !existsSync(join(ROOT, file)))
      continue
    const text = await readFile(join(ROOT, file), 'utf8')
    found.push(...secretsIn(text).map((where) => `${file}:${where}`))
    if (/(^|\/)\.env($|\.)/.test(file)) found.push(`${file}: settings of a host do not belong here`)
  }
  return found
}

/** Returns the cited tests that do not exist: `path › part of the title`. */
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

/**
 * Returns vulnerabilities of shipped packages, from severity `high`. A registry without support for audits is
 * not a failure.
 */
async function holes(): Promise<readonly string[]> {
  const { output } = await capture('npm', ['audit', '--omit=dev', '--json'])
  const index = output.indexOf('{')
  const { metadata } = (index === -1 ? {} : parse(output.slice(index))) as Audit
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
    // npm may append warnings to the JSON.
    return JSON.parse(text.slice(0, text.lastIndexOf('}') + 1))
  } catch {
    return {}
  }
}

const failures = (await Promise.all([secrets(), missingTests(), holes(), writeBom()])).flat()
for (const failure of failures) console.error(failure)
process.exitCode = failures.length === 0 ? 0 : 1
