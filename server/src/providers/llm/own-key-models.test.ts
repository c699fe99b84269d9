import { expect, it } from 'vitest'
import { OWN_KEY_VENDORS } from '@vee/contract/entities/own-key-vendors'
import { startUpstream } from '../../../../fakes/upstream/index.ts'
import { createOwnKeyModels, OWN_KEY_BASE_URLS } from './own-key-models.ts'

const options = {
  baseUrls: {
    ...OWN_KEY_BASE_URLS,
    openai: 'http://127.0.0.1:9/v1',
    anthropic: 'http://127.0.0.1:9',
    gemini: 'http://127.0.0.1:9',
  },
  vendors: OWN_KEY_VENDORS,
  modelPrimary: 'gpt-4o',
  timeoutMs: 1_000,
}
const models = createOwnKeyModels(options)
const all = { openai: 'key-1', anthropic: 'key-2', gemini: 'key-3' }

it.each([
  [all, 'gpt-4o', 'openai: gpt-4o'],
  [all, 'claude-sonnet-5-5', 'anthropic: claude-sonnet-5-5'],
  [all, 'gemini-4-argon', 'gemini: gemini-4-argon'],
  [all, 'anthropic:claude-sonnet-5-5', 'anthropic: claude-sonnet-5-5'],
  [all, 'llama3.2', 'openai: gpt-4o'],
  [{ gemini: 'key-3' }, 'gpt-4o', 'gemini: gemini-3.8-flash'],
  [{ openrouter: 'key-4' }, 'gpt-4o', 'openrouter: openai/gpt-4o'],
  [{ openrouter: 'key-4' }, 'openrouter:meta/llama-4', 'openrouter: meta/llama-4'],
  [{ mistral: 'key-5' }, 'magistral-medium-latest', 'mistral: magistral-medium-latest'],
  [{ mistral: 'key-5' }, 'gpt-4o', 'mistral: mistral-large-latest'],
  [{ groq: 'key-6' }, 'groq:any/model', 'groq: any/model'],
  [{ groq: 'key-6' }, undefined, 'groq: llama-3.3-70b-versatile'],
  [{}, 'gpt-4o', undefined],
])('serves with the keys %j the model %s by %s', (keys, model, served) => {
  const choice = models.choose(keys, model)
  expect(choice && `${choice.provider.id}: ${choice.model}`).toBe(served)
})

it('ignores keys of vendors that the host does not allow', () => {
  const few = createOwnKeyModels({ ...options, vendors: ['groq'] })
  expect(few.choose(all, 'gpt-4o')).toBeUndefined()
  expect(few.choose({ ...all, groq: 'key-6' }, 'gpt-4o')?.provider.id).toBe('groq')
})

it.each(['openrouter', 'mistral', 'groq'] as const)('sends a key of %s to its vendor', async (vendor) => {
  const upstream = await startUpstream()
  try {
    const baseUrls = { ...options.baseUrls, [vendor]: `${upstream.url}/v1` }
    const choice = createOwnKeyModels({ ...options, baseUrls }).choose({ [vendor]: 'key-of-mine' }, undefined)
    let text = ''
    await choice?.provider.stream(
      {
        model: choice.model,
        system: '',
        messages: [{ role: 'user', content: 'Hello' }],
        agentId: 'v_agent',
        language: 'en',
        locale: 'en',
        maxOutputTokens: undefined,
        tools: [],
      },
      new AbortController().signal,
      (event) => {
        if (event.type === 'text') text += event.text
      },
    )
    expect(text).not.toBe('')
    expect(upstream.requests[0]?.headers['authorization']).toBe('Bearer key-of-mine')
  } finally {
    await upstream.close()
  }
})
