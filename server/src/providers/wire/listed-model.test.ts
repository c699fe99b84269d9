import { expect, it } from 'vitest'
import { reportedModels } from './listed-model.ts'

const report = (entry: object) => reportedModels({ data: [{ id: 'm', ...entry }] }).get('m')

it.each([
  [
    'OpenRouter',
    {
      context_length: 1_048_576,
      architecture: { input_modalities: ['text', 'image'] },
      supported_parameters: ['tools', 'reasoning', 'temperature'],
      top_provider: { max_completion_tokens: 65_536 },
      pricing: { prompt: '0.0000025', completion: '0.00001', input_cache_read: '0.00000025' },
    },
    {
      canSee: true,
      canUseTools: true,
      canReason: true,
      contextTokens: 1_048_576,
      outputTokens: 65_536,
      prices: { input: 2.5, output: 10, cachedInput: 0.25 },
    },
  ],
  [
    'Mistral',
    { max_context_length: 131_072, capabilities: { vision: false, function_calling: true } },
    { canSee: false, canUseTools: true, contextTokens: 131_072 },
  ],
  [
    'Groq',
    { context_window: 131_072, max_completion_tokens: 32_768 },
    { contextTokens: 131_072, outputTokens: 32_768 },
  ],
  ['vLLM', { max_model_len: 8_192 }, { contextTokens: 8_192 }],
])('reads what the list of %s states', (_, entry, expected) => {
  expect(report(entry)).toEqual(expected)
})

it.each([
  ['a price that varies', { pricing: { prompt: '-1', completion: '-1' } }],
  ['a price that is no number', { pricing: { prompt: 'free', completion: '0' } }],
  ['a price beyond any', { pricing: { prompt: '9', completion: '9' } }],
  ['sizes that are none', { context_length: 'long', max_completion_tokens: -1, context_window: 1e12 }],
  [
    'fields of another shape',
    { architecture: 7, supported_parameters: 'tools', capabilities: { vision: 'yes' } },
  ],
])('takes %s for absent', (_, entry) => {
  expect(report(entry)).toEqual({})
})

it('reads nothing from what is not a list', () => {
  expect(reportedModels(null).size).toBe(0)
  expect(reportedModels({ data: [7, null, {}] }).size).toBe(0)
})
