/*
 * Checks names in code: no exported name is defined in two source files, so that a search for a name finds one meaning; an
 * error's `name` is that of its class; a name between backticks in a comment exists in code; a parameter or field shares a word
 * with its type or says a known role; no declaration has a name of many meanings; and limits are called `MAX_…` or `MIN_…`.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Program, parseSync } from 'oxc-parser'
import { obscureNames, ownTypes } from './declared-names.ts'
import { capture, ROOT } from './process.ts'

/** Modules of one shape by design: each language and each migration exports the same names. */
const SAME_SHAPE = /i18n\/locales\/|db\/migrations\//
const NO_SOURCE = /\.test\.tsx?$|\.fixture\.tsx?$|\/fixtures\//
const WORD = /[\p{L}\p{N}_$]+/gu
/** Matches a name of our own code between backticks: two words in camel or Pascal case, alone or with its parameters' brackets. */
const CITED_NAME = /`([A-Za-z]+[a-z0-9][A-Z][A-Za-z0-9]*)(?:\(\))?`/g
/** Names of vendors' protocols, and one that is generated. */
const FOREIGN_NAMES: ReadonlySet<string> = new Set([
  'ConverseStream',
  'GenerateContentResponse',
  'getChatRepliesReplyIdStream',
])
/** Matches a name of a source file in a comment. */
const CITED_FILE = /(?<![\w/.-])([a-z0-9]+(?:-[a-z0-9]+)*(?:\.\w+)?\.(?:tsx?|md))\b/g
const CLASS_WITH_NAME = /\bclass (\w+)[^{]*\{(?:(?!\n\}|\bclass )[\s\S])*?this\.name = '(\w+)'/g

/** Matches other names of limits than those which begin with `MAX_` or `MIN_`. */
const OTHER_LIMIT =
  /\bconst ((?!DEFAULT_)(?:[A-Z0-9]+_)+(?:MAX|MIN)(?:_[A-Z0-9]+)*|(?:MOST|LEAST|LONGEST|SHORTEST)(?:_[A-Z0-9]+)*)\b/g

interface Source {
  readonly file: string
  readonly text: string
  readonly program: Program
  readonly comments: readonly string[]
}

function exportedNames(program: Program): readonly string[] {
  return program.body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration' || !statement.declaration) return []
    const { declaration } = statement
    if (declaration.type === 'VariableDeclaration')
      return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
    return 'id' in declaration && declaration.id?.type === 'Identifier' ? [declaration.id.name] : []
  })
}

function withoutComments(text: string, comments: readonly { start: number; end: number }[]): string {
  let from = 0
  const parts: string[] = []
  for (const { start, end } of comments) {
    parts.push(text.slice(from, start))
    from = end
  }
  return [...parts, text.slice(from)].join(' ')
}

const { output } = await capture('git', ['ls-files'])
const allFiles = output.split('\n').filter((file) => file !== '')
const baseNames = new Set(allFiles.map((file) => file.slice(file.lastIndexOf('/') + 1)))
const words = new Set<string>()
const sources: Source[] = []
for (const file of allFiles.filter(
  (name) => /\.(?:tsx?|mjs|js|json|css|ya?ml)$/.test(name) && name !== 'package-lock.json',
)) {
  const text = await readFile(join(ROOT, file), 'utf8')
  if (!/\.tsx?$/.test(file)) {
    for (const [word] of text.matchAll(WORD)) words.add(word)
    continue
  }
  const { program, comments } = parseSync(file, text)
  for (const [word] of withoutComments(text, comments).matchAll(WORD)) words.add(word)
  sources.push({ file, text, program, comments: comments.map(({ value }) => value) })
}

const faults: string[] = []
const definitions = new Map<string, Set<string>>()
const productSources = sources.filter(
  ({ file }) =>
    /^(?:contract|server|web)\/src\//.test(file) && !SAME_SHAPE.test(file) && !NO_SOURCE.test(file),
)
const types = ownTypes(productSources.map(({ program }) => program))
for (const { file, program } of productSources) {
  for (const fault of obscureNames(program, types)) faults.push(`${file}: ${fault}`)
  for (const name of exportedNames(program))
    definitions.set(name, (definitions.get(name) ?? new Set()).add(file))
}
for (const [name, files] of definitions)
  if (files.size > 1) faults.push(`${name} is exported by ${[...files].join(' and ')}`)

for (const { file, text, comments } of sources) {
  for (const [, className, name] of text.matchAll(CLASS_WITH_NAME))
    if (className !== name) faults.push(`${file}: the error ${className} calls itself ${name}`)
  for (const [, name] of text.matchAll(OTHER_LIMIT))
    faults.push(`${file}: the limit ${name} is no MAX_ or MIN_`)
  const cited = comments.flatMap((comment) => [
    ...[...comment.matchAll(CITED_NAME)].flatMap(([, name]) =>
      name && !words.has(name) && !FOREIGN_NAMES.has(name) ? [name] : [],
    ),
    ...[...comment.matchAll(CITED_FILE)].flatMap(([, name]) => (name && !baseNames.has(name) ? [name] : [])),
  ])
  for (const name of new Set(cited)) faults.push(`${file}: a comment names ${name}, which does not exist`)
}
for (const fault of faults) console.log(fault)
process.exitCode = faults.length === 0 ? 0 : 1
