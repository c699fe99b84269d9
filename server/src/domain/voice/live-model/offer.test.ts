import { expect, it } from 'vitest'
import { liveModel } from '@vee/contract/http/live-models'
import type { LiveModel } from '#providers/speech/live-models/live-model.ts'
import type { Caller } from '../../accounts/index.ts'
import { member, visitor } from '../../money/ledger/fixtures/callers.ts'
import { createLiveModelOffer, type LiveModelOfferDependencies } from './offer.ts'

const notReached = (): never => {
  throw new Error('nothing is opened here')
}
const billed: LiveModel = {
  id: 'openai:gpt-live',
  provider: { id: 'openai', name: 'OpenAI' },
  model: 'gpt-live',
  location: 'vendor',
  price: { perMinuteUsd: 0.05 },
  voices: [{ id: 'marin', name: 'Marin' }],
  maxSeconds: 3_600,
  usesTools: true,
  turns: 'requested',
  open: notReached,
}
const free: LiveModel = { ...billed, id: 'own:model', price: 'free', location: 'server', maxSeconds: 60 }

const offerOf = (more: Partial<LiveModelOfferDependencies> = {}) =>
  createLiveModelOffer({
    models: [billed, free],
    access: 'members',
    maxSeconds: 600,
    ledger: { allowance: async () => ({ total: 1_000_000, remaining: 250_000, isDefault: false }) },
    ...more,
  })
const lockedFor = async (offer: ReturnType<typeof offerOf>, caller: Caller) =>
  (await offer.list(caller)).items.map(({ locked }) => locked)

it('lists the models as the contract has them, with the shorter of the two longest times', async () => {
  const { items, remainingUsd } = await offerOf().list(member('ann'))
  for (const item of items) expect(liveModel.strict().parse(item)).toEqual(item)
  expect(items).toMatchObject([
    { id: 'openai:gpt-live', price: { perMinuteUsd: 0.05, isEstimated: false }, maxSeconds: 600 },
    { id: 'own:model', price: { perMinuteUsd: 0, isEstimated: false }, maxSeconds: 60 },
  ])
  expect(remainingUsd).toBe(0.25)
})

it('offers a billed model to visitors only where the host says so', async () => {
  expect(await lockedFor(offerOf(), visitor)).toEqual(['sign-in', null])
  expect(await lockedFor(offerOf({ access: 'everyone' }), visitor)).toEqual([null, null])
  expect(await lockedFor(offerOf(), member('ann'))).toEqual([null, null])
  expect(() => offerOf().choose(undefined, visitor)).toThrow(
    expect.objectContaining({ code: 'UNAUTHORIZED' }),
  )
  expect(offerOf().choose('own:model', visitor)).toBe(free)
})

it('locks what sends a bill when the allowance is used up', async () => {
  const offer = offerOf({
    ledger: { allowance: async () => ({ total: 1_000_000, remaining: 0, isDefault: false }) },
  })
  expect(await lockedFor(offer, member('ann'))).toEqual(['allowance', null])
})

it('takes the first model by default, and rejects an unknown one', () => {
  expect(offerOf().choose(undefined, member('ann'))).toBe(billed)
  for (const offer of [offerOf(), offerOf({ models: [] })])
    expect(() => offer.choose('other', member('ann'))).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
})
