import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aRequest } from '../../../../fakes/llm-provider-suite.ts'
import { startUpstream, type Upstream } from '../../../../fakes/upstream/index.ts'
import type { LlmRequest } from '../llm/llm.ts'
import { createOpenAi } from './openai.ts'

describe('OpenAI', () => {
  let upstream: Upstream
  beforeAll(async () => {
    upstream = await startUpstream()
  })
  beforeEach(() => upstream.reset())
  afterAll(() => upstream.close())

  async function bodyFor(
    model: string,
    isVendor = true,
    options: Pick<LlmRequest, 'reasoningEffort'> = {},
  ): Promise<unknown> {
    const baseUrl = `${upstream.url}/v1`
    const provider = createOpenAi({
      apiKey: undefined,
      baseUrl,
      isVendor,
      modelPrimary: model,
      timeoutMs: 10_000,
    })
    const request = aRequest(model, { maxOutputTokens: 50, ...options })
    await provider.stream(request, new AbortController().signal, () => {})
    return upstream.requests.at(-1)?.json
  }

  it.each(['gpt-5.1', 'gpt-5.4-mini', 'gpt-6-luna', 'gpt-6.1-terra', 'gpt-5.4-2026-03-05'])(
    'disables reasoning of %s, to reduce latency',
    async (model) => {
      expect(await bodyFor(model)).toHaveProperty('reasoning_effort', 'none')
    },
  )

  it.each(['gpt-4o', 'gpt-5', 'gpt-5-mini', 'o3', 'gpt-6-astra', 'gpt-5.4-pro'])(
    'does not change reasoning of %s, which cannot disable it or never reasons',
    async (model) => {
      expect(await bodyFor(model)).not.toHaveProperty('reasoning_effort')
    },
  )

  it.each([
    ['gpt-5.4', 'high', 'high'],
    ['gpt-5', 'low', 'low'],
    ['o3', 'medium', 'medium'],
    ['gpt-5', 'none', undefined],
    ['gpt-4o', 'high', undefined],
  ] as const)('of %s with the effort %s requests %s', async (model, reasoningEffort, sent) => {
    const body = (await bodyFor(model, true, { reasoningEffort })) as { reasoning_effort?: string }
    expect(body.reasoning_effort).toBe(sent)
  })

  it('limits the reply with the field of the server', async () => {
    expect(await bodyFor('gpt-4o')).toMatchObject({ max_completion_tokens: 50 })
    expect(await bodyFor('gpt-4o', false)).toMatchObject({ max_tokens: 50 })
  })

  it('sends no authorization without a key', async () => {
    await bodyFor('qwen3', false)
    expect(upstream.requests[0]?.headers.authorization).toBeUndefined()
  })
})
