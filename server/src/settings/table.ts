import { z } from 'zod'
import { SETTING_GROUPS } from './groups.ts'
import { variableNotes } from '#lib/variable-types.ts'
import { environment } from './variables.ts'

interface TableRow {
  readonly name: string
  readonly default: string
  readonly meaning: string
  readonly example: string
}

interface TableGroup {
  readonly title: string
  readonly rows: readonly TableRow[]
}

function rowOf([name, schema]: readonly [string, z.core.$ZodType]): TableRow {
  const notes = variableNotes.get(schema)
  const fallback = schema instanceof z.ZodDefault ? shown(schema.def.defaultValue) : 'none'
  return {
    name,
    default: notes?.shownDefault ?? fallback,
    meaning: notes?.meaning ?? '',
    example: notes?.example ?? '',
  }
}

function tableGroups(): readonly TableGroup[] {
  const rows = Map.groupBy(Object.entries(environment.shape).map(rowOf), ({ name }) =>
    SETTING_GROUPS.find(({ hasVariable }) => hasVariable(name)),
  )
  return SETTING_GROUPS.map((group) => ({ title: group.title, rows: rows.get(group) ?? [] }))
}

/** Returns the output of `npm start -- --help`. */
export function settingsHelp(): string {
  const groups = tableGroups()
  const rows = groups.flatMap((group) => group.rows)
  const nameWidth = Math.max(...rows.map((row) => row.name.length))
  const defaultWidth = Math.max(...rows.map((row) => row.default.length))
  const lineOf = (row: TableRow) =>
    [row.name.padEnd(nameWidth), row.default.padEnd(defaultWidth), row.meaning].join('  ')
  return [
    'Vee reads its settings from the environment and from an optional .env file in the current folder.',
    'The environment wins over the file. An empty value counts as unset.',
    '',
    ['variable'.padEnd(nameWidth), 'default'.padEnd(defaultWidth), 'meaning'].join('  '),
    ...groups.flatMap((group) => ['', `${group.title}:`, ...group.rows.map(lineOf)]),
  ].join('\n')
}

/** Returns docs/settings.md: the same groups, each with its table and an example of every value. */
export function settingsMarkdown(): string {
  const groups = tableGroups()
  const contents = groups.map(({ title, rows }) => `- [${title}](#${anchorOf(title)}) (${rows.length})`)
  const tables = groups.flatMap(({ title, rows }) => [
    '',
    `## ${title}`,
    '| variable | default | meaning | example |',
    '|---|---|---|---|',
    ...rows.map((row) => `| \`${row.name}\` | ${row.default} | ${row.meaning} | \`${row.example}\` |`),
  ])
  return [
    '# Settings',
    '',
    'Generated from the schema by `npm run settings`. Vee reads its settings from the environment and from an optional `.env` file in',
    'the current folder; the environment wins, and an empty value counts as unset. `npm start -- --help` prints them, and a value that',
    'does not fit ends the start with one sentence. None of them is needed. What is changed at `/host` while Vee runs (models, plans,',
    'the passphrase) needs no restart.',
    '',
    ...contents,
    ...tables,
    '',
  ].join('\n')
}

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** the anchor that Markdown renderers give a heading */
const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z ]/g, '')
    .replaceAll(' ', '-')
