import type { TokenUsage } from '@vee/contract/entities/message'
import type { TokenPricesPerMillion } from '@vee/contract/entities/model-endpoint'

// Vendors' prices in US dollars, as published by OpenAI and Anthropic on 2026-11-21, and by Google in October 2026:
// standard requests, without batches, introductory discounts, or surcharges for very long prompts.

interface TokenPrices {
  /** per million tokens of the prompt that were not cached */
  readonly input: number
  /** per million tokens read from the vendor's cache */
  readonly cached: number
  readonly output: number
}

const price = (input: number, cached: number, output: number): TokenPrices => ({ input, cached, output })

const LLM_PRICES: Readonly<Record<string, TokenPrices>> = {
  'gpt-4o': price(2.5, 1.25, 10),
  'gpt-4o-mini': price(0.15, 0.075, 0.6),
  'gpt-4.1': price(2, 0.5, 8),
  'gpt-4.1-mini': price(0.4, 0.1, 1.6),
  'gpt-5': price(1.25, 0.125, 10),
  'gpt-5-mini': price(0.25, 0.025, 2),
  'gpt-5-nano': price(0.05, 0.005, 0.4),
  'gpt-5.1': price(1.25, 0.125, 10),
  'gpt-5.4': price(2.5, 0.25, 15),
  'gpt-5.4-mini': price(0.75, 0.075, 4.5),
  'gpt-5.4-nano': price(0.2, 0.02, 1.25),
  'gpt-5.5': price(5, 0.5, 30),
  'gpt-5.6-sol': price(5, 0.5, 30),
  'gpt-5.6-terra': price(2, 0.2, 12),
  'gpt-5.6-luna': price(0.2, 0.02, 1.2),
  'gpt-6-astra': price(10, 1, 50),
  'gpt-6-sol': price(2, 0.2, 10),
  'gpt-6-luna': price(0.1, 0.01, 0.5),
  'gpt-6.1-terra': price(1, 0.05, 5),
  'claude-fable-5-1': price(10, 0.25, 50),
  'claude-fable-5': price(10, 1, 50),
  'claude-opus-5-5': price(4, 0.2, 20),
  'claude-opus-5': price(5, 0.5, 25),
  'claude-opus-4-8': price(5, 0.5, 25),
  'claude-opus-4-7': price(5, 0.5, 25),
  'claude-opus-4-6': price(5, 0.5, 25),
  'claude-opus-4-5': price(5, 0.5, 25),
  'claude-sonnet-5-5': price(2, 0.1, 10),
  'claude-sonnet-5': price(2, 0.2, 10),
  'claude-sonnet-4-6': price(3, 0.3, 15),
  'claude-sonnet-4-5': price(3, 0.3, 15),
  'claude-haiku-5-5': price(0.1, 0.01, 0.5),
  'claude-haiku-4-5': price(1, 0.1, 5),
  'gemini-4-argon': price(4, 0.2, 20),
  'gemini-3.8-flash': price(1.5, 0.15, 7.5),
  'gemini-3.5-flash': price(1.5, 0.15, 9),
  'gemini-3.5-flash-lite': price(0.3, 0.03, 2.5),
  'gemini-3.1-pro-preview': price(2, 0.2, 12),
  'gemini-2.5-pro': price(1.25, 0.125, 10),
  'gemini-2.5-flash': price(0.3, 0.03, 2.5),
  'gemini-2.5-flash-lite': price(0.1, 0.01, 0.4),
}

/** Used for models with an unknown price; deliberately high. */
const UNKNOWN_LLM_PRICE = price(5, 0.5, 25)

/** Providers that send no bill. */
const FREE_PROVIDERS: ReadonlySet<string> = new Set(['builtin', 'ollama', 'lmstudio'])

export const MICRO_USD_PER_USD = 1_000_000

/** The cost of a use. */
export interface Price {
  /** integer millionths of a US dollar, so that sums are exact */
  readonly microUsd: number
  /** true if the model's price is unknown, or its units were counted by this server */
  readonly isEstimated: boolean
}

/** The price of a use at a provider that sends no bill. */
export const FREE: Price = { microUsd: 0, isEstimated: false }

/** Returns true if a provider is free of charge. */
export const isFree = (providerId: string) => FREE_PROVIDERS.has(providerId)

/** Returns the published prices of a model without the vendor's cache; zeros if no bill is sent, null if unknown. */
export function listedPrices(providerId: string, model: string): TokenPricesPerMillion | null {
  if (isFree(providerId)) return { input: 0, output: 0 }
  const tabledPrices = priceInTable(LLM_PRICES, model)
  return tabledPrices
    ? { input: tabledPrices.input, output: tabledPrices.output, cachedInput: tabledPrices.cached }
    : null
}

/** Returns the price of a reply. `statedPrices` are those of the host or the provider and override the table. */
export function llmPrice(
  providerId: string,
  model: string,
  usage: TokenUsage,
  statedPrices?: TokenPricesPerMillion,
): Price {
  if (isFree(providerId)) return FREE
  const tabledPrices = statedPrices
    ? price(statedPrices.input, statedPrices.cachedInput ?? statedPrices.input, statedPrices.output)
    : priceInTable(LLM_PRICES, model)
  const { input, cached, output } = tabledPrices ?? UNKNOWN_LLM_PRICE
  const cachedTokens = Math.min(usage.cachedTokens ?? 0, usage.promptTokens)
  const freshTokens = usage.promptTokens - cachedTokens
  return {
    // Dollars per million tokens are millionths of a dollar per token.
    microUsd: Math.round(freshTokens * input + cachedTokens * cached + usage.completionTokens * output),
    isEstimated: tabledPrices === undefined || usage.isEstimated === true,
  }
}

/** Returns the entry of a model, by its plain name; undefined if the table has none. */
export function priceInTable<P>(prices: Readonly<Record<string, P>>, model: string): P | undefined {
  const plainName = plainModelName(model)
  return Object.hasOwn(prices, plainName) ? prices[plainName] : undefined
}

/** A model by its plain name, without a date (`gpt-4o-2024-11-20`) and without a vendor before it. */
export function plainModelName(model: string): string {
  return (
    model
      .replace(/^(?:openai|anthropic|google|models)\//, '')
      // Amazon Bedrock writes `eu.anthropic.claude-sonnet-4-5-20250929-v1:0`.
      .replace(/^(?:[a-z]{2,6}\.)?anthropic\.(claude-.*?)(?:-v\d{1,2}(?::\d{1,3})?)?$/, '$1')
      .replace(/-(?:latest|\d{8}|\d{4}-\d{2}-\d{2})$/, '')
      // OpenRouter writes `claude-sonnet-4.5`.
      .replace(/^claude-.*$/, (name) => name.replaceAll('.', '-'))
  )
}
