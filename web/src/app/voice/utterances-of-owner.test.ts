// @vitest-environment happy-dom
import { DAY_MS } from '@vee/contract/time/durations'
import 'fake-indexeddb/auto'
import { beforeEach, expect, it } from 'vitest'
import { createApi } from '#lib/http/index.ts'
import { forgetToken, keepToken } from '#lib/http/auth-token.ts'
import { forgetPerson } from '#lib/storage/forget-person.ts'
import { STORAGE_KEYS, writeText } from '#lib/storage/storage.ts'
import { createUtteranceStore } from '#voice/utterances/utterance-store.ts'
import { withOwner, utterancesOfOwner } from './utterances-of-owner.ts'

const origin = withOwner(() => ({ agentId: 'v_agent', conversationId: 'conv-1' }))

/** Signs in with the owner already cached. */
function signIn(id: string): void {
  keepToken(`the-token-of-${id}`, false)
  writeText(STORAGE_KEYS.dataOwner, `token-of-${id}`.slice(-8) + ` ${id}`)
  writeText(STORAGE_KEYS.tabOwner, id)
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

const store = utterancesOfOwner(
  createUtteranceStore(() => undefined),
  createApi(),
)
const say = (id: string, daysAgo = 0) =>
  store.save({
    id,
    audio: new Blob(['sound']),
    createdAt: new Date(Date.now() - daysAgo * DAY_MS + id.length).toISOString(),
    durationSeconds: 1,
    progress: { state: 'recorded' },
    ...origin(),
  })
const ids = async () => (await store.list()).map(({ id }) => id)

it('offers a recording to the account that recorded it, and to no other one', async () => {
  signIn('ann')
  await say('of-ann')
  expect(await ids()).toEqual(['of-ann'])
  forgetToken()
  expect(await ids()).toEqual([])
  signIn('bob')
  expect(await ids()).toEqual([])
  signIn('ann')
  expect(await ids()).toEqual(['of-ann'])
})

it("offers a visitor's recording to the same visit, also after signing in, and to no later one", async () => {
  await say('v1')
  expect(await ids()).toEqual(['v1'])
  signIn('cleo')
  expect(await ids()).toEqual(['v1'])

  // They sign out, and another visitor uses the same tab.
  forgetToken()
  forgetPerson()
  expect(await ids()).toEqual([])
  await say('v2')
  expect(await ids()).toEqual(['v2'])

  // Closing a tab loses no recording.
  sessionStorage.clear()
  expect(await ids()).toEqual(['v2'])
})

it('deletes recordings of a finished visit after a day, and none by listing', async () => {
  const all = createUtteranceStore(() => undefined)
  await say('old', 2)
  await say('new')
  forgetPerson()
  const allIds = async () => (await all.list()).map(({ id }) => id)
  await store.list()
  expect(await allIds()).toContain('old')
  await store.deleteExpired?.()
  expect(await allIds()).not.toContain('old')
  expect(await allIds()).toContain('new')
})
