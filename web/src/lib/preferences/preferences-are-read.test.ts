import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { DEFAULT_PREFERENCES } from './index.ts'

const SOURCES = join(import.meta.dirname, '../..')

/** The client's code without tests, and without the files that only declare or display preferences. */
const code = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.(test|fixture)\.tsx?$/.test(file))
  .filter((file) => !/^(lib\/preferences|features\/settings|i18n|gallery)\//.test(file))
  .map((file) => readFileSync(join(SOURCES, file), 'utf8'))
  .join('\n')

it.each(Object.keys(DEFAULT_PREFERENCES))('%s is read outside of the settings', (name) => {
  expect(code).toMatch(new RegExp(String.raw`\b${name}\b`))
})
