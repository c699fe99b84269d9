import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aRequest } from '../../../../fakes/llm-provider-suite.ts'
import { startUpstream, type Upstream } from '../../../../fakes/upstream/index.ts'
import type { LlmProvider } from './llm.ts'
import { createOpenAi } from '../openai/openai.ts'
import { retrying } from './retry.ts'

const NEVER = new AbortController().signal

describe('retrying', () => {
  let upstream: Upstream
  let provider: LlmProvider
  let waits: number[]
  beforeAll(async () => {
    upstream = await startUpstream()
  })
  beforeEach(() => {
    upstream.reset()
    waits = []
    provider = retrying(openAi(), { delay: async (ms) => void waits.push(ms), random: () => 1 })
  })
  afterAll(() => upstream.close())

  const openAi = () =>
    createOpenAi({
      apiKey: 'key',
      baseUrl: `${upstream.url}/v1`,
      isVendor: true,
      modelPrimary: 'gpt-4o',
      timeoutMs: 10_000,
    })

  const read = async (signal = NEVER) => {
    let text = ''
    await provider.stream(aRequest('gpt-4o'), signal, (event) => {
      if (event.type === 'text') text += event.text
    })
    return text
  }

  it('tries again after failures that pass, with longer waits', async () => {
    upstream.script('server-error', 'cut-before-events', 'well')
    expect(await read()).toContain('Good morning')
    expect(waits).toEqual([500, 1000])
  })

  it('waits as long as the provider requires', async () => {
    upstream.script({ refusal: { status: 429, retryAfter: '3' } }, 'well')
    expect(await read()).toContain('Good morning')
    expect(waits).toEqual([3000])
  })

  it('accepts a date in Retry-After', async () => {
    const retryAfter = new Date(Date.now() + 4_000).toUTCString()
    upstream.script({ refusal: { status: 429, retryAfter } }, 'well')
    await read()
    expect(waits).toHaveLength(1)
    expect(waits[0]).toBeGreaterThan(1000)
    expect(waits[0]).toBeLessThanOrEqual(4000)
  })

  it('gives up at once if the required delay exceeds the limit', async () => {
    upstream.script({ refusal: { status: 429, retryAfter: '60' } })
    await expect(read()).rejects.toMatchObject({ kind: 'rate-limited', retryAfterSeconds: 60 })
    expect(upstream.requests).toHaveLength(1)
  })

  it('gives up after three attempts', async () => {
    upstream.script('overloaded')
    await expect(read()).rejects.toMatchObject({ kind: 'unavailable' })
    expect(upstream.requests).toHaveLength(3)
  })

  it.each(['unauthorized', 'bad-request', 'empty', 'error-mid-stream', 'cut-mid-stream'] as const)(
    'never retries after %s',
    async (behaviour) => {
      upstream.script(behaviour)
      await expect(read()).rejects.toBeDefined()
      expect(upstream.requests).toHaveLength(1)
    },
  )

  it('never retries if the account has no credit', async () => {
    upstream.script({ refusal: { status: 429, code: 'insufficient_quota' } })
    await expect(read()).rejects.toMatchObject({ kind: 'no-credit', status: 429 })
    expect(upstream.requests).toHaveLength(1)
  })

  it('ends quietly when it is cancelled while it waits', async () => {
    upstream.script({ refusal: { status: 503, retryAfter: '5' } })
    const cancel = new AbortController()
    provider = retrying(openAi())
    const reading = read(cancel.signal)
    await (
      await upstream.arrival(1)
    ).ended
    cancel.abort()
    await expect(reading).resolves.toBe('')
  })
})
