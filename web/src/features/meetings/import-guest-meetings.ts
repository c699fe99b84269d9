import type { Meeting } from '@vee/contract/entities/meeting'
import type { Api } from '#lib/http/index.ts'
import { openIndexedStore, type IndexedStore } from '#lib/storage/indexed-store.ts'
import { createServerRepository } from './repositories/server-repository.ts'
import { type StoredSegment, listSegments, SEGMENT_STORES } from '#voice/meeting-recording/stored-segment.ts'

/**
 * Moves a visitor's meetings to the member: the texts to the server, the audio to the member's part of this
 * browser. Resolves with the number of new meetings. They are deleted from the visitor's part after both
 * copies exist, so that a failure loses nothing; idempotent. Rejects with ApiError or IndexedStoreError.
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
  for (const kind of Object.values(SEGMENT_STORES)) {
    // Sequentially: the audio of many meetings exceeds memory.
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
  kind: (typeof SEGMENT_STORES)[keyof typeof SEGMENT_STORES],
  segment: StoredSegment,
): Promise<void> {
  await to.write([{ kind, id: segment.id, value: segment }])
  await from.write([{ kind, id: segment.id, value: undefined }])
}
