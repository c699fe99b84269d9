import type { LlmMessage, LlmRequest } from '../llm/llm.ts'
import { parseJson } from './event-stream.ts'

/** A turn of a protocol whose conversations alternate between user and assistant, with its own kind of content. */
export interface Turn<Block> {
  readonly role: 'user' | 'assistant'
  readonly content: readonly Block[]
}

/** The text of the turn before a conversation that the assistant started, because the first one must be the user's. */
export const OPENING_TEXT = '(The conversation begins.)'

/**
 * Returns turns with alternating roles, starting with the user's: `openingBlock` if the assistant started. Adjacent turns of
 * one role are merged, empty ones are dropped.
 */
export function alternatingTurns<Block>(
  messages: readonly LlmMessage[],
  turnOf: (message: LlmMessage) => Turn<Block>,
  openingBlock: Block,
): readonly Turn<Block>[] {
  const turns: Turn<Block>[] = []
  for (const message of messages) {
    const turn = turnOf(message)
    const last = turns.at(-1)
    if (turn.content.length === 0) continue
    if (last?.role === turn.role)
      turns.splice(-1, 1, { ...last, content: [...last.content, ...turn.content] })
    else turns.push(turn)
  }
  return turns[0]?.role === 'assistant' ? [{ role: 'user', content: [openingBlock] }, ...turns] : turns
}

/** Returns the tools that a conversation called, for protocols that reject its calls if no tools are given. */
export function toolsCalledIn(messages: readonly LlmMessage[]): LlmRequest['tools'] {
  const names = new Set(messages.flatMap(({ tool_calls: calls = [] }) => calls.map(({ name }) => name)))
  const parameters = { type: 'object' }
  return [...names].map((name) => ({ name, description: 'No longer available.', parameters }))
}

/** A model may have generated arguments that are not a JSON object; they are then omitted from the call. */
export function argumentsOf(json: string): object {
  const args = parseJson(json)
  return typeof args === 'object' && args !== null && !Array.isArray(args) ? args : {}
}
