import type { MeetingChange } from '@vee/contract/meetings/change'
import type { IndexedStore } from '#lib/storage/indexed-store.ts'

const KIND = 'meeting-changes'

/**
 * Unsent changes of a meeting, stored beyond the lifetime of the page. If the browser allows no storage, they
 * are lost with it.
 */
export interface Unsent {
  /** Like all methods here, never rejects. */
  read(): Promise<MeetingChange | undefined>
  keep(change: MeetingChange): void
  forget(): void
}

/** Changes that the server will reject again: their author decides what to do. */
export const rejectedChangeOf = (indexedStore: IndexedStore, id: string): Unsent =>
  unsentOf(indexedStore, `refused ${id}`)

export function unsentOf(indexedStore: IndexedStore, id: string): Unsent {
  let isThere = false
  const write = (value: MeetingChange | undefined) => {
    isThere = value !== undefined
    indexedStore.write([{ kind: KIND, id, value }]).catch(() => {})
  }
  return {
    async read() {
      const stored = await indexedStore.read(KIND, id).catch(() => undefined)
      isThere ||= stored !== undefined
      return stored as MeetingChange | undefined
    },
    keep: write,
    forget: () => isThere && write(undefined),
  }
}
