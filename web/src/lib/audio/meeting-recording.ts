import { create } from 'zustand'

interface MeetingRecording {
  /** a meeting is being recorded in this tab; false while it is paused */
  readonly isRecording: boolean
}

/** Whether a meeting is being recorded, for every screen. Set by `features/meetings/recording`. */
export const useMeetingRecording = create<MeetingRecording>()(() => ({ isRecording: false }))
