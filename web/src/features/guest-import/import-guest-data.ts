import type { ConversationMessage } from '@vee/contract/entities/conversation'
import type { EndpointInput } from '@vee/contract/http/endpoint'
import type { importConversations } from '@vee/contract/http/conversations'
import { loadViewTexts, textsNow } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { dataOwner, VISITOR } from '#lib/storage/data-owner.ts'

interface GuestConversation {
  readonly id: string
  readonly agentId: EndpointInput<typeof importConversations>['conversations'][number]['agentId']
  readonly messages: readonly ConversationMessage[]
}

/** The data of a guest, and where it goes. */
export interface GuestData {
  readonly api: Api
  readonly notices: { toast(notice: { readonly type: 'success'; readonly title: string }): void }
  /** returns the conversations of this tab */
  readonly conversations: () => readonly GuestConversation[]
  /** imports the meetings of this browser from one owner to another; returns their number */
  readonly importMeetings: (api: Api, from: string, to: string) => Promise<number>
}

/**
 * Imports the conversations of this tab and the meetings of this browser into the account after signing in;
 * idempotent. A failure loses nothing: the remaining data is imported with the next sign-in. Returns whether
 * all conversations were imported.
 */
export async function importGuestData(guest: GuestData): Promise<boolean> {
  const [isTaken] = await Promise.all([carryConversations(guest), carryMeetings(guest)])
  return isTaken
}

async function carryConversations({ api, notices, conversations: stored }: GuestData): Promise<boolean> {
  const conversations = stored().map(({ id, agentId, messages }) => ({
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
    if (addedMessages > 0) notices.toast({ type: 'success', title: textsNow('history')('carried') })
    return true
  } catch {
    // Already logged by the API client.
    return false
  }
}

async function carryMeetings({ api, notices, importMeetings }: GuestData): Promise<void> {
  try {
    const owner = await dataOwner(api)
    // A passphrase holder has no storage on the server, and keeps the meetings in the browser.
    if (owner === VISITOR) return
    const count = await importMeetings(api, VISITOR, owner)
    if (count === 0) return
    await loadViewTexts()
    notices.toast({ type: 'success', title: textsNow('meetings')('carried', { count }) })
  } catch {
    // Already logged by the API client, or the browser allows no storage.
  }
}
