import type { ActionItem, Meeting } from '@vee/contract/entities/meeting'
import type { OpenActionItem } from '@vee/contract/http/meetings/action-items'
import type { MeetingAction, MeetingSort } from '@vee/contract/http/meetings/meetings'
import type { MeetingChange } from '@vee/contract/meetings/change'

/** A meeting in a list. */
export type MeetingListEntry = Pick<
  Meeting,
  'id' | 'title' | 'participants' | 'tags' | 'archived' | 'meetingDate' | 'openActionItemCount' | 'sharedBy'
>
export interface MeetingQuery {
  readonly q: string
  /** days, '' for none */
  readonly from: string
  readonly to: string
  readonly participant: string
  /** '' for any */
  readonly tag: string
  readonly archived: boolean
  /** meetings shared by colleagues, instead of the user's own; on the server only */
  readonly shared: boolean
  readonly sort: MeetingSort | `-${MeetingSort}`
}

export interface SummaryWish {
  /** BCP 47; '' for the transcript's own */
  readonly language: string
  readonly template: string
}

export interface MeetingListPage {
  readonly items: readonly MeetingListEntry[]
  readonly nextCursor: string | null
}

export interface OpenItemsPage {
  readonly items: readonly OpenActionItem[]
  readonly nextCursor: string | null
}

/**
 * The storage of meetings: the server for members, this browser for other users. Rejects with ApiError or
 * IndexedStoreError.
 */
export interface MeetingRepository {
  readonly storedIn: 'server' | 'browser'
  list(query: MeetingQuery, cursor?: string): Promise<MeetingListPage>
  /** Returns the tags of all meetings, the most used first. */
  tags(isShared: boolean): Promise<readonly string[]>
  get(id: string): Promise<Meeting>
  create(change: MeetingChange): Promise<Meeting>
  change(id: string, change: MeetingChange): Promise<Meeting>
  /** Deleted meetings can be restored for ten minutes, or until the page is left. */
  changeMany(ids: readonly string[], action: MeetingAction): Promise<void>
  /** Adds new meetings; resolves with their number. */
  addAll(meetings: readonly unknown[]): Promise<number>
  /** Yields whole meetings: the given ones or all; shared ones have no ids to select by. */
  all(which: readonly string[] | 'own' | 'shared'): Promise<readonly Meeting[]>
  /** Returns open action items of all meetings, by due date. */
  openItems(isShared: boolean, cursor?: string): Promise<OpenItemsPage>
  changeItem(meetingId: string, itemId: string, fields: Pick<ActionItem, 'done'>): Promise<void>
  summarize(
    meeting: Meeting,
    wish: SummaryWish,
    onProgress: (done: number, total: number) => void,
    signal: AbortSignal,
  ): Promise<Meeting>
}
