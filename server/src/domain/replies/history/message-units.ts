import type { ChatMessage } from '@vee/contract/entities/message'

/**
 * Messages that are sent together or not at all: one message, or an answer with tool calls and their results.
 * Providers reject calls without results and results without calls.
 */
export type MessageUnit = readonly [ChatMessage, ...ChatMessage[]]

/**
 * Splits the conversation into units, without messages that have neither text nor files. Drops results without a call and calls without
 * all their results.
 */
export function unitsOf(messages: readonly ChatMessage[]): readonly MessageUnit[] {
  return messages
    .flatMap((message, index): readonly MessageUnit[] => {
      if (message.role === 'tool') return []
      return [message.tool_calls?.length ? withResults(message, resultsAfter(index, messages)) : [message]]
    })
    .filter((unit) => unit.length > 1 || !isEmpty(unit[0]))
}

const isEmpty = ({ content, attachments = [] }: ChatMessage) =>
  content.trim() === '' && attachments.length === 0

function withResults(message: ChatMessage, results: readonly ChatMessage[]): MessageUnit {
  const { tool_calls: calls = [], ...words } = message
  const answers = calls.flatMap(({ id }) => results.find(({ tool_call_id: of }) => of === id) ?? [])
  return answers.length === calls.length ? [message, ...answers] : [words]
}

/** Returns the results that directly follow a message. */
function resultsAfter(index: number, messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const after = messages.slice(index + 1)
  const end = after.findIndex(({ role }) => role !== 'tool')
  return end === -1 ? after : after.slice(0, end)
}
