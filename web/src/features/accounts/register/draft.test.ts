// @vitest-environment happy-dom
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { readToken } from '#lib/http/auth-token.ts'
import { STORAGE_KEYS, readText, writeText } from '#lib/storage/storage.ts'
import { finishRegistration, storeDraft, readDraft } from './draft.ts'

beforeEach(() => sessionStorage.clear())

test('a draft survives a reload', () => {
  const draft = {
    email: 'ada@example.org',
    token: 't',
    planId: 'basic',
    checkoutId: 'cs_1',
    redirect: '/en/invite/abc',
  } as const
  storeDraft(draft)
  expect(readDraft()).toEqual(draft)
  expect(readToken()).toBeUndefined()
})

test('ignores invalid stored data', () => {
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.constant({ email: 1, token: {}, planId: 'gold' })), (stored) => {
      writeText(STORAGE_KEYS.registration, JSON.stringify(stored))
      const { email, planId } = readDraft()
      expect(typeof email).toBe('string')
      expect([undefined, 'free', 'basic', 'creator', 'organization']).toContain(planId)
    }),
  )
})

test('finishing signs in and removes the draft, if there is an account', () => {
  storeDraft({ email: 'ada@example.org' })
  expect(finishRegistration()).toBe(false)
  expect(readToken()).toBeUndefined()
  storeDraft({ email: 'ada@example.org', token: 't', planId: 'free' })
  expect(finishRegistration()).toBe(true)
  expect(readToken()).toBe('t')
  expect(readText(STORAGE_KEYS.registration)).toBeUndefined()
})
