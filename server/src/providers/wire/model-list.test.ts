import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startUpstream, type Upstream } from '../../../../fakes/upstream/index.ts'
import { createProviderModelList, type ProviderModelList } from './model-list.ts'
import { idsOf } from './list-entries.ts'

const readIds = (body: unknown) => idsOf(body)

describe('the model list of a server that may be stopped', () => {
  let upstream: Upstream
  let now: number
  let models: ProviderModelList
  beforeAll(async () => {
    upstream = await startUpstream()
  })
  beforeEach(() => {
    upstream.reset()
    upstream.offerModels(['first'])
    now = 1_000_000
    models = createProviderModelList(
      { url: `${upstream.url}/v1/models`, read: readIds, timeoutMs: 500 },
      { now: () => now },
    )
  })
  afterAll(() => upstream.close())

  it('is empty before the first request', () => {
    expect(models.listedIds()).toEqual([])
  })

  it('is requested once for concurrent callers', async () => {
    await Promise.all([models.check(), models.check()])
    expect(await models.check()).toEqual(['first'])
    expect(upstream.listCount).toBe(1)
  })

  it('returns the stale list and refreshes it in the background', async () => {
    await models.check()
    upstream.offerModels(['second'])
    now += 60_000
    expect(await models.check()).toEqual(['first'])
    await vi.waitFor(() => expect(models.listedIds()).toEqual(['second']))
  })

  it('retries after an absence, and finds new models', async () => {
    upstream.scriptOnly('list', 'server-error')
    expect(await models.check()).toBeUndefined()
    upstream.scriptOnly('list', 'well')
    expect(await models.check()).toBeUndefined()
    now += 60_000
    expect(await models.check()).toEqual(['first'])
  })

  it.each(['hang-before-headers', 'cut-mid-stream', 'garbage-mid-stream', 'unauthorized'] as const)(
    'is none on %s',
    async (behaviour) => {
      upstream.scriptOnly('list', behaviour)
      expect(await models.check()).toBeUndefined()
    },
  )
})

describe('reading a list', () => {
  it.each([null, 7, {}, { data: null }, { data: 'x' }])('is empty for %j', (body) => {
    expect(idsOf(body)).toBeUndefined()
  })

  it('ignores entries without an id', () => {
    expect(
      idsOf({
        data: [null, {}, { id: 3 }, { id: 'a' }, 'b', { name: 'c' }, { id: 'a' }, { id: 'x'.repeat(501) }],
      }),
    ).toEqual(['a', 'b', 'c'])
    expect(idsOf(['a'])).toEqual(['a'])
    expect(idsOf({ models: [{ name: 'a', model: 'b' }] })).toEqual(['a'])
  })
})
