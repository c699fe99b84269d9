import type { ProviderTrouble } from '@vee/contract/entities/model-endpoint'
import { createAnthropic } from '../anthropic/anthropic.ts'
import type { Availability } from '../failure.ts'
import { createGemini } from '../gemini/gemini.ts'
import { chargeTheSame, type CircuitBreaker, createCircuitBreaker, withFailover } from './failover.ts'
import type { FirstTokenTimes } from './first-token-times.ts'
import { createKeyWarnings } from './key-warnings.ts'
import type { LlmProvider } from './llm.ts'
import { type ModelEdits, withEdits } from './model-edits.ts'
import { createLmStudio, LM_STUDIO_URL } from '../lmstudio/lmstudio.ts'
import { createOllama, OLLAMA_URL } from '../ollama/ollama.ts'
import { createOpenAi } from '../openai/openai.ts'
import { createOpenRouter } from '../openrouter/openrouter.ts'
import { retrying } from './retry.ts'

interface Connection {
  readonly apiKey: string | undefined
  readonly baseUrl: string
}

/** Settings and dependencies of the registry of language models. */
export interface LlmRegistryOptions {
  readonly openai: Connection
  readonly anthropic: Connection
  readonly gemini: Connection
  readonly openrouter: Connection
  /** vendors whose models search by the vendor's own search; default: none */
  readonly searchByVendor?: readonly string[]
  readonly modelPrimary: string
  /** whether to detect Ollama and LM Studio on this machine */
  readonly localProviders: boolean
  readonly providerTimeoutMs: number
  /** providers without a vendor, in order of preference; they have the lowest priority */
  readonly builtIn: readonly LlmProvider[]
  /** providers of the endpoints that the host has added; they follow the vendors of the environment */
  readonly endpoints?: () => readonly LlmProvider[]
  /** reloads `endpoints`; called for a model of an endpoint that is not known here, which another server may have added */
  readonly refreshEndpoints?: () => Promise<void>
  readonly times?: FirstTokenTimes
  /** milliseconds since 1970 */
  readonly now?: () => number
  /** what the host states about models */
  readonly edits?: ModelEdits
  readonly localUrls?: { readonly ollama: string; readonly lmStudio: string }
}

/** The chosen provider and model. */
interface LlmChoice {
  readonly provider: LlmProvider
  readonly model: string
}

export interface LlmRegistry {
  /** in order of preference */
  readonly providers: readonly LlmProvider[]
  /** the providers of models that the host can edit, as they are without the host's edits */
  readonly providersBeforeHostEdits: readonly LlmProvider[]
  /**
   * Returns the provider that serves `model` (its name, or `<provider id>:<name>` for one provider's), or the preferred
   * one with its own default model, among the available providers that `allows` accepts. `first` are providers of the
   * caller alone, which precede all others. Undefined if there is none.
   */
  choose(
    model: string | undefined,
    allows?: (provider: LlmProvider) => boolean,
    first?: readonly LlmProvider[],
  ): Promise<LlmChoice | undefined>
  /** Returns why replies of a provider fail on this server, if they do, else why its key soon will. */
  trouble(providerId: string): ProviderTrouble | undefined
  /** Forgets the failures of a provider, after a test that it passed. */
  recovered(providerId: string): void
  /** Asks the vendors about keys that soon fail. */
  refreshKeyWarnings(): Promise<void>
  /** by provider id */
  availability(): Promise<Readonly<Record<string, Availability>>>
}

/** `<id of an endpoint>:<model>` */
const OF_ENDPOINT = /^ep-[0-9a-f]+:/

const OPENAI_HOST = 'api.openai.com'

export function createLlmRegistry(options: LlmRegistryOptions): LlmRegistry {
  const { times, edits, endpoints = () => [], refreshEndpoints, now = Date.now } = options
  const breaker = createCircuitBreaker()
  const withRetriesAndEdits = (provider: LlmProvider) => {
    const retried = retrying(provider)
    const measured = times ? times.measured(retried) : retried
    return edits ? withEdits(measured, edits) : measured
  }
  const [fromVendors, local] = [vendors(options), localServers(options)]
  const first = fromVendors.map(withRetriesAndEdits)
  const last = [...local.map(withRetriesAndEdits), ...options.builtIn]
  const added = new WeakMap<LlmProvider, LlmProvider>()
  const withRetriesAndEditsOnce = (provider: LlmProvider) => {
    const addedProvider = added.get(provider)
    if (addedProvider) return addedProvider
    // An endpoint with another key or address has not failed yet.
    breaker.succeeded(provider.id)
    const created = withRetriesAndEdits(provider)
    added.set(provider, created)
    return created
  }
  return registryOf({
    providers: () => [...first, ...endpoints().map(withRetriesAndEditsOnce), ...last],
    providersBeforeHostEdits: () => [...fromVendors, ...endpoints(), ...local],
    withRetriesAndEdits: withRetriesAndEditsOnce,
    refreshEndpoints,
    breaker,
    now,
  })
}

