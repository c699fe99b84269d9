import type { LlmProvider } from '../llm.ts'
import { AVAILABLE, withoutKey } from '../wire/availability.ts'
import { streamChatCompletion } from '../wire/chat-completions.ts'

export interface OpenRouterOptions {
  readonly apiKey: string | undefined
  readonly baseUrl: string
  /** one of OpenRouter's (`vendor/model`), or a vendor's own name for a model that OpenRouter has as well */
  readonly modelPrimary: string
  readonly timeoutMs: number
}

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
  return {
    ...PROVIDER,
    defaultModel: () => routed(modelPrimary),
    serves,
    availability: async () =>
      apiKey === undefined ? withoutKey(PROVIDER.name, 'OPENROUTER_API_KEY') : AVAILABLE,
    stream: (request, signal, tell) =>
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
        tell,
      ),
  }
}

function routed(model: string): string {
  if (serves(model)) return model
  return /^(?:gpt-|o\d)/.test(model) ? `openai/${model}` : ANY_MODEL
}
