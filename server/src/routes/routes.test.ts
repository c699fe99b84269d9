import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'

const areas = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => file.replace(/\.ts$/, ''))

const camel = (name: string) => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

it.each(areas)('exports one function of %s, named after the area', async (area) => {
  const exported = Object.keys((await import(`./${area}.ts`)) as object)
  expect(exported).toEqual([`${camel(area).replace(/s$/, '')}Routes`])
})
