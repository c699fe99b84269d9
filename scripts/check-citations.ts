// Checks that every file, link and decision cited in documentation or comments exists. CHANGELOG and
// decisions describe the past and are excluded.
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { capture, ROOT } from './process.ts'

/**
 * Matches a path of the repository between backticks, such as `server/src/app.ts`; one with * or < is a
 * pattern.
 */
const PATH = /`((?:bench|contract|deploy|docs|e2e|evals|fakes|scripts|server|web)\/[\w./-]+)`/g
/** Matches the name of a source file between backticks, alone or after some of its folders, such as `app.ts`. */
const NAME = /`((?:[\w.-]+\/)*[\w.-]+\.tsx?)`/g
/** Matches the target of a Markdown link unless it is a URL. */
const LINK = /\]\((?![a-z]+:|#|\/)([^)#\s]+)(?:#[^)]*)?\)/g
const DECISION = /\bdecision (\d{4})\b/g
const DOCUMENT = /\b(docs\/[\w/-]+\.md)\b/g

const decisions = new Set((await readdir(join(ROOT, 'docs/decisions'))).map((name) => name.slice(0, 4)))

async function filesOf(...patterns: readonly string[]): Promise<readonly string[]> {
  const { output } = await capture('git', [
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    ...patterns,
  ])
  return output.split('\n').filter((name) => name !== '' && existsSync(join(ROOT, name)))
}

const cited = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].flatMap(([, found]) => found ?? [])
const sources = (await filesOf('*.ts', '*.tsx')).map((name) => `/${name}`)
const missingSources = (names: readonly string[]) =>
  names.filter((name) => !sources.some((path) => path.endsWith(`/${name}`)))
const missing = (paths: readonly string[]) => paths.filter((path) => !existsSync(join(ROOT, path)))

const faults: string[] = []
for (const file of await filesOf('*.md', '*.ts', '*.tsx')) {
  if (file === 'CHANGELOG.md' || file.startsWith('docs/decisions/')) continue
  const text = await readFile(join(ROOT, file), 'utf8')
  const isDocument = file.endsWith('.md')
  const lost = [
    ...missing(cited(text, DOCUMENT)),
    ...(isDocument ? [...missing(cited(text, PATH)), ...missingSources(cited(text, NAME))] : []),
    ...(isDocument ? missing(cited(text, LINK).map((link) => normalize(join(dirname(file), link)))) : []),
    ...cited(text, DECISION).flatMap((number) => (decisions.has(number) ? [] : `decision ${number}`)),
  ]
  for (const what of new Set(lost)) faults.push(`${file} cites ${what}, which does not exist`)
}
for (const fault of faults) console.log(fault)
process.exitCode = faults.length === 0 ? 0 : 1
