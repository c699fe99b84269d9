import type { MeetingChange } from '@vee/contract/meetings/change'
import { STORAGE_KEYS, readJson, removeStorageKey, writeJson } from '#lib/storage/storage.ts'
import type { IndexedStore } from '#lib/storage/indexed-store.ts'
import type { MeetingRepository } from './meeting-repository.ts'
import { unsentOf } from './unsent.ts'

interface UnsavedChange {
  readonly owner: string
  readonly id: string
  readonly change: MeetingChange
  /** ISO time of closing the page */
  readonly closedAt: string
}

/**
 * Stores a change while the page closes. Firefox aborts IndexedDB transactions and requests that begin then,
 * so localStorage is used, which is synchronous.
 */
export function storeUnsavedChange({ owner }: IndexedStore, id: string, change: MeetingChange): void {
  if (Object.keys(change).length === 0) return
  writeJson(STORAGE_KEYS.unsavedMeetingChange, {
    owner,
    id,
    change,
    closedAt: new Date().toISOString(),
  } satisfies UnsavedChange)
}

/**
 * Applies the change that a previous page stored on closing, unless the meeting was saved since: then the
 * change arrived after all, or a newer one did. A change that fails waits with the meeting's unsent changes.
 */
export async function applyUnsavedChange(
  repository: MeetingRepository,
  indexedStore: IndexedStore,
): Promise<void> {
  const stored = readJson(STORAGE_KEYS.unsavedMeetingChange)
  if (!isUnsavedChange(stored) || stored.owner !== indexedStore.owner) return
  removeStorageKey(STORAGE_KEYS.unsavedMeetingChange)
  try {
    const meeting = await repository.get(stored.id)
    if (meeting.updatedAt < stored.closedAt) await repository.change(stored.id, stored.change)
  } catch {
    unsentOf(indexedStore, stored.id).keep(stored.change)
  }
}

const isUnsavedChange = (value: unknown): value is UnsavedChange =>
  typeof value === 'object' &&
  value !== null &&
  'owner' in value &&
  'id' in value &&
  typeof value.id === 'string' &&
  'closedAt' in value &&
  typeof value.closedAt === 'string' &&
  'change' in value &&
  typeof value.change === 'object' &&
  value.change !== null
