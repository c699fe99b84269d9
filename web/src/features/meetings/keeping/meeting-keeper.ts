import type { ActionItem, Meeting, MeetingFields } from '@vee/contract/entities/meeting'
import type { OpenActionItem } from '@vee/contract/http/action-items'
import type { MeetingAction, MeetingSort } from '@vee/contract/http/meetings'
import { joinedLines, type LineChanges, withLines } from '@vee/contract/meetings/lines'
import { transcriptText } from '@vee/contract/meetings/transcript'

/** A meeting as a list shows it. */
export type ListedMeeting = Pick<
  Meeting,
  'id' | 'title' | 'participants' | 'tags' | 'archived' | 'meetingDate' | 'openActionItemCount' | 'sharedBy'
>
/** What a change names; the rest stays. */
export type MeetingPart = Partial<MeetingFields> & {
  /** single lines of the transcript: what somebody else adds to it meanwhile stays */
  readonly lines?: LineChanges
}

export interface MeetingQuery {
  readonly q: string
  /** days, '' for none */
  readonly from: string
  readonly to: string
  readonly participant: string
  /** '' for any */
  readonly tag: string
  readonly archived: boolean
  /** what colleagues share, instead of one's own; on the server alone */
  readonly shared: boolean
  readonly sort: MeetingSort | `-${MeetingSort}`
}

export interface SummaryWish {
  /** BCP 47; '' for the transcript's own */
  readonly language: string
  readonly template: string
}

export interface MeetingPage {
  readonly items: readonly ListedMeeting[]
  readonly nextCursor: string | null
}

export interface OpenItemsPage {
  readonly items: readonly OpenActionItem[]
  readonly nextCursor: string | null
}

/** Where meetings are kept: a member's on the server, everybody else's in this browser. Rejects with ApiError or ShelfError. */
export interface MeetingKeeper {
  readonly place: 'server' | 'browser'
  list(query: MeetingQuery, cursor?: string): Promise<MeetingPage>
  /** The tags of all meetings, the most used first. */
  tags(isShared: boolean): Promise<readonly string[]>
  get(id: string): Promise<Meeting>
  create(part: MeetingPart): Promise<Meeting>
  change(id: string, part: MeetingPart): Promise<Meeting>
  /** What was deleted can be restored for ten minutes, or until the page is left. */
  changeMany(ids: readonly string[], action: MeetingAction): Promise<void>
  /** Adds what is not there yet; resolves with how many that is. */
  addAll(meetings: readonly unknown[]): Promise<number>
  /** Whole: those, or all of them; shared ones have no ids to choose by. */
  all(which: readonly string[] | 'own' | 'shared'): Promise<readonly Meeting[]>
  /** What is left to do from all meetings, by due date. */
  openItems(isShared: boolean, cursor?: string): Promise<OpenItemsPage>
  changeItem(meetingId: string, itemId: string, part: Pick<ActionItem, 'done'>): Promise<void>
  summarize(
    meeting: Meeting,
    wish: SummaryWish,
    onProgress: (done: number, total: number) => void,
    signal: AbortSignal,
  ): Promise<Meeting>
}

/** A meeting after that. A transcript that was recorded or brought along with its times has its text from its lines. */
export function changedBy<M extends Partial<Meeting>>(meeting: M, { lines, ...rest }: MeetingPart): M {
  const whole = rest.transcriptLines ?? meeting.transcriptLines ?? []
  const transcriptLines = lines ? withLines(whole, lines) : rest.transcriptLines
  const given = Object.entries({
    ...rest,
    transcriptLines,
    transcript: rest.transcript ?? (transcriptLines && transcriptText(transcriptLines)),
  })
  return { ...meeting, ...Object.fromEntries(given.filter(([, value]) => value !== undefined)) }
}

/** Two changes as one: what came later counts. */
export const joined = (first: MeetingPart, then: MeetingPart): MeetingPart => ({
  ...first,
  ...then,
  ...(first.lines && then.lines && { lines: joinedLines(first.lines, then.lines) }),
})
