import { plainModelName } from './prices.ts'

/** What is known about a model except its prices; null: unknown. */
export interface ModelCapabilities {
  readonly canSee: boolean | null
  readonly canUseTools: boolean | null
  readonly canReason: boolean | null
  /** tokens of prompt and reply together */
  readonly contextTokens: number | null
  /** tokens of a reply at most */
  readonly outputTokens: number | null
  /** where its vendor runs it: a country or a data center */
  readonly region: string | null
}

const UNKNOWN: ModelCapabilities = {
  canSee: null,
  canUseTools: null,
  canReason: null,
  contextTokens: null,
  outputTokens: null,
  region: null,
}

/**
 * Model families in order of matching, from their makers' documentation (as of 2026-11-21). A name without a
 * match is unknown and is not guessed.
 */
const FAMILIES: readonly (readonly [pattern: RegExp, capabilities: Partial<ModelCapabilities>])[] = [
  [/^gpt-4o/, { canSee: true, canReason: false, contextTokens: 128_000, outputTokens: 16_384 }],
  [/^gpt-4\.1/, { canSee: true, canReason: false, contextTokens: 1_047_576, outputTokens: 32_768 }],
  [/^gpt-[56]/, { canSee: true, canReason: true, contextTokens: 400_000 }],
  [/^o[134]/, { canSee: true, canReason: true, contextTokens: 200_000 }],
  [/^gpt-oss/, { canSee: false, canReason: true, contextTokens: 131_072 }],
  [/^claude-/, { canSee: true, canReason: true, contextTokens: 200_000 }],
  [/^gemini-2\.0/, { canSee: true, canReason: false, contextTokens: 1_048_576, outputTokens: 8_192 }],
  [/^gemini-/, { canSee: true, canReason: true, contextTokens: 1_048_576, outputTokens: 65_536 }],
  [
    /^(?:llava|bakllava|moondream|minicpm-v|qwen[\d.]*-?vl|llama3\.2-vision|granite[\d.]*-vision)/,
    { canSee: true, canReason: false, contextTokens: null },
  ],
  [/^gemma3(?!:(?:1b|270m))/, { canSee: true, canReason: false, contextTokens: 131_072 }],
  [/^(?:deepseek-r1|qwq|magistral)/, { canSee: false, canReason: true, contextTokens: 131_072 }],
  [/^llama-?3\.[123]/, { canSee: false, canReason: false, contextTokens: 131_072 }],
]

interface Describing {
  describe?(model: string): Partial<ModelCapabilities> | undefined
}

/** Returns what is known about a model: what its provider states about it, else what its name tells. */
export const knownCapabilities = (provider: Describing, model: string): ModelCapabilities => ({
  ...capabilitiesOf(model),
  ...provider.describe?.(model),
})

/** Returns the capabilities of a model by its name, with or without a vendor before it. */
export function capabilitiesOf(model: string): ModelCapabilities {
  const name = plainModelName(model.replace(/^[\w.-]+\//, '')).toLowerCase()
  return { ...UNKNOWN, ...FAMILIES.find(([pattern]) => pattern.test(name))?.[1] }
}
