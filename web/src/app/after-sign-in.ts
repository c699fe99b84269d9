import { beginAnew, comeBack, isGuestInMemberTab, takeOverTab } from '#lib/storage/tab-session.ts'
import type { Runtime } from './runtime.ts'
import { fetchAgents } from './chat/agents.ts'
import { noteMovedFiles } from '#features/chat/files/moved-files.ts'
import { conversationsAside, forgetAside } from '#features/chat/store/set-aside.ts'
import { storedConversations, storedDraftFiles } from '#features/chat/store/tab-conversations.ts'
import { importGuestData, type GuestData } from '#features/guest-import/import-guest-data.ts'

interface Arrival {
  readonly userId: string
  /** the address to continue with */
  readonly address: string
  readonly isAccount: boolean
}

/**
 * Completes a sign-in. The visitor's conversations are imported into the account. Returns true if the page
 * may continue; otherwise a new page is loaded, which contains no data of earlier users.
 */
export function afterSignIn(runtime: Runtime, arrival: Arrival): boolean {
  const isTheirs = takeOverTab(arrival.userId)
  if (isTheirs && !isGuestInMemberTab) {
    if (arrival.isAccount) void importGuestData(guestDataOf(runtime)).then(endImport)
    // Locked agents may be available now.
    void fetchAgents(runtime.api, runtime.agents)
    return true
  }
  void beginWith(runtime, arrival, isTheirs)
  return false
}

function endImport(isTaken: boolean): void {
  noteMovedFiles()
  // They are in the account now; those on the screens stay there.
  if (isTaken) forgetAside(conversationsAside().map(({ conversationId }) => conversationId))
}

const guestDataOf = ({ api, shell }: Runtime): GuestData => ({
  api,
  notices: shell.notices,
  conversations: storedConversations,
  draftFiles: storedDraftFiles,
  importMeetings: async (...given) => {
    const { importGuestMeetings } = await import('#features/meetings/index.ts')
    return await importGuestMeetings(...given)
  },
})

async function beginWith(
  runtime: Runtime,
  { address, isAccount }: Arrival,
  isTheirs: boolean,
): Promise<void> {
  const { session } = runtime
  const isCarried = isGuestInMemberTab && isAccount && (await importGuestData(guestDataOf(runtime)))
  if (isTheirs) return comeBack(address, isCarried)
  // Data on a visitor's page belongs to that visitor.
  if (!isGuestInMemberTab)
    for (const { id } of session.snapshot().pendingUtterances) session.discardUtterance(id)
  beginAnew(address)
}
