import type { Sampling } from '@vee/contract/entities/sampling'
import { SAMPLING_OPTIONS, type SamplingOption } from '@vee/contract/entities/sampling-limits'
import { ProviderFailure } from '../failure.ts'
import type { LlmProvider, LlmRequest } from './llm.ts'
import { knownCapabilities } from './model-capabilities.ts'

type Options = Partial<Record<SamplingOption, number>>

/** Models of OpenAI that reject temperature and top_p; later ones take them without reasoning. */
const FIXED = /^(?:o\d|gpt-5(?:-(?!chat)|$))/
const CLAUDE = /(?:^|\.)claude-/

/** Models of providers in this process that rejected sampling parameters, as `<provider id>:<model>`. */
const rejecting = new Set<string>()
const MAX_REJECTING = 500

/**
 * Returns the provider with the sampling parameters of an agent or a prompt; those of the request have priority. Calls
 * `onIgnored` with parameters that the model does not take: known ones are not sent, and a request that is rejected
 * before its first event is sent again without them.
 */
export function withSampling(
  provider: LlmProvider,
  sampling: Sampling | undefined,
  onIgnored: (options: readonly SamplingOption[]) => void,
): LlmProvider {
  const requested = namesOf(sampling ?? {})
  if (!sampling || requested.length === 0) return provider
  return {
    ...provider,
    async stream(request, signal, emit) {
      const refused = requested.filter((option) => isRefused(option, provider, request, sampling))
      onIgnored(refused)
      const options = optionsOf(sampling, refused)
      if (namesOf(options).length === 0) return provider.stream(request, signal, emit)
      let hasBegun = false
      try {
        await provider.stream(withOptions(request, options, provider), signal, (event) => {
          hasBegun = true
          emit(event)
        })
      } catch (error) {
        const isRejected = error instanceof ProviderFailure && error.kind === 'refused'
        if (!isRejected || hasBegun || signal.aborted) throw error
        // A request that is at fault itself is rejected again.
        await provider.stream(request, signal, emit)
        if (rejecting.size < MAX_REJECTING) rejecting.add(keyOf(provider, request))
        onIgnored(namesOf(options))
      }
    },
  }
}

const namesOf = (options: Partial<Record<SamplingOption, number | null>>) =>
  SAMPLING_OPTIONS.filter((option) => (options[option] ?? null) !== null)

const keyOf = ({ id }: LlmProvider, { model }: LlmRequest) => `${id}:${model}`

function isRefused(
  option: SamplingOption,
  provider: LlmProvider,
  request: LlmRequest,
  { temperature }: Sampling,
): boolean {
  if (provider.id === 'builtin' || rejecting.has(keyOf(provider, request))) return true
  if (option === 'maxOutputTokens') return false
  if (provider.unsupported?.includes(option)) return true
  const model = request.model.slice(request.model.lastIndexOf('/') + 1)
  if (FIXED.test(model)) return true
  if (!CLAUDE.test(model)) return false
  // Thinking excludes both, and newer models reject both together.
  const isThinking = request.reasoningEffort !== undefined && request.reasoningEffort !== 'none'
  return isThinking || (option === 'topP' && temperature !== null)
}

const optionsOf = (sampling: Sampling, refused: readonly SamplingOption[]): Options =>
  Object.fromEntries(
    namesOf(sampling)
      .filter((option) => !refused.includes(option))
      .map((option) => [option, sampling[option]]),
  )

function withOptions(
  request: LlmRequest,
  { maxOutputTokens, ...options }: Options,
  provider: LlmProvider,
): LlmRequest {
  const most = knownCapabilities(provider, request.model).outputTokens ?? Infinity
  return {
    ...request,
    maxOutputTokens:
      request.maxOutputTokens ??
      (maxOutputTokens === undefined ? undefined : Math.min(maxOutputTokens, most)),
    options: { ...options, ...request.options },
  }
}
