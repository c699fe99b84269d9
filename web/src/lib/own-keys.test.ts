// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { keepOwnKey, readOwnKeys } from './own-keys.ts'
import { PLACES, writeJson } from './storage.ts'

beforeEach(() => localStorage.clear())

test('keeps one key per provider, trimmed, and removes an emptied one', () => {
  keepOwnKey('openai', ' sk-one ')
  keepOwnKey('anthropic', 'sk-two')
  expect(readOwnKeys()).toEqual({ openai: 'sk-one', anthropic: 'sk-two' })
  keepOwnKey('openai', '  ')
  expect(readOwnKeys()).toEqual({ anthropic: 'sk-two' })
  keepOwnKey('anthropic', '')
  expect(readOwnKeys()).toEqual({})
})

test.each([null, 'text', 7, { openai: 5, other: 'x' }])('reads nothing from %j', (stored) => {
  writeJson(PLACES.ownKeys, stored)
  expect(readOwnKeys()).toEqual({})
})
