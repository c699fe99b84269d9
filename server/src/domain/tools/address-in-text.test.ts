import { expect, it } from 'vitest'
import { namesAddress } from './read-page.ts'

it.each([
  ['Read https://example.org/a.', 'https://example.org/a'],
  ['Read example.org please', 'https://example.org/'],
  ['(see HTTP://Example.org/a/)', 'https://example.org/a'],
  ['https://example.org/を読んで', 'https://example.org/'],
  ['https://example.org/?q=1, thanks', 'https://example.org/?q=1'],
  ['https://de.wikipedia.org/wiki/Köln', 'https://de.wikipedia.org/wiki/Köln'],
])('%j contains %s', (text, address) => {
  expect(namesAddress(text, address)).toBe(true)
})

it.each([
  ['Read example.org', 'https://example.org/?d=secret'],
  ['Read https://example.org/abc', 'https://example.org/a'],
  ['Read https://example.org/a', 'https://example.org/'],
  ['Read https://example.org.evil.com/', 'https://example.org'],
  ['Read https://notexample.org/', 'https://example.org'],
  ['Write to me@example.org', 'https://example.org'],
  ['Hello', 'not an address'],
])('%j does not contain %s', (text, address) => {
  expect(namesAddress(text, address)).toBe(false)
})
