import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { SETTINGS } from './schema.ts'

const SOURCES = join(import.meta.dirname, '../..')

/** The client's code without tests, and without the files that only declare or display settings. */
const code = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.(test|fixture)\.tsx?$/.test(file))
  .filter((file) => !/^(lib\/settings|features\/settings|i18n|gallery)\//.test(file))
  .map((file) => readFileSync(join(SOURCES, file), 'utf8'))
  .join('\n')

/** Names of the settings, including those in groups. */
const names = Object.entries(SETTINGS).flatMap(([name, { fallback }]) =>
  typeof fallback === 'object' && !Array.isArray(fallback) ? Object.keys(fallback) : [name],
)

it.each(names)('%s is read outside of the settings', (name) => {
  expect(code).toMatch(new RegExp(String.raw`\b${name}\b`))
})
