import type { TokenUsage } from '@vee/contract/entities/message'
import { readTokenUsage } from '../token-usage.ts'

interface Usage {
  readonly prompt_tokens?: unknown
  readonly completion_tokens?: unknown
  /** of servers that use the names of the Responses protocol */
  readonly input_tokens?: unknown
  readonly output_tokens?: unknown
  readonly prompt_tokens_details?: { readonly cached_tokens?: unknown } | null
  readonly completion_tokens_details?: { readonly reasoning_tokens?: unknown } | null
}

interface UsageHolder {
  readonly usage?: Usage | null
  /** of Groq, in its last chunk */
  readonly x_groq?: { readonly usage?: Usage | null } | null
  /** of Moonshot, in the choice */
  readonly choices?: readonly ({ readonly usage?: Usage | null } | null | undefined)[] | null
  /** of Ollama's own protocol */
  readonly prompt_eval_count?: unknown
  readonly eval_count?: unknown
}

/**
 * Returns the usage that a chunk reports; undefined if it reports none, or zeros, which servers send that do not count.
 */
export function readChatUsage(chunk: object): TokenUsage | undefined {
  const { usage, x_groq, choices, prompt_eval_count, eval_count } = chunk as UsageHolder
  const ofChoice = Array.isArray(choices) ? choices[0]?.usage : undefined
  const reported = usage ?? x_groq?.usage ?? ofChoice
  const read = readTokenUsage({
    prompt: reported?.prompt_tokens ?? reported?.input_tokens ?? prompt_eval_count,
    completion: reported?.completion_tokens ?? reported?.output_tokens ?? eval_count,
    cached: reported?.prompt_tokens_details?.cached_tokens,
    reasoning: reported?.completion_tokens_details?.reasoning_tokens,
  })
  return read.totalTokens === 0 ? undefined : read
}
