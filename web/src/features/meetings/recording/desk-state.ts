import type { Meeting } from '@vee/contract/entities/meeting'

/** What the views of the meetings and the recording beneath them know of each other. */
export interface DeskState {
  /** the meeting that got a line last, as it is since then */
  readonly heard: Meeting | undefined
  /** the meeting whose recorder is in view: its recording needs no other sign */
  readonly seen: string | undefined
  /** opens a meeting, while there is a view to open it in */
  readonly open: ((meetingId: string) => void) | undefined
}
