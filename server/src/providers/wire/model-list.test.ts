import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startUpstream, type Upstream } from '../../../../fakes/upstream/index.ts'
import { createModelList, idsOf, type ModelList } from './model-list.ts'

const readIds = (answer: unknown) => idsOf(answer, 'data', 'id')

describe('the models of a server that comes and goes', () => {
  let upstream: Upstream
  let now: number
  let models: ModelList
  beforeAll(async () => {
    upstream = await startUpstream()
  })
  beforeEach(() => {
    upstream.reset()
    upstream.offerModels(['first'])
    now = 1_000_000
    models = createModelList(
      { url: `${upstream.url}/v1/models`, read: readIds, timeoutMs: 500 },
      { now: () => now },
    )
  })
  afterAll(() => upstream.close())

  it('knows none before it has looked', () => {
    expect(models.known()).toEqual([])
  })

  it('is looked at once for many who ask', async () => {
    await Promise.all([models.look(), models.look()])
    expect(await models.look()).toEqual(['first'])
    expect(upstream.listCount).toBe(1)
  })

  it('hands out what was there and renews it meanwhile', async () => {
    await models.look()
    upstream.offerModels(['second'])
    now += 60_000
    expect(await models.look()).toEqual(['first'])
    await vi.waitFor(() => expect(models.known()).toEqual(['second']))
  })

  it('looks again after an absence, and finds what has come', async () => {
    upstream.scriptOnly('list', 'server-error')
    expect(await models.look()).toBeUndefined()
    upstream.scriptOnly('list', 'well')
    expect(await models.look()).toBeUndefined()
    now += 60_000
    expect(await models.look()).toEqual(['first'])
  })

  it.each(['hang-before-headers', 'cut-mid-stream', 'garbage-mid-stream', 'unauthorized'] as const)(
    'is none on %s',
    async (behaviour) => {
      upstream.scriptOnly('list', behaviour)
      expect(await models.look()).toBeUndefined()
    },
  )
})

describe('reading a list', () => {
  it.each([null, 7, {}, { data: null }, { data: 'x' }])('finds none in %j', (answer) => {
    expect(idsOf(answer, 'data', 'id')).toBeUndefined()
  })

  it('passes over what has no id', () => {
    expect(idsOf({ data: [null, {}, { id: 3 }, { id: 'a' }] }, 'data', 'id')).toEqual(['a'])
  })
})
