import { expect, it } from 'vitest'
import { createAnthropic } from '#providers/anthropic/anthropic.ts'
import type { LlmOptions } from '#providers/llm/llm.ts'
import { assertSupported } from './model-request.ts'

const anthropic = {
  provider: createAnthropic({
    apiKey: 'k',
    baseUrl: 'http://127.0.0.1:1',
    modelPrimary: '',
    timeoutMs: 1_000,
  }),
  model: 'claude-opus-5-5',
}

it.each([
  [{ seed: 0 }, 'seed'],
  [{ presencePenalty: 0.5 }, 'presence_penalty'],
  [{ frequencyPenalty: -0.5 }, 'frequency_penalty'],
  [{ logitBias: { 7: -100 } }, 'logit_bias'],
  [{ responseFormat: { type: 'json_object' } }, 'response_format'],
] as const satisfies readonly (readonly [LlmOptions, string])[])(
  'refuses an option that the protocol of the provider does not have: %j',
  (options, path) => {
    const message = `Anthropic does not support ${path}.`
    expect(() => assertSupported({ options }, anthropic)).toThrow(
      expect.objectContaining({ code: 'VALIDATION', details: [{ path, message }] }),
    )
  },
)

it('passes on options that the provider has', () => {
  expect(() =>
    assertSupported({ options: { temperature: 0, topP: 1, stop: ['END'] } }, anthropic),
  ).not.toThrow()
})

it('refuses tools for a model that calls none', () => {
  const provider = { ...anthropic.provider, describe: () => ({ canUseTools: false }) }
  expect(() => assertSupported({ tools: [] }, { ...anthropic, provider })).toThrow(
    expect.objectContaining({ code: 'VALIDATION', details: [expect.objectContaining({ path: 'tools' })] }),
  )
})
