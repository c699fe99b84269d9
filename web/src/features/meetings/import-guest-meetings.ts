import type { Meeting } from '@vee/contract/entities/meeting'
import type { Api } from '#lib/api/index.ts'
import { openIndexedStore, type IndexedStore } from '#lib/indexed-store.ts'
import { createServerRepository } from './repositories/server-repository.ts'
import { type KeptSegment, listSegments, SHELVES } from './recording/kept-segment.ts'

/**
 * A visitor's meetings become the member's: the texts on the server, the sound in the member's part of this browser.
 * Resolves with how many the account did not have yet. They leave the visitor's part once they are in both places, so
 * that a failure loses nothing and the same twice adds nothing twice. Rejects with ApiError or ShelfError.
 */
export async function importGuestMeetings(api: Api, visitor: string, member: string): Promise<number> {
  const [from, to] = [openIndexedStore(visitor), openIndexedStore(member)]
  try {
    return await copyMeetings(api, from, to)
  } finally {
    from.close()
    to.close()
  }
}

export async function copyMeetings(api: Api, from: IndexedStore, to: IndexedStore): Promise<number> {
  const meetings = (await from.list('meetings')) as readonly Meeting[]
  if (meetings.length === 0) return 0
  const added = await createServerRepository(api).addAll(meetings)
  const ids = new Set(meetings.map(({ id }) => id))
  for (const kind of Object.values(SHELVES)) {
    // One at a time: the sound of many meetings is more than memory has to hold.
    for (const segment of (await listSegments(from, kind)).filter(({ meetingId }) => ids.has(meetingId))) {
      await move(from, to, kind, segment)
    }
  }
  await from.write(meetings.map(({ id }) => ({ kind: 'meetings', id, value: undefined })))
  return added
}

async function move(
  from: IndexedStore,
  to: IndexedStore,
  kind: (typeof SHELVES)[keyof typeof SHELVES],
  segment: KeptSegment,
): Promise<void> {
  await to.write([{ kind, id: segment.id, value: segment }])
  await from.write([{ kind, id: segment.id, value: undefined }])
}
