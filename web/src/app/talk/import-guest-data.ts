import type { importConversations } from '@vee/contract/http/conversations'
import { keptConversations } from '#features/chat/kept-conversations.ts'
import { loadViewTexts, textsNow } from '#i18n/index.ts'
import { dataOwner, VISITOR } from '#lib/data-owner.ts'
import type { Runtime } from '../runtime.ts'

type Carrier = Pick<Runtime, 'api' | 'shell'>

/**
 * What was said in this tab, and the meetings of this browser, from before signing in with an account become part of it;
 * the same twice adds nothing twice. A failure loses nothing: what was not taken is here still, and goes along with the
 * next sign-in. Gives whether all that was said is taken.
 */
export async function importGuestData(carrier: Carrier): Promise<boolean> {
  const [isTaken] = await Promise.all([carryConversations(carrier), carryMeetings(carrier)])
  return isTaken
}

async function carryConversations({ api, shell }: Carrier): Promise<boolean> {
  const conversations = keptConversations().map(({ id, agentId, messages }) => ({
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
    // The api client has written it to the log.
    return false
  }
}

async function carryMeetings({ api, shell }: Carrier): Promise<void> {
  try {
    const owner = await dataOwner(api)
    // Whoever came by the passphrase has no place on the server, and finds the meetings where they are.
    if (owner === VISITOR) return
    const { importGuestMeetings } = await import('#features/meetings/index.ts')
    const count = await importGuestMeetings(api, VISITOR, owner)
    if (count === 0) return
    await loadViewTexts()
    shell.notices.toast({ type: 'success', title: textsNow('meetings')('carried', { count }) })
  } catch {
    // The api client has written it to the log, or this browser keeps nothing at all.
  }
}
