// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { dropKeysOfOthers, keepOwnKey } from '../storage/keys-of-owner.ts'
import { readOwnKeys } from './own-keys.ts'
import { STORAGE_KEYS, readText, removeStorageKey, writeJson, writeText } from '../storage/storage.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

test('stores one key per provider, trimmed, and removes an emptied one', () => {
  keepOwnKey('openai', ' sk-one ')
  keepOwnKey('anthropic', 'sk-two')
  expect(readOwnKeys()).toEqual({ openai: 'sk-one', anthropic: 'sk-two' })
  keepOwnKey('openai', '  ')
  expect(readOwnKeys()).toEqual({ anthropic: 'sk-two' })
  keepOwnKey('anthropic', '')
  expect(readOwnKeys()).toEqual({})
})

test.each([null, 'text', 7, { openai: 5, other: 'x' }])('returns no key for %j', (stored) => {
  writeJson(STORAGE_KEYS.ownKeys, stored)
  expect(readOwnKeys()).toEqual({})
})

test('is readable only for the user who stored it, and removed when another user signs in', () => {
  writeText(STORAGE_KEYS.tabOwner, 'ann')
  keepOwnKey('openai', 'sk-of-ann')
  expect(readOwnKeys()).toEqual({ openai: 'sk-of-ann' })
  dropKeysOfOthers('ann')
  expect(readOwnKeys()).toEqual({ openai: 'sk-of-ann' })
  // A new tab of a visitor, and one in which another user was signed in.
  removeStorageKey(STORAGE_KEYS.tabOwner)
  expect(readOwnKeys()).toEqual({})
  writeText(STORAGE_KEYS.tabOwner, 'bob')
  expect(readOwnKeys()).toEqual({})
  dropKeysOfOthers('bob')
  expect(readText(STORAGE_KEYS.ownKeys)).toBeUndefined()
})

test('assigns keys without an owner to the user who signs in', () => {
  keepOwnKey('openai', 'sk-from-before')
  dropKeysOfOthers('ann')
  writeText(STORAGE_KEYS.tabOwner, 'ann')
  expect(readOwnKeys()).toEqual({ openai: 'sk-from-before' })
  dropKeysOfOthers('bob')
  expect(readText(STORAGE_KEYS.ownKeys)).toBeUndefined()
})
