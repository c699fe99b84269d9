import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startUpstream, type Upstream } from '../../../../fakes/upstream/index.ts'
import type { LlmProvider } from './llm.ts'
import { createEndpointProvider } from '../endpoint-provider.ts'
import { createLlmRegistry, type LlmRegistryOptions } from './registry.ts'

const NOBODY_URL = 'http://127.0.0.1:9'

const builtIn: LlmProvider = {
  id: 'builtin',
  name: 'Built-in responder',
  location: 'server',
  defaultModel: () => 'built-in',
  serves: (model) => model === 'built-in',
  availability: async () => ({ available: true, reason: null, hint: null, envVar: null }),
  stream: async () => {},
}

const nothingSet: LlmRegistryOptions = {
  openai: { apiKey: undefined, baseUrl: 'https://api.openai.com/v1' },
  anthropic: { apiKey: undefined, baseUrl: 'https://api.anthropic.com' },
  gemini: { apiKey: undefined, baseUrl: 'https://generativelanguage.googleapis.com' },
  openrouter: { apiKey: undefined, baseUrl: 'https://openrouter.ai/api/v1' },
  modelPrimary: 'gpt-4o',
  localProviders: true,
  providerTimeoutMs: 1_000,
  builtIn: [builtIn],
  localUrls: { ollama: NOBODY_URL, lmStudio: NOBODY_URL },
}

const withKey = (id: 'openai' | 'anthropic' | 'gemini' | 'openrouter') => ({
  [id]: { ...nothingSet[id], apiKey: 'key' },
})

async function chosen(options: Partial<LlmRegistryOptions>, model?: string) {
  const choice = await createLlmRegistry({ ...nothingSet, ...options }).choose(model)
  return choice && `${choice.provider.id}: ${choice.model}`
}

const endpoint = (id: string, models: readonly string[]) =>
  createEndpointProvider(
    {
      id,
      name: id,
      protocol: 'openai',
      baseUrl: `${NOBODY_URL}/v1`,
      apiKey: undefined,
      headers: {},
      models,
      prices: null,
      transcriptionModel: null,
      speechModel: null,
      access: { kind: 'everyone' },
    },
    { modelPrimary: 'gpt-4o', timeoutMs: 1_000 },
  )

const twoEndpoints = () => [endpoint('ep-1', ['mistral']), endpoint('ep-2', ['qwen', 'llama3.2:latest'])]

