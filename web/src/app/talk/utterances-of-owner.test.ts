// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'
import { createApi } from '#lib/api/index.ts'
import { forgetToken, keepToken } from '#lib/auth-token.ts'
import { PLACES, writeText } from '#lib/storage.ts'
import { createUtteranceStore } from '#voice/hear/utterance-store.ts'
import { saidBy, utterancesOfOwner } from './utterances-of-owner.ts'

const place = saidBy(() => ({ agentId: 'v_agent', conversationId: 'conv-1' }))

/** Signed in here, and asked about already. */
function signIn(id: string): void {
  keepToken(`the-token-of-${id}`, false)
  writeText(PLACES.dataOwner, `token-of-${id}`.slice(-8) + ` ${id}`)
  writeText(PLACES.tabOwner, id)
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

it('gives what somebody said to them again and to nobody else, and what nobody in particular said to all', async () => {
  const store = utterancesOfOwner(
    createUtteranceStore(() => undefined),
    createApi(),
  )
  const say = (id: string) =>
    store.save({
      id,
      audio: new Blob(['sound']),
      createdAt: `2026-11-23T05:00:0${id.length}Z`,
      durationSeconds: 1,
      progress: { state: 'recorded' },
      ...place(),
    })
  const ids = async () => (await store.list()).map(({ id }) => id)
  await say('v')
  signIn('ann')
  await say('of-a')
  expect(await ids()).toEqual(['v', 'of-a'])
  forgetToken()
  expect(await ids()).toEqual(['v'])
  signIn('bob')
  expect(await ids()).toEqual(['v'])
  signIn('ann')
  expect(await ids()).toEqual(['v', 'of-a'])
})
