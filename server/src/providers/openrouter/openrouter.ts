import type { LlmProvider } from '../llm/llm.ts'
import { AVAILABLE, withoutKey } from '../wire/availability.ts'
import { streamChatCompletion } from '../wire/chat/chat-completions.ts'
import { reportedModels } from '../wire/listed-model.ts'
import { openRouterKeyWarning } from './key-warning.ts'
import { createProviderModelList } from '../wire/model-list.ts'
import { idsOf } from '../wire/list-entries.ts'

export interface OpenRouterOptions {
  readonly apiKey: string | undefined
  readonly baseUrl: string
  /** a model id of OpenRouter (`vendor/model`), or a vendor's own name for one */
  readonly modelPrimary: string
  readonly timeoutMs: number
}

const LIST_TIMEOUT_MS = 3_000
/** The list of models changes rarely. */
const MAX_LIST_AGE_MS = 600_000

const PROVIDER = { id: 'openrouter', name: 'OpenRouter' } as const

/** OpenRouter picks a model by itself. */
const ANY_MODEL = 'openrouter/auto'

const serves = (model: string) => /^[^/\s]+\/[^\s]+$/.test(model)

export function createOpenRouter({
  apiKey,
  baseUrl,
  modelPrimary,
  timeoutMs,
}: OpenRouterOptions): LlmProvider {
  const models = createProviderModelList(
    {
      url: `${baseUrl}/models`,
      read: (body) => idsOf(body)?.filter(serves),
      describe: reportedModels,
      timeoutMs: LIST_TIMEOUT_MS,
    },
    { maxAgeMs: MAX_LIST_AGE_MS },
  )
  return {
    ...PROVIDER,
    location: 'vendor',
    async models() {
      const first = routed(modelPrimary)
      return [first, ...((await models.check()) ?? []).filter((model) => model !== first)]
    },
    defaultModel: () => routed(modelPrimary),
    serves,
    keyWarning: (now) => openRouterKeyWarning({ baseUrl, apiKey }, now),
    describe: (model) => models.describe(model),
    pricesOf: (model) => models.describe(model)?.prices,
    availability: async () =>
      apiKey === undefined ? withoutKey(PROVIDER.name, 'OPENROUTER_API_KEY') : AVAILABLE,
    stream: (request, signal, emit) =>
      streamChatCompletion(
        {
          provider: PROVIDER,
          baseUrl,
          apiKey,
          timeoutMs,
          lengthField: 'max_tokens',
          headers: { 'x-title': 'Vee' },
        },
        request,
        signal,
        emit,
      ),
  }
}

function routed(model: string): string {
  if (serves(model)) return model
  return /^(?:gpt-|o\d)/.test(model) ? `openai/${model}` : ANY_MODEL
}
