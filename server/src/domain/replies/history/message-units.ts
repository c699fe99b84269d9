import type { ChatMessage } from '@vee/contract/entities/message'

/**
 * Messages that go together or not at all: one message, or an answer that calls tools with the results of its calls. A
 * provider refuses calls without results and results without calls.
 */
export type MessageUnit = readonly [ChatMessage, ...ChatMessage[]]

/**
 * The conversation in units, without messages that say nothing. Results whose call is gone are dropped, and so are calls
 * that never had all their results.
 */
export function unitsOf(messages: readonly ChatMessage[]): readonly MessageUnit[] {
  return messages
    .flatMap((message, index): readonly MessageUnit[] => {
      if (message.role === 'tool') return []
      return [message.tool_calls?.length ? withResults(message, resultsAfter(index, messages)) : [message]]
    })
    .filter((unit) => unit.length > 1 || unit[0].content.trim() !== '')
}

function withResults(message: ChatMessage, results: readonly ChatMessage[]): MessageUnit {
  const { tool_calls: calls = [], ...words } = message
  const answers = calls.flatMap(({ id }) => results.find(({ tool_call_id: of }) => of === id) ?? [])
  return answers.length === calls.length ? [message, ...answers] : [words]
}

/** The results that follow a message at once. */
function resultsAfter(index: number, messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const after = messages.slice(index + 1)
  const end = after.findIndex(({ role }) => role !== 'tool')
  return end === -1 ? after : after.slice(0, end)
}
