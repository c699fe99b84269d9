import type { MeetingChange } from '@vee/contract/meetings/change'
import type { IndexedStore } from '#lib/indexed-store.ts'

const KIND = 'meeting-changes'

/** What could not be sent of a meeting's changes, so that it outlives the page. Where the browser keeps nothing, it does not. */
export interface Unsent {
  /** Never rejects, as all that is here. */
  read(): Promise<MeetingChange | undefined>
  keep(change: MeetingChange): void
  forget(): void
}

/** What the server will take as little another time: for whoever wrote it to decide about. */
export const refusedOf = (shelf: IndexedStore, id: string): Unsent => unsentOf(shelf, `refused ${id}`)

export function unsentOf(shelf: IndexedStore, id: string): Unsent {
  let isThere = false
  const write = (value: MeetingChange | undefined) => {
    isThere = value !== undefined
    shelf.write([{ kind: KIND, id, value }]).catch(() => {})
  }
  return {
    async read() {
      const found = await shelf.read(KIND, id).catch(() => undefined)
      isThere ||= found !== undefined
      return found as MeetingChange | undefined
    },
    keep: write,
    forget: () => isThere && write(undefined),
  }
}
