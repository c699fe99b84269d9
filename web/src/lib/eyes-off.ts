import { create } from 'zustand'

interface EyesOffState {
  /** the presence and the voice have the whole screen, without text to read */
  readonly isOn: boolean
}

/** Whether the conversation screen shows no text, for users who talk without looking. Not persisted. */
export const useEyesOff = create<EyesOffState>()(() => ({ isOn: false }))
