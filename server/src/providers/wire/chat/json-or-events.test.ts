import { describe, expect, it } from 'vitest'
import { JSON_OR_EVENTS } from './json-or-events.ts'

function read(text: string, size = text.length): readonly string[] {
  const data: string[] = []
  const parser = JSON_OR_EVENTS.open((event) => data.push(event.data))
  const bytes = Buffer.from(text)
  for (let from = 0; from < bytes.length; from += size) parser.feed(bytes.subarray(from, from + size))
  parser.end?.()
  return data
}

describe('an answer of events or JSON', () => {
  it.each([
    ['events', 'data: {"a":1}\n\ndata: [DONE]\n\n', ['{"a":1}', '[DONE]']],
    ['events after a byte order mark and a comment', '\uFEFF: hello\n\ndata: {"a":1}\n\n', ['{"a":1}']],
    ['an event without its last line break', 'data: {"a":1}', ['{"a":1}']],
    ['one value', '{"a":"ü {\\"x\\"} \\\\"}', ['{"a":"ü {\\"x\\"} \\\\"}']],
    ['one value in several lines', '\n{\n  "a": {}\n}\n', ['{\n  "a": {}\n}']],
    ['a value per line', '{"a":1}\n{"a":2}\n', ['{"a":1}', '{"a":2}']],
    ['values without a break', '{"a":1}{"a":2}', ['{"a":1}', '{"a":2}']],
    ['a list of values', '[{"a":1},\n{"a":2}]', ['{"a":1}', '{"a":2}']],
    ['nothing', '', []],
  ])('is read by its first bytes: %s', (_, sent, data) => {
    expect(read(sent)).toEqual(data)
    expect(read(sent, 1)).toEqual(data)
  })

  it.each(['<!doctype html><p>Bad gateway', '{"a":'])('is damaged: %s', (sent) => {
    expect(() => read(sent)).toThrow(/a web page|incomplete/)
  })
})
