import { expect, it } from 'vitest'
import { GRAMMARS } from './grammars.ts'
import { highlight } from './highlight.ts'
import { languageNamed, type LanguageId } from './languages.ts'

it('colours code by the roles of the theme', async () => {
  const [line] = await highlight("const a = 'x' // note", 'typescript')
  const colours = new Map(line?.map(({ content, color }) => [content.trim(), color]))
  expect(colours.get('const')).toBe('var(--code-keyword)')
  expect(colours.get("'x'") ?? colours.get('x')).toBe('var(--code-string)')
  expect(colours.get('// note')).toBe('var(--code-comment)')
})

it('keeps every character', async () => {
  const code = 'def f(x):\n\treturn {"a": x}  # é 字\n\n'
  const lines = await highlight(code, 'python')
  expect(lines.map((line) => line.map(({ content }) => content).join('')).join('\n')).toBe(code)
})

it.each(Object.keys(GRAMMARS) as LanguageId[])('has a grammar that works for %s', async (language) => {
  expect(await highlight('a = "b" // c', language)).toHaveLength(1)
})

it.each([
  ['py', 'python'],
  ['c++', 'cpp'],
  ['sh', 'bash'],
  ['constructor', undefined],
])('highlights the language %s', (name, id) => {
  expect(languageNamed(name)?.id).toBe(id)
})
