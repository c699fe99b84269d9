// The words of comments, test titles and documents stay plain: each group stays below its rate per 10,000 words
// (the ranges of codebases that are easy to read), and comments use the verbs that programmers use.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Comment, parseSync } from 'oxc-parser'
import { capture, ROOT } from './process.ts'

interface Group {
  readonly words: string
  readonly pattern: RegExp
  /** occurrences per 10,000 words; lower them as the text improves, never raise them */
  readonly comments: number
  readonly documents: number
}

const GROUPS: readonly Group[] = [
  {
    words: 'whoever, whatever',
    pattern: /\b(?:whoever|whatever|whichever|wherever|whenever)\b/gi,
    comments: 3.2,
    documents: 3,
  },
  {
    words: 'nobody, somebody',
    pattern: /\b(?:nobody|somebody|everybody|anybody)\b/gi,
    comments: 3,
    documents: 3,
  },
  {
    words: 'anew, beside, behind',
    pattern: /\b(?:anew|besides?|behind)\b/gi,
    comments: 3.2,
    documents: 3,
  },
  {
    words: 'tell, say, hear',
    pattern: /\b(?:tell|tells|telling|told|says?|saying|said|hears?|hearing|heard)\b/gi,
    comments: 20,
    documents: 20,
  },
  {
    words: 'goes on, comes',
    pattern: /\b(?:goes|go|went|going) on\b|\b(?:comes?|came|coming)\b/gi,
    comments: 8,
    documents: 8,
  },
]

/** Occurrences per 10,000 words of comments that name what code does. */
const MIN_CODE_VERBS = 80
const CODE_VERBS =
  /\b(?:return|throw|emit|dispatch|invoke|call|cache)(?:s|ed|ing|n)?\b|\b(?:thrown|threw|emitted|emitting|caching|callbacks?|handlers?)\b/gi

const WORD = /[\p{L}\p{N}'’]+/gu
/** Fenced code and inline code are no prose. */
const NO_PROSE = /```[\s\S]*?```|`[^`\n]*`/g

const TITLES = new Set(['it', 'test', 'describe', 'step'])

async function filesOf(...patterns: readonly string[]): Promise<readonly string[]> {
  const { output } = await capture('git', ['ls-files', ...patterns])
  return output.split('\n').filter((name) => name !== '')
}

const read = (file: string) => readFile(join(ROOT, file), 'utf8')

const proseOf = ({ value }: Comment) => value.replaceAll(/^\s*\*/gm, '')

/** Returns comments and test titles of a source file. */
async function wordsOfSource(file: string): Promise<string> {
  const source = await read(file)
  const { comments, program } = parseSync(file, source)
  const titles: string[] = []
  const open: unknown[] = [program]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node !== 'object' || node === null) continue
    const title = titleOf(node)
    if (title !== undefined) titles.push(title)
    for (const child of Object.values(node)) if (typeof child === 'object' && child !== null) open.push(child)
  }
  return [...comments.map(proseOf), ...titles].join('\n')
}

interface Call {
  readonly type?: string
  readonly callee?: unknown
  readonly arguments?: readonly { readonly type?: string; readonly value?: unknown }[]
}

function titleOf(node: object): string | undefined {
  const call: Call = node
  if (call.type !== 'CallExpression' || !TITLES.has(baseOf(call.callee))) return undefined
  const value = call.arguments?.[0]?.value
  return typeof value === 'string' ? value : undefined
}

/** Returns the first name of `it.each(table)` and the like. */
function baseOf(callee: unknown): string {
  let at = callee as {
    readonly type?: string
    name?: string
    object?: unknown
    callee?: unknown
    tag?: unknown
  }
  for (let depth = 0; depth < 5 && at?.type !== 'Identifier'; depth += 1) {
    at = (at?.object ?? at?.callee ?? at?.tag) as typeof at
  }
  return at?.name ?? ''
}

const rateOf = (text: string, pattern: RegExp, words: number) =>
  ((text.match(pattern) ?? []).length / Math.max(1, words)) * 10_000

const sources = await filesOf('*.ts', '*.tsx', '*.mjs')
const comments = (await Promise.all(sources.map(wordsOfSource))).join('\n')
// Changelog and decisions describe the past in the words of their time; docs/settings.md is generated.
const documentFiles = (await filesOf('*.md')).filter(
  (file) => !/^(CHANGELOG\.md|docs\/(decisions\/|settings\.md)|server\/src\/agents\/)/.test(file),
)
const documents = (await Promise.all(documentFiles.map(read))).join('\n').replaceAll(NO_PROSE, '')

const faults: string[] = []
for (const [kind, text] of [
  ['comments', comments],
  ['documents', documents],
] as const) {
  const words = (text.match(WORD) ?? []).length
  for (const { words: name, pattern, [kind]: limit } of GROUPS) {
    const rate = rateOf(text, pattern, words)
    console.log(`${kind}: ${name}: ${rate.toFixed(1)} of at most ${limit} per 10,000 words`)
    if (rate > limit) faults.push(`${kind} use “${name}” too often: ${rate.toFixed(1)}, at most ${limit}`)
  }
  if (kind === 'documents') continue
  const rate = rateOf(text, CODE_VERBS, words)
  console.log(`${kind}: return, throw, emit, call: ${rate.toFixed(1)} of at least ${MIN_CODE_VERBS}`)
  if (rate < MIN_CODE_VERBS) faults.push(`${kind} avoid the usual verbs: ${rate.toFixed(1)}`)
}
for (const fault of faults) console.log(fault)
process.exitCode = faults.length === 0 ? 0 : 1
