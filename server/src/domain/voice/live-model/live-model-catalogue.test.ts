import { expect, it } from 'vitest'
import { liveModel } from '@vee/contract/http/live-models'
import type { LiveModel } from '#providers/speech/live-models/live-model.ts'
import type { Caller } from '../../accounts/index.ts'
import { member, visitor } from '../../money/ledger/fixtures/callers.ts'
import { createLiveModelCatalogue, type LiveModelCatalogueDependencies } from './live-model-catalogue.ts'

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

const catalogueOf = (more: Partial<LiveModelCatalogueDependencies> = {}) =>
  createLiveModelCatalogue({
    models: [billed, free],
    access: 'members',
    maxSeconds: 600,
    ledger: { allowance: async () => ({ total: 1_000_000, remaining: 250_000, isDefault: false }) },
    ...more,
  })
const lockedFor = async (catalogue: ReturnType<typeof catalogueOf>, caller: Caller) =>
  (await catalogue.list(caller)).items.map(({ locked }) => locked)

it('lists the models as the contract has them, with the shorter of the two longest times', async () => {
  const { items, remainingUsd } = await catalogueOf().list(member('ann'))
  for (const item of items) expect(liveModel.strict().parse(item)).toEqual(item)
  expect(items).toMatchObject([
    { id: 'openai:gpt-live', price: { perMinuteUsd: 0.05, isEstimated: false }, maxSeconds: 600 },
    { id: 'own:model', price: { perMinuteUsd: 0, isEstimated: false }, maxSeconds: 60 },
  ])
  expect(remainingUsd).toBe(0.25)
})

it('offers a billed model to visitors only where the host says so', async () => {
  expect(await lockedFor(catalogueOf(), visitor)).toEqual(['sign-in', null])
  expect(await lockedFor(catalogueOf({ access: 'everyone' }), visitor)).toEqual([null, null])
  expect(await lockedFor(catalogueOf(), member('ann'))).toEqual([null, null])
  expect(() => catalogueOf().choose(undefined, visitor)).toThrow(
    expect.objectContaining({ code: 'UNAUTHORIZED' }),
  )
  expect(catalogueOf().choose('own:model', visitor)).toBe(free)
})

it('locks what sends a bill when the allowance is used up', async () => {
  const catalogue = catalogueOf({
    ledger: { allowance: async () => ({ total: 1_000_000, remaining: 0, isDefault: false }) },
  })
  expect(await lockedFor(catalogue, member('ann'))).toEqual(['allowance', null])
})

it('takes the first model by default, and rejects an unknown one', () => {
  expect(catalogueOf().choose(undefined, member('ann'))).toBe(billed)
  for (const catalogue of [catalogueOf(), catalogueOf({ models: [] })])
    expect(() => catalogue.choose('other', member('ann'))).toThrow(
      expect.objectContaining({ code: 'NOT_FOUND' }),
    )
})