function vendors(options: LlmRegistryOptions) {
  const { openai, anthropic, gemini, openrouter, modelPrimary, providerTimeoutMs } = options
  const shared = { modelPrimary, timeoutMs: providerTimeoutMs }
  const searching = (id: string) => ({
    ...shared,
    searchesByVendor: options.searchByVendor?.includes(id) ?? false,
  })
  const isVendor = new URL(openai.baseUrl).hostname === OPENAI_HOST
  return [
    createOpenAi({ ...openai, ...searching('openai'), isVendor }),
    createAnthropic({ ...anthropic, ...searching('anthropic') }),
    createGemini({ ...gemini, ...searching('gemini') }),
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

interface RegistryOptions {
  readonly providers: () => readonly LlmProvider[]
  readonly providersBeforeHostEdits: () => readonly LlmProvider[]
  readonly withRetriesAndEdits: (provider: LlmProvider) => LlmProvider
  readonly refreshEndpoints: LlmRegistryOptions['refreshEndpoints']
  readonly breaker: CircuitBreaker
  readonly now: () => number
}

function registryOf({
  providers,
  providersBeforeHostEdits,
  withRetriesAndEdits,
  refreshEndpoints,
  breaker,
  now,
}: RegistryOptions): LlmRegistry {
  const warnings = createKeyWarnings(providersBeforeHostEdits, now)
  return {
    get providers() {
      return providers()
    },
    get providersBeforeHostEdits() {
      return providersBeforeHostEdits()
    },
    async choose(wished, allows = () => true, first = []) {
      const current = () =>
        first.length === 0 ? providers() : [...first.map(withRetriesAndEdits), ...providers()]
      let all = current()
      let qualified = qualifiedModel(wished, all)
      if (!qualified && wished !== undefined && OF_ENDPOINT.test(wished) && refreshEndpoints) {
        await refreshEndpoints()
        all = current()
        qualified = qualifiedModel(wished, all)
      }
      const choice = qualified
        ? await firstServing(qualified.model, [qualified.provider], allows)
        : await firstServing(wished, all, allows)
      if (!choice) return undefined
      // A provider that was chosen by name is not replaced.
      if (qualified) return { ...choice, provider: withFailover(choice.provider, async () => [], breaker) }
      const { provider, model } = choice
      const findFallbacks = () => fallbacksFor(choice, all, allows)
      if (breaker.isOpen(provider.id)) {
        // Only an equivalent provider is a fallback: the built-in responder is not one for a vendor with a
        // short outage.
        const equal = (await findFallbacks()).find(({ id }) => !breaker.isOpen(id))
        if (equal) return { provider: withFailover(equal, async () => [provider], breaker), model }
      }
      return { provider: withFailover(provider, findFallbacks, breaker), model }
    },
    trouble: (providerId) => breaker.trouble(providerId) ?? warnings.of(providerId),
    recovered: (providerId) => breaker.succeeded(providerId),
    refreshKeyWarnings: () => warnings.refresh(),
    availability: async () =>
      Object.fromEntries(
        await Promise.all(
          providers().map(async (provider) => [provider.id, await provider.availability()] as const),
        ),
      ),
  }
}

/** Returns the first available provider that serves the model, or without one the first with a default model. */
async function firstServing(
  wished: string | undefined,
  providers: readonly LlmProvider[],
  allows: (provider: LlmProvider) => boolean,
): Promise<LlmChoice | undefined> {
  for (const provider of providers) {
    if (!allows(provider)) continue
    // Availability first: it updates the list of models of a server that was started or stopped.
    if (!(await provider.availability()).available) continue
    const model = wished ?? provider.defaultModel() ?? (await provider.models?.())?.[0]
    if (model !== undefined && provider.serves(model)) return { provider, model }
  }
  return undefined
}

/** Returns the other available providers of the same model at the same price. */
async function fallbacksFor(
  { provider: first, model }: LlmChoice,
  providers: readonly LlmProvider[],
  allows: (provider: LlmProvider) => boolean,
): Promise<readonly LlmProvider[]> {
  const others = providers.filter(
    (candidate) => candidate.id !== first.id && chargeTheSame(candidate, first, model) && allows(candidate),
  )
  const checked = await Promise.all(
    others.map(async (candidate) => (await candidate.availability()).available && candidate.serves(model)),
  )
  return others.filter((_, index) => checked[index])
}

/** Splits `<provider id>:<name>`. A name may contain a colon itself (`llama3.2:latest`), so the provider must exist. */
function qualifiedModel(wished: string | undefined, providers: readonly LlmProvider[]) {
  const colon = wished?.indexOf(':') ?? -1
  if (wished === undefined || colon < 1) return undefined
  const provider = providers.find(({ id }) => id === wished.slice(0, colon))
  return provider && { provider, model: wished.slice(colon + 1) }
}
