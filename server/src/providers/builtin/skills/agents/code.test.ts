import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { LOCALES, type Locale } from '@vee/contract/entities/locale'
import { CODE_TEXTS } from '../../code/code-texts.ts'
import { RECIPE_IDS, RECIPES } from '../../code/recipes.ts'
import { ask } from '../../fixtures/ask.ts'
import { foldPhrase } from '../../phrases.ts'

const coding = (message: string, more: Parameters<typeof ask>[1] = {}) =>
  ask(message, { agentId: 'coding_assistant', ...more })

it.each(RECIPE_IDS)('returns JavaScript for %s that runs unchanged', (id) => {
  const printed: unknown[] = []
  const console = { log: (...values: unknown[]) => printed.push(...values) }
  runInNewContext(RECIPES[id].javascript, { console }, { timeout: 2_000 })
  expect(printed).not.toEqual([])
})

it.each(LOCALES)('finds every task by its title in %s', (locale) => {
  const { titles, patterns } = CODE_TEXTS[locale]
  const unknown = RECIPE_IDS.filter((id) => !new RegExp(patterns[id], 'u').test(foldPhrase(titles[id])))
  expect(unknown).toEqual([])
})

it.each<[string, Locale, string]>([
  ['Show me how to reverse a list.', 'en', 'items[::-1]'],
  ['Zeig mir, wie man eine Liste umdreht.', 'de-DE', 'items[::-1]'],
  ['¿Cómo cuento las palabras de un texto?', 'es-ES', 'Counter'],
  ['busca binária em Python', 'pt-BR', 'bisect_left'],
  ['リストの重複を除くコードを書いて', 'ja-JP', 'dict.fromkeys'],
])('replies to %s', async (wish, language, fragment) => {
  expect(await coding(wish, { language })).toContain(fragment)
})

it('writes in the language that is named, else in the preferred one', async () => {
  expect(await coding('Palindrome in JavaScript please')).toContain('```javascript\n')
  expect(await coding('Check for a palindrome', { codingLanguage: 'typescript' })).toContain(
    '```javascript\n',
  )
  expect(await coding('Palindrome in Python', { codingLanguage: 'javascript' })).toContain('```python\n')
})

it('formats JSON, and reports where it is broken', async () => {
  expect(await coding('{"a":[1,2]}')).toContain('```json\n{\n  "a": [\n    1,\n    2\n  ]\n}\n```')
  expect(await coding('Format this JSON: {"a": 1,}')).toMatch(
    /not valid JSON: .*position|not valid JSON: Expected/,
  )
  expect(await coding('What does f({a: 1}) return?')).not.toContain('not valid JSON')
  expect(await coding('Why does list[0] fail here?')).not.toContain('```json')
})

it('lists its tasks for a request of unknown code, and only for such a request', async () => {
  expect(await coding('Write a raytracer in Python')).toContain('FizzBuzz')
  expect(await coding('Hello')).toContain('Hello! What can I do for you?')
})
