import { describe, expect, it } from 'vitest'
import { describeLlmProvider, type LlmSuiteSubject } from '../../../../fakes/llm-provider-suite.ts'
import { startGemini } from '../../../../fakes/gemini/index.ts'
import { createAnthropic } from '../anthropic/anthropic.ts'
import { createGemini } from '../gemini/gemini.ts'
import { createLmStudio } from '../lmstudio/lmstudio.ts'
import { createOllama } from '../ollama/ollama.ts'
import { createOpenAi } from '../openai/openai.ts'
import { createOpenRouter } from '../openrouter/openrouter.ts'
import { createLlmRegistry } from './registry.ts'

const apiKey = 'sk-test-51-nobody-may-see-this'

const openAiAt =
  (model: string, isVendor: boolean): LlmSuiteSubject['create'] =>
  ({ upstreamUrl, timeoutMs }) =>
    createOpenAi({ apiKey, baseUrl: `${upstreamUrl}/v1`, isVendor, modelPrimary: model, timeoutMs })

/** Providers under test. The last test fails if a provider of the registry is missing here. */
const SUBJECTS: Readonly<Record<string, LlmSuiteSubject>> = {
  openai: { model: 'gpt-4o', apiKey, create: openAiAt('gpt-4o', true) },
  'openai (another server)': { model: 'qwen3', apiKey, create: openAiAt('qwen3', false) },
  anthropic: {
    model: 'claude-sonnet-5-5',
    apiKey,
    marksItsEnd: true,
    create: ({ upstreamUrl, timeoutMs }) =>
      createAnthropic({ apiKey, baseUrl: upstreamUrl, modelPrimary: 'gpt-4o', timeoutMs }),
  },
  gemini: {
    model: 'gemini-3.8-flash',
    apiKey,
    marksItsEnd: true,
    startVendor: startGemini,
    create: ({ upstreamUrl, timeoutMs }) =>
      createGemini({ apiKey, baseUrl: upstreamUrl, modelPrimary: 'gpt-4o', timeoutMs }),
  },
  openrouter: {
    model: 'openai/gpt-4o',
    apiKey,
    create: ({ upstreamUrl, timeoutMs }) =>
      createOpenRouter({ apiKey, baseUrl: `${upstreamUrl}/api/v1`, modelPrimary: 'gpt-4o', timeoutMs }),
  },
  ollama: {
    model: 'llama3.2:latest',
    create: ({ upstreamUrl, timeoutMs }) =>
      createOllama({ url: upstreamUrl, modelPrimary: 'gpt-4o', timeoutMs }),
  },
  lmstudio: {
    model: 'qwen3-8b',
    create: ({ upstreamUrl, timeoutMs }) =>
      createLmStudio({ url: upstreamUrl, modelPrimary: 'gpt-4o', timeoutMs }),
  },
}

for (const [name, subject] of Object.entries(SUBJECTS)) describeLlmProvider(name, subject)

describe('the suite', () => {
  it('runs over every registered provider', () => {
    const connection = { apiKey, baseUrl: 'http://127.0.0.1:9' }
    const { providers } = createLlmRegistry({
      openai: connection,
      anthropic: connection,
      gemini: connection,
      openrouter: connection,
      modelPrimary: 'gpt-4o',
      localProviders: true,
      providerTimeoutMs: 1_000,
      builtIn: [],
    })
    expect(providers.map(({ id }) => id).filter((id) => !(id in SUBJECTS))).toEqual([])
  })
})
