import type { importConversations } from '@vee/contract/http/conversations'
import { keptConversations } from '#features/chat/index.ts'
import { textsNow } from '#i18n/index.ts'
import type { Runtime } from '../runtime.ts'

/**
 * What was said in this tab before signing in with an account becomes part of its history; the same twice adds nothing
 * twice. A failure loses nothing: the tab has it still, and what is said next takes the whole conversation along.
 */
export async function carryOver({ api, shell }: Pick<Runtime, 'api' | 'shell'>): Promise<void> {
  const conversations = keptConversations().map(({ id, agentId, messages }) => ({
    id,
    agentId,
    messages: messages.flatMap((message) =>
      message.role === 'system' ? [] : [{ ...message, role: message.role }],
    ),
  }))
  if (conversations.length === 0) return
  try {
    const { addedMessages } = await api.json<typeof importConversations>('POST', '/conversations/import', {
      body: { conversations },
    })
    if (addedMessages > 0) shell.notices.toast({ type: 'success', title: textsNow('history')('carried') })
  } catch {
    // The api client has written it to the log.
  }
}
