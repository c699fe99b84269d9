import type { Meeting } from '@vee/contract/entities/meeting'

/** State shared by the views of meetings and the recording. */
export interface WorkspaceState {
  /** the meeting that received the latest line, in its new state */
  readonly updated: Meeting | undefined
  /** the meeting whose recorder is in view: its recording needs no other indicator */
  readonly seenMeetingId: string | undefined
  /** opens a meeting, while a view is mounted */
  readonly open: ((meetingId: string) => void) | undefined
}
