import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { environment } from './variables.ts'

const SOURCES = join(import.meta.dirname, '..')

const code = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(join(SOURCES, file), 'utf8'))
  .join('\n')

it.each(Object.keys(environment.shape))('%s is read as a property of env, variables or speech', (name) => {
  expect(new RegExp(String.raw`\b(?:env|variables|speech)\.${name}\b`).test(code)).toBe(true)
})
