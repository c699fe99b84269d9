import type { VoiceSnapshot } from '#voice/index.ts'

interface MicrophoneUse {
  readonly isTapped: boolean
  readonly isHandsFree: boolean
  readonly isListening: boolean
}

/** Returns the key of the label that names the action of a press: speech is stopped first, in every mode. */
export function microphoneLabelOf(
  visual: VoiceSnapshot['visual'],
  { isTapped, isHandsFree, isListening }: MicrophoneUse,
) {
  if (isTapped) return 'dock.stopRecording'
  if (visual === 'speaking') return 'dock.interrupt'
  if (isListening) return 'dock.stopListening'
  return isHandsFree ? 'dock.startListening' : 'dock.microphone'
}
