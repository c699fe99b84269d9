import type { ConversationSummary } from '@vee/contract/entities/conversation'
import { useState } from 'react'

/** Which of the listed conversations are selected. */
export function useSelectedConversations(conversations: readonly ConversationSummary[]) {
  /** undefined: nothing can be selected */
  const [ids, setIds] = useState<ReadonlySet<string>>()
  const selected = conversations.filter(({ id }) => ids?.has(id))
  return {
    ids,
    selected,
    isAll: conversations.length > 0 && selected.length === conversations.length,
    toggle: ({ id }: ConversationSummary): void =>
      setIds(
        (before = new Set()) =>
          new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]),
      ),
    selectAll: (isAll: boolean): void => setIds(new Set(isAll ? conversations.map(({ id }) => id) : [])),
    end: (): void => setIds(undefined),
    /** Returns what is dragged with a conversation: everything that is selected, if it is. */
    dragged: (item: ConversationSummary): readonly ConversationSummary[] =>
      ids?.has(item.id) === true ? selected : [item],
  }
}
