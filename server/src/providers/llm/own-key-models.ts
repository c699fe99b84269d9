import { createAnthropic } from '../anthropic/anthropic.ts'
import { createGemini } from '../gemini/gemini.ts'
import type { LlmProvider } from './llm.ts'
import { createOpenAi } from '../openai/openai.ts'
import { retrying } from './retry.ts'

export interface OwnKeyModelsOptions {
  readonly openaiBaseUrl: string
  readonly anthropicBaseUrl: string
  readonly geminiBaseUrl: string
  readonly modelPrimary: string
  readonly timeoutMs: number
}

interface Keys {
  readonly openai?: string | undefined
  readonly anthropic?: string | undefined
  readonly gemini?: string | undefined
}

interface OwnKeyModels {
  /**
   * Returns the provider that serves the model with one of these keys, otherwise another one with its own
   * default model; undefined without a key.
   */
  choose(keys: Keys, model: string | undefined): { provider: LlmProvider; model: string } | undefined
}

/** Returns providers for callers' own keys. They are created per request, so that no key is retained. */
export function createOwnKeyModels(options: OwnKeyModelsOptions): OwnKeyModels {
  const { modelPrimary, timeoutMs } = options
  const openai = (apiKey: string) =>
    createOpenAi({ apiKey, baseUrl: options.openaiBaseUrl, isVendor: true, modelPrimary, timeoutMs })
  const anthropic = (apiKey: string) =>
    createAnthropic({ apiKey, baseUrl: options.anthropicBaseUrl, modelPrimary, timeoutMs })
  const gemini = (apiKey: string) =>
    createGemini({ apiKey, baseUrl: options.geminiBaseUrl, modelPrimary, timeoutMs })
  return {
    choose(keys, model) {
      const providers = [
        ...(keys.openai === undefined ? [] : [openai(keys.openai)]),
        ...(keys.anthropic === undefined ? [] : [anthropic(keys.anthropic)]),
        ...(keys.gemini === undefined ? [] : [gemini(keys.gemini)]),
      ]
      const serving = model === undefined ? undefined : providers.find((provider) => provider.serves(model))
      if (serving && model !== undefined) return { provider: retrying(serving), model }
      for (const provider of providers) {
        const own = provider.defaultModel()
        if (own !== undefined) return { provider: retrying(provider), model: own }
      }
      return undefined
    },
  }
}
