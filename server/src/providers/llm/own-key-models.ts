import {
  OWN_KEY_VENDOR_NAMES,
  OWN_KEY_VENDORS,
  type OwnKeyVendor,
} from '@vee/contract/entities/own-key-vendors'
import { createAnthropic } from '../anthropic/anthropic.ts'
import type { EndpointConnection } from '../endpoint-connection.ts'
import { createEndpointProvider } from '../endpoint-provider.ts'
import { createGemini } from '../gemini/gemini.ts'
import type { LlmProvider } from './llm.ts'
import { createOpenAi } from '../openai/openai.ts'
import { createOpenRouter } from '../openrouter/openrouter.ts'
import { retrying } from './retry.ts'

interface OwnKeyModelsOptions {
  /** with `/v1` where the vendor has it */
  readonly baseUrls: Readonly<Record<OwnKeyVendor, string>>
  /** the vendors that the host allows */
  readonly vendors: readonly OwnKeyVendor[]
  readonly modelPrimary: string
  readonly timeoutMs: number
}

type Keys = Readonly<Partial<Record<OwnKeyVendor, string | undefined>>>

/** Language models that are called with callers' own keys. */
export interface OwnKeyModels {
  /**
   * Returns the provider that serves the model (its name, or `<vendor>:<name>`) with one of these keys, otherwise
   * another one with its own default model; undefined without a key of a vendor that the host allows.
   */
  choose(keys: Keys, model: string | undefined): { provider: LlmProvider; model: string } | undefined
  /** Returns the connection for a test of a key, with the model that would be used without a wish. */
  connection(vendor: OwnKeyVendor, apiKey: string): EndpointConnection
}

/** Addresses of vendors without a setting of their own. */
export const OWN_KEY_BASE_URLS = {
  openrouter: 'https://openrouter.ai/api/v1',
  mistral: 'https://api.mistral.ai/v1',
  groq: 'https://api.groq.com/openai/v1',
} as const

/** Vendors whose models are known by their names only, and the model for requests without a wish (November 2026). */
const NAMED_MODELS = {
  mistral: {
    first: 'mistral-large-latest',
    serves: /^(?:mistral|ministral|magistral|codestral|devstral|pixtral|voxtral|open-mi[sx]tral)[\w.-]*$/,
  },
  // Other vendors' models run there under names of their own.
  groq: {
    first: 'llama-3.3-70b-versatile',
    serves: /^(?:llama-[\w.-]+|groq\/[\w.-]+|openai\/gpt-oss-[\w.-]+|qwen\/[\w.-]+|moonshotai\/[\w.-]+)$/,
  },
} as const

/** Returns providers for callers' own keys. They are created per request, so that no key is retained. */
export function createOwnKeyModels(options: OwnKeyModelsOptions): OwnKeyModels {
  const { baseUrls, vendors, modelPrimary, timeoutMs } = options
  const connection = (
    vendor: OwnKeyVendor,
    apiKey: string,
    models: readonly string[],
  ): EndpointConnection => ({
    id: vendor,
    name: OWN_KEY_VENDOR_NAMES[vendor],
    protocol: vendor === 'anthropic' || vendor === 'gemini' ? vendor : 'openai',
    baseUrl: baseUrls[vendor],
    apiKey,
    headers: {},
    models,
    prices: null,
    transcriptionModel: null,
    speechModel: null,
    access: { kind: 'everyone' },
  })
  const providerFor = (vendor: OwnKeyVendor, apiKey: string): LlmProvider => {
    const shared = { apiKey, baseUrl: baseUrls[vendor], modelPrimary, timeoutMs }
    switch (vendor) {
      case 'openai':
        return createOpenAi({ ...shared, isVendor: true })
      case 'anthropic':
        return createAnthropic(shared)
      case 'gemini':
        return createGemini(shared)
      case 'openrouter':
        return createOpenRouter(shared)
      case 'mistral':
      case 'groq': {
        const { first, serves } = NAMED_MODELS[vendor]
        const provider = createEndpointProvider(connection(vendor, apiKey, [first]), {
          modelPrimary,
          timeoutMs,
        })
        return { ...provider, serves: (model) => serves.test(model) }
      }
    }
  }
  const providersFor = (keys: Keys) =>
    OWN_KEY_VENDORS.flatMap((vendor) => {
      const key = keys[vendor]
      return key === undefined || !vendors.includes(vendor) ? [] : providerFor(vendor, key)
    })
  return {
    choose(keys, wished) {
      const providers = providersFor(keys)
      const [vendor, model] = splitVendor(wished)
      const named = providers.find(({ id }) => id === vendor)
      const serving = model === undefined ? undefined : providers.find((provider) => provider.serves(model))
      const chosen = named ?? serving
      if (chosen && model !== undefined) return { provider: retrying(chosen), model }
      for (const provider of providers) {
        const own = provider.defaultModel()
        if (own !== undefined) return { provider: retrying(provider), model: own }
      }
      return undefined
    },
    connection(vendor, apiKey) {
      const first = providerFor(vendor, apiKey).defaultModel()
      return connection(vendor, apiKey, first === undefined ? [] : [first])
    },
  }
}

/** Splits `<vendor>:<name>`; the vendor is undefined for a name without one. */
function splitVendor(
  model: string | undefined,
): readonly [vendor: string | undefined, name: string | undefined] {
  const vendor = OWN_KEY_VENDORS.find((candidate) => model?.startsWith(`${candidate}:`))
  return [vendor, vendor === undefined ? model : model?.slice(vendor.length + 1)]
}
