import type { Attachment } from '@vee/contract/entities/attachment'
import type { ConversationMessage } from '@vee/contract/entities/conversation'
import type { EndpointInput } from '@vee/contract/http/endpoint'
import type { importConversations } from '@vee/contract/http/conversations'
import { loadLazyTexts, loadViewTexts, textsNow } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { sessionId } from '#lib/http/session-id.ts'
import { dataOwner, VISITOR } from '#lib/storage/data-owner.ts'

interface GuestConversation {
  readonly id: string
  readonly agentId: EndpointInput<typeof importConversations>['conversations'][number]['agentId']
  readonly messages: readonly ConversationMessage[]
  /** the last message of the shown path */
  readonly leafId: string
}

/** The data of a guest, and where it goes. */
export interface GuestData {
  readonly api: Api
  readonly notices: {
    toast(notice: {
      readonly type: 'success' | 'warning'
      readonly title: string
      readonly message?: string
      readonly duration?: number
    }): void
  }
  /** returns the conversations of this tab */
  readonly conversations: () => readonly GuestConversation[]
  /** returns the files of this tab's messages that were not sent yet */
  readonly draftFiles: () => readonly Attachment[]
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

/** Longest list of names in a notice. */
const NAMES_SHOWN = 5

/**
 * Imports conversations with their files, which the server stores for the visitor. The notice names the files that it could not
 * take over, because they were deleted after a day or the account has no room.
 */
async function carryConversations({
  api,
  notices,
  conversations: stored,
  draftFiles: storedFiles,
}: GuestData): Promise<boolean> {
  const conversations = stored().map(({ id, agentId, leafId, messages }) => ({
    id,
    agentId,
    leafId,
    messages: messages.flatMap((message) =>
      message.role === 'system' ? [] : [{ ...message, role: message.role }],
    ),
  }))
  const draftFiles = storedFiles()
  if (conversations.length === 0 && draftFiles.length === 0) return true
  try {
    const { addedMessages, missingFiles } = await api.json<typeof importConversations>(
      'POST',
      '/conversations/import',
      { body: { conversations, visitorSessionId: sessionId(), draftFiles: [...draftFiles] } },
    )
    if (addedMessages === 0) return true
    await loadLazyTexts()
    const t = textsNow('history')
    if (missingFiles.length === 0) notices.toast({ type: 'success', title: t('carried') })
    else {
      const names = missingFiles.slice(0, NAMES_SHOWN).join(', ')
      const more = missingFiles.length > NAMES_SHOWN ? ' …' : ''
      const message = t('filesMissing', { names: `${names}${more}` })
      notices.toast({ type: 'warning', title: t('carried'), message, duration: 0 })
    }
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
