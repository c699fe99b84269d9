import { z } from 'zod'
import { variableNotes } from './variable-types.ts'
import { environment } from './variables.ts'

interface TableRow {
  readonly name: string
  readonly default: string
  readonly meaning: string
}

function tableRows(): TableRow[] {
  return Object.entries(environment.shape).map(([name, schema]) => {
    const notes = variableNotes.get(schema)
    const fallback = schema instanceof z.ZodDefault ? shown(schema.def.defaultValue) : 'none'
    return { name, default: notes?.shownDefault ?? fallback, meaning: notes?.meaning ?? '' }
  })
}

/** Returns the output of `npm start -- --help`. */
export function settingsHelp(): string {
  const rows = tableRows()
  const nameWidth = Math.max(...rows.map((row) => row.name.length))
  const defaultWidth = Math.max(...rows.map((row) => row.default.length))
  const lines = rows.map((row) =>
    [row.name.padEnd(nameWidth), row.default.padEnd(defaultWidth), row.meaning].join('  '),
  )
  return [
    'Vee reads its settings from the environment and from an optional .env file in the current folder.',
    'The environment wins over the file. An empty value counts as unset.',
    '',
    ['variable'.padEnd(nameWidth), 'default'.padEnd(defaultWidth), 'meaning'].join('  '),
    ...lines,
  ].join('\n')
}

/** Returns the same table for the README. */
export function settingsMarkdown(): string {
  const lines = tableRows().map((row) => `| \`${row.name}\` | ${row.default} | ${row.meaning} |`)
  return ['| variable | default | meaning |', '|---|---|---|', ...lines].join('\n')
}

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
