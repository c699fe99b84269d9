import { expect, it } from 'vitest'
import { jsonText } from './event-stream.ts'

it.each([
  ['half of a pair', 'cut \ud83d', 'cut \ufffd'],
  ['a whole pair', 'whole \u{1f44b}', 'whole \u{1f44b}'],
  ['the spelling of half a pair', '\\ud83d', '\\ud83d'],
])('encodes %s as text that vendors accept', (_, said, told) => {
  const body = jsonText({ messages: [{ content: said }], n: 1 })
  expect(JSON.parse(body)).toEqual({ messages: [{ content: told }], n: 1 })
})
