import { createAnthropic } from './anthropic/anthropic.ts'
import type { LlmProvider } from './llm.ts'
import { createOpenAi } from './openai/openai.ts'
import { retrying } from './retry.ts'

export interface OwnKeyModelsOptions {
  readonly openaiBaseUrl: string
  readonly anthropicBaseUrl: string
  readonly modelPrimary: string
  readonly timeoutMs: number
}

interface Keys {
  readonly openai?: string | undefined
  readonly anthropic?: string | undefined
}

interface OwnKeyModels {
  /** Who serves the model with one of these keys; else another of them with its own default; undefined without a key. */
  choose(keys: Keys, model: string | undefined): { provider: LlmProvider; model: string } | undefined
}

/** Providers for keys that people bring along, made for one request each: nothing of a key outlives it. */
export function createOwnKeyModels(options: OwnKeyModelsOptions): OwnKeyModels {
  const { modelPrimary, timeoutMs } = options
  const openai = (apiKey: string) =>
    createOpenAi({ apiKey, baseUrl: options.openaiBaseUrl, isVendor: true, modelPrimary, timeoutMs })
  const anthropic = (apiKey: string) =>
    createAnthropic({ apiKey, baseUrl: options.anthropicBaseUrl, modelPrimary, timeoutMs })
  return {
    choose(keys, model) {
      const providers = [
        ...(keys.openai === undefined ? [] : [openai(keys.openai)]),
        ...(keys.anthropic === undefined ? [] : [anthropic(keys.anthropic)]),
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