describe('the registry of language models', () => {
  let upstream: Upstream
  beforeAll(async () => {
    upstream = await startUpstream()
  })
  beforeEach(() => upstream.reset())
  afterAll(() => upstream.close())

  const withOllama = () => ({ localUrls: { ollama: upstream.url, lmStudio: NOBODY_URL } })

  const ownServer = () => ({ openai: { apiKey: undefined, baseUrl: `${upstream.url}/v1` } })

  it.each([
    ['ep-2:qwen', 'ep-2: qwen'],
    ['ep-1:qwen', undefined],
    ['qwen', 'ep-2: qwen'],
    ['ep-2:llama3.2:latest', 'ep-2: llama3.2:latest'],
    ['nobody:qwen', undefined],
  ])('serves %s at %s', async (model, served) => {
    expect(await chosen({ endpoints: twoEndpoints, builtIn: [] }, model)).toBe(served)
  })

  describe('without a wished model', () => {
    it('prefers vendors in their order, then local servers, then built-in providers', async () => {
      upstream.offerModels(['llama3.2:latest'])
      expect(await chosen({ ...withKey('openai'), ...withKey('anthropic'), ...withOllama() })).toBe(
        'openai: gpt-4o',
      )
      expect(await chosen({ ...withKey('anthropic'), ...withOllama() })).toBe('anthropic: claude-sonnet-5-5')
      expect(await chosen({ ...withKey('gemini'), ...withOllama() })).toBe('gemini: gemini-3.8-flash')
      expect(await chosen({ ...withKey('openrouter'), ...withOllama() })).toBe('openrouter: openai/gpt-4o')
      expect(await chosen(withOllama())).toBe('ollama: llama3.2:latest')
      expect(await chosen({})).toBe('builtin: built-in')
    })

    it('returns undefined if nothing is configured or built in', async () => {
      expect(await chosen({ builtIn: [] })).toBeUndefined()
    })

    it('uses endpoints of the host after the vendors of the environment and before local servers', async () => {
      upstream.offerModels(['llama3.2:latest'])
      const endpoints = twoEndpoints
      expect(await chosen({ ...withKey('openai'), ...withOllama(), endpoints })).toBe('openai: gpt-4o')
      expect(await chosen({ ...withOllama(), endpoints })).toBe('ep-1: mistral')
    })

    it('uses the first provider that the caller may use', async () => {
      const registry = createLlmRegistry({ ...nothingSet, endpoints: () => [endpoint('ep-1', ['mistral'])] })
      const choice = await registry.choose(undefined, ({ id }) => id !== 'ep-1')
      expect(choice?.provider.id).toBe('builtin')
    })

    it('does not look for local servers while a vendor is there', async () => {
      await chosen({ ...withKey('openai'), ...withOllama() })
      expect(upstream.listCount).toBe(0)
    })

    it('does not look for local servers when it must not', async () => {
      expect(await chosen({ ...withOllama(), localProviders: false })).toBe('builtin: built-in')
      expect(upstream.listCount).toBe(0)
    })

    it('uses the primary model of the settings where it is served', async () => {
      upstream.offerModels(['qwen3:8b', 'gemma3:latest'])
      expect(await chosen({ ...withOllama(), modelPrimary: 'gemma3' })).toBe('ollama: gemma3:latest')
      expect(await chosen({ ...withKey('anthropic'), modelPrimary: 'claude-opus-5-5' })).toBe(
        'anthropic: claude-opus-5-5',
      )
      expect(await chosen({ ...withKey('gemini'), modelPrimary: 'gemini-4-argon' })).toBe(
        'gemini: gemini-4-argon',
      )
      expect(await chosen({ ...withKey('openai'), modelPrimary: 'claude-opus-5-5' })).toBe('openai: gpt-4o')
      expect(await chosen({ ...withKey('openrouter'), modelPrimary: 'llama3' })).toBe(
        'openrouter: openrouter/auto',
      )
    })

    it('excludes models for embeddings', async () => {
      upstream.offerModels(['nomic-embed-text:latest', 'llama3.2:latest'])
      expect(await chosen(withOllama())).toBe('ollama: llama3.2:latest')
    })
  })

  describe('with a wished model', () => {
    it('returns the provider that serves a model', async () => {
      upstream.offerModels(['llama3.2:latest'])
      const all = {
        ...withKey('openai'),
        ...withKey('anthropic'),
        ...withKey('gemini'),
        ...withKey('openrouter'),
        ...withOllama(),
      }
      expect(await chosen(all, 'gpt-5.4-mini')).toBe('openai: gpt-5.4-mini')
      expect(await chosen(all, 'claude-opus-5-5')).toBe('anthropic: claude-opus-5-5')
      expect(await chosen(all, 'gemini-4-argon')).toBe('gemini: gemini-4-argon')
      expect(await chosen(all, 'google/gemini-4-argon')).toBe('openrouter: google/gemini-4-argon')
      expect(await chosen(all, 'mistralai/mistral-large')).toBe('openrouter: mistralai/mistral-large')
      expect(await chosen(all, 'llama3.2')).toBe('ollama: llama3.2')
      expect(await chosen(all, 'built-in')).toBe('builtin: built-in')
    })

    it('returns undefined if no provider serves the model', async () => {
      expect(await chosen(withKey('openai'), 'no-such-model')).toBeUndefined()
      expect(await chosen({}, 'gpt-4o')).toBeUndefined()
    })
  })

  describe('a self-hosted server at OPENAI_BASE_URL', () => {
    it('needs no key, and uses a model that it has', async () => {
      upstream.offerModels(['bge-m3', 'qwen3-32b'])
      expect(await chosen(ownServer())).toBe('openai: qwen3-32b')
      expect(await chosen(ownServer(), 'qwen3-32b')).toBe('openai: qwen3-32b')
      expect(await chosen(ownServer(), 'bge-m3')).toBeUndefined()
    })

    it('uses the model of the settings if it has no list', async () => {
      upstream.scriptOnly('list', { refusal: { status: 404 } })
      expect(await chosen(ownServer())).toBe('openai: gpt-4o')
      expect(await chosen({ ...ownServer(), modelPrimary: 'my-model' })).toBe('openai: my-model')
    })
  })

  describe('its availability', () => {
    it('names the missing setting of a vendor, and the problem of a local server', async () => {
      const availability = await createLlmRegistry(nothingSet).availability()
      expect(Object.keys(availability)).toEqual([
        'openai',
        'anthropic',
        'gemini',
        'openrouter',
        'ollama',
        'lmstudio',
        'builtin',
      ])
      expect(availability).toMatchObject({
        openai: { available: false, envVar: 'OPENAI_API_KEY' },
        anthropic: { available: false, envVar: 'ANTHROPIC_API_KEY' },
        gemini: { available: false, envVar: 'GEMINI_API_KEY' },
        openrouter: { available: false, envVar: 'OPENROUTER_API_KEY' },
        ollama: { available: false, envVar: null, reason: 'Ollama was not found on this machine.' },
        builtin: { available: true },
      })
    })

    it('distinguishes a local server without a model from one that is not running', async () => {
      upstream.offerModels(['nomic-embed-text'])
      const { ollama } = await createLlmRegistry({ ...nothingSet, ...withOllama() }).availability()
      expect(ollama).toMatchObject({ available: false, reason: 'Ollama is running and has no model.' })
    })

    it('contains no key', async () => {
      const registry = createLlmRegistry({
        ...nothingSet,
        openai: { apiKey: 'sk-secret', baseUrl: `${upstream.url}/v1` },
      })
      expect(JSON.stringify(await registry.availability())).not.toContain('sk-secret')
    })
  })
})
