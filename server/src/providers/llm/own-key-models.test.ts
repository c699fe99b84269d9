import { expect, it } from 'vitest'
import { createOwnKeyModels } from './own-key-models.ts'

const models = createOwnKeyModels({
  openaiBaseUrl: 'http://127.0.0.1:9/v1',
  anthropicBaseUrl: 'http://127.0.0.1:9',
  geminiBaseUrl: 'http://127.0.0.1:9',
  modelPrimary: 'gpt-4o',
  timeoutMs: 1_000,
})
const all = { openai: 'key-1', anthropic: 'key-2', gemini: 'key-3' }

it.each([
  [all, 'gpt-4o', 'openai: gpt-4o'],
  [all, 'claude-sonnet-5-5', 'anthropic: claude-sonnet-5-5'],
  [all, 'gemini-4-argon', 'gemini: gemini-4-argon'],
  [all, 'llama3.2', 'openai: gpt-4o'],
  [{ gemini: 'key-3' }, 'gpt-4o', 'gemini: gemini-3.8-flash'],
  [{}, 'gpt-4o', undefined],
])('serves with the keys %j the model %s by %s', (keys, model, served) => {
  const choice = models.choose(keys, model)
  expect(choice && `${choice.provider.id}: ${choice.model}`).toBe(served)
})
