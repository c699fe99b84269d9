import { createAnthropic } from './anthropic/anthropic.ts'
import type { Availability } from './failure.ts'
import type { LlmProvider } from './llm.ts'
import { createLmStudio, LM_STUDIO_URL } from './lmstudio/lmstudio.ts'
import { createOllama, OLLAMA_URL } from './ollama/ollama.ts'
import { createOpenAi } from './openai/openai.ts'
import { createOpenRouter } from './openrouter/openrouter.ts'
import { retrying } from './retry.ts'

interface Connection {
  readonly apiKey: string | undefined
  readonly baseUrl: string
}

/** The part of the settings that language models need, and what was built elsewhere. */
export interface LlmRegistryOptions {
  readonly openai: Connection
  readonly anthropic: Connection
  readonly openrouter: Connection
  readonly modelPrimary: string
  /** whether to look for Ollama and LM Studio on this machine */
  readonly localProviders: boolean
  readonly providerTimeoutMs: number
  /** providers that need no vendor, in order of preference; they come after all others */
  readonly builtIn: readonly LlmProvider[]
  readonly localUrls?: { readonly ollama: string; readonly lmStudio: string }
}

/** Who answers, and as what. */
interface LlmChoice {
  readonly provider: LlmProvider
  readonly model: string
}

export interface LlmRegistry {
  /** in order of preference */
  readonly providers: readonly LlmProvider[]
  /**
   * The provider that serves `model`, or the preferred one with its own default model. Only providers that are available
   * count; `preferredIds` come before the others. Undefined when nobody can, which tells the caller to decide.
   */
  choose(model: string | undefined, preferredIds?: readonly string[]): Promise<LlmChoice | undefined>
  /** by provider id */
  availability(): Promise<Readonly<Record<string, Availability>>>
}

const OPENAI_HOST = 'api.openai.com'

export function createLlmRegistry(options: LlmRegistryOptions): LlmRegistry {
  const providers = [...vendors(options), ...localServers(options)].map((provider) => retrying(provider))
  return registryOf([...providers, ...options.builtIn])
}

function vendors({ openai, anthropic, openrouter, modelPrimary, providerTimeoutMs }: LlmRegistryOptions) {
  const shared = { modelPrimary, timeoutMs: providerTimeoutMs }
  return [
    createOpenAi({ ...openai, ...shared, isVendor: new URL(openai.baseUrl).hostname === OPENAI_HOST }),
    createAnthropic({ ...anthropic, ...shared }),
    createOpenRouter({ ...openrouter, ...shared }),
  ]
}

function localServers({ localProviders, localUrls, modelPrimary, providerTimeoutMs }: LlmRegistryOptions) {
  if (!localProviders) return []
  const shared = { modelPrimary, timeoutMs: providerTimeoutMs }
  return [
    createOllama({ ...shared, url: localUrls?.ollama ?? OLLAMA_URL }),
    createLmStudio({ ...shared, url: localUrls?.lmStudio ?? LM_STUDIO_URL }),
  ]
}

function registryOf(providers: readonly LlmProvider[]): LlmRegistry {
  return {
    providers,
    choose: async (model, preferredIds = []) => {
      const isPreferred = ({ id }: LlmProvider) => preferredIds.includes(id)
      const preferred = preferredIds.flatMap((id) => providers.filter((provider) => provider.id === id))
      for (const provider of [...preferred, ...providers.filter((provider) => !isPreferred(provider))]) {
        // Availability first: a server that comes and goes knows its models only after it.
        if (!(await provider.availability()).available) continue
        const chosen = model ?? provider.defaultModel()
        if (chosen !== undefined && provider.serves(chosen)) return { provider, model: chosen }
      }
      return undefined
    },
    availability: async () =>
      Object.fromEntries(
        await Promise.all(
          providers.map(async (provider) => [provider.id, await provider.availability()] as const),
        ),
      ),
  }
}
