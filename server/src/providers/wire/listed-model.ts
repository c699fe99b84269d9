import { type TokenPricesPerMillion, tokenPrices } from '@vee/contract/entities/model-endpoint'
import { z } from 'zod'
import { entriesOf } from './list-entries.ts'
import type { ModelCapabilities } from '../llm/model-capabilities.ts'

/** What a server states about a model; the built-in tables have the rest. */
export type ReportedModel = Partial<ModelCapabilities> & { readonly prices?: TokenPricesPerMillion }

const size = z.int().positive().max(1_000_000_000).optional().catch(undefined)
const names = z.array(z.string()).optional().catch(undefined)
/** US dollars per token, as a decimal number; `-1`: it varies. */
const perToken = z.coerce.number().nonnegative()

/**
 * The fields of an entry of `GET /models` in OpenAI's protocol that servers add to it: OpenRouter, Mistral
 * (`capabilities`, `max_context_length`), Groq (`context_window`) and vLLM (`max_model_len`). A field of another shape
 * counts as absent.
 */
const listedModel = z.object({
  id: z.string(),
  context_length: size,
  max_context_length: size,
  context_window: size,
  max_model_len: size,
  max_completion_tokens: size,
  top_provider: z.object({ max_completion_tokens: size }).optional().catch(undefined),
  architecture: z.object({ input_modalities: names }).optional().catch(undefined),
  supported_parameters: names,
  capabilities: z
    .object({ vision: z.boolean().optional(), function_calling: z.boolean().optional() })
    .optional()
    .catch(undefined),
  pricing: z
    .object({
      prompt: perToken,
      completion: perToken,
      input_cache_read: perToken.optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
})

/** Reads what a list in OpenAI's protocol states about its models, by id. */
export function reportedModels(body: unknown): ReadonlyMap<string, ReportedModel> {
  return new Map(
    (entriesOf(body) ?? []).flatMap((entry: unknown) => {
      const { data: listed } = listedModel.safeParse(entry)
      return listed ? [[listed.id, reportedIn(listed)] as const] : []
    }),
  )
}

function reportedIn(listed: z.output<typeof listedModel>): ReportedModel {
  const { architecture, capabilities, supported_parameters: parameters } = listed
  const prices = pricesIn(listed)
  return withoutUndefined({
    canSee: capabilities?.vision ?? architecture?.input_modalities?.includes('image'),
    canUseTools: capabilities?.function_calling ?? parameters?.includes('tools'),
    canReason: parameters?.includes('reasoning'),
    contextTokens:
      listed.context_length ?? listed.max_context_length ?? listed.context_window ?? listed.max_model_len,
    outputTokens: listed.top_provider?.max_completion_tokens ?? listed.max_completion_tokens,
    prices,
  })
}

const MILLION = 1_000_000
/** Removes the error of binary fractions: 0.0000025 × 1,000,000 is 2.4999999999999996. */
const perMillion = (usd: number) => Number((usd * MILLION).toPrecision(12))

function pricesIn({ pricing }: z.output<typeof listedModel>): TokenPricesPerMillion | undefined {
  if (!pricing) return undefined
  const { prompt, completion, input_cache_read: cached } = pricing
  const prices = {
    input: perMillion(prompt),
    output: perMillion(completion),
    ...(cached !== undefined && { cachedInput: perMillion(cached) }),
  }
  return tokenPrices.safeParse(prices).data
}

const withoutUndefined = (reported: {
  readonly [Field in keyof ReportedModel]?: ReportedModel[Field] | undefined
}) => Object.fromEntries(Object.entries(reported).filter(([, value]) => value !== undefined)) as ReportedModel
