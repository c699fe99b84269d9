import type { ChatMessage } from '@vee/contract/entities/message'

/**
 * The last messages of a conversation, `limit` at most, as a model takes them: no system messages (the system prompt is
 * the agent's own), none that say nothing, and no answer at the start whose question was left out.
 */
export function chooseHistory(messages: readonly ChatMessage[], limit: number): readonly ChatMessage[] {
  const recent = messages.filter(saysSomething).slice(-limit)
  const firstQuestion = recent.findIndex(({ role }) => role === 'user')
  return firstQuestion === -1 ? recent : recent.slice(firstQuestion)
}

function saysSomething({ role, content, tool_calls: toolCalls = [] }: ChatMessage): boolean {
  return role !== 'system' && (content.trim() !== '' || toolCalls.length > 0)
}
