import type { importConversations } from '@vee/contract/http/conversations'
import { storedConversations } from '#features/chat/tab-conversations.ts'
import { loadViewTexts, textsNow } from '#i18n/index.ts'
import { dataOwner, VISITOR } from '#lib/data-owner.ts'
import type { Runtime } from '../runtime.ts'

type Carrier = Pick<Runtime, 'api' | 'shell'>

/**
 * Imports the conversations of this tab and the meetings of this browser into the account after signing in;
 * idempotent. A failure loses nothing: the remaining data is imported with the next sign-in. Returns whether
 * all conversations were imported.
 */
export async function importGuestData(carrier: Carrier): Promise<boolean> {
  const [isTaken] = await Promise.all([carryConversations(carrier), carryMeetings(carrier)])
  return isTaken
}

async function carryConversations({ api, shell }: Carrier): Promise<boolean> {
  const conversations = storedConversations().map(({ id, agentId, messages }) => ({
    id,
    agentId,
    messages: messages.flatMap((message) =>
      message.role === 'system' ? [] : [{ ...message, role: message.role }],
    ),
  }))
  if (conversations.length === 0) return true
  try {
    const { addedMessages } = await api.json<typeof importConversations>('POST', '/conversations/import', {
      body: { conversations },
    })
    if (addedMessages > 0) shell.notices.toast({ type: 'success', title: textsNow('history')('carried') })
    return true
  } catch {
    // Already logged by the API client.
    return false
  }
}

async function carryMeetings({ api, shell }: Carrier): Promise<void> {
  try {
    const owner = await dataOwner(api)
    // A passphrase holder has no storage on the server, and keeps the meetings in the browser.
    if (owner === VISITOR) return
    const { importGuestMeetings } = await import('#features/meetings/index.ts')
    const count = await importGuestMeetings(api, VISITOR, owner)
    if (count === 0) return
    await loadViewTexts()
    shell.notices.toast({ type: 'success', title: textsNow('meetings')('carried', { count }) })
  } catch {
    // Already logged by the API client, or the browser allows no storage.
  }
}
