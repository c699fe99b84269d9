import type { ConversationMessage } from '@vee/contract/entities/conversation'

/** Returns the title of a conversation that is in this browser: its first question. */
export const titleOf = (messages: readonly ConversationMessage[]): string =>
  (messages.find(({ role }) => role === 'user')?.content ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, 80)
