import type { Api } from '#lib/http/index.ts'
import { dataOwner } from '#lib/storage/data-owner.ts'
import { openIndexedStore } from '#lib/storage/indexed-store.ts'
import { isSessionExpired } from '#lib/storage/tab-session.ts'
import { mayHaveDatabase } from '#voice/index.ts'
import { hasUnfinishedSegments } from '#voice/meeting-recording/recover-segments.ts'
import { INDEXED_STORE_PREFIX } from '#lib/storage/storage.ts'

/**
 * Resumes recordings of meetings that an earlier page could not complete: they are recovered and transcribed
 * while the user does something else. Never rejects; what fails is resumed with the next page, or when the
 * meetings are opened.
 */
export async function resumeRecordings(api: Api): Promise<void> {
  try {
    if (isSessionExpired()) return
    const owner = await dataOwner(api)
    // Another user of this browser may have stored something.
    if (!(await mayHaveDatabase((name) => name === `${INDEXED_STORE_PREFIX}${owner}`))) return
    const store = openIndexedStore(owner)
    const isUnfinished = await hasUnfinishedSegments(store).finally(() => store.close())
    if (!isUnfinished) return
    const { openMeetingWorkspace } = await import('#features/meetings/recording/meeting-workspace.ts')
    await openMeetingWorkspace(api, owner)
  } catch {
    // Already logged by the API client, or the browser allows no storage.
  }
}
