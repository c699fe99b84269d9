import type { VoiceSnapshot } from '#voice/index.ts'

/** The key of the line beside the state's name: what is going on, or what one can do. */
export function hintKeyOf({ state, permission }: VoiceSnapshot) {
  switch (state.phase) {
    case 'idle':
      if (state.hint !== undefined) return `hint.${state.hint}` as const
      return permission === 'prompt' ? 'hint.explain' : 'hint.idle'
    case 'opening':
      return permission === 'granted' ? 'hint.opening' : 'hint.asking'
    case 'capturing':
      return `hint.${state.gesture.mode}` as const
    case 'hearing':
    case 'reviewing':
    case 'waiting':
    case 'speaking':
      return `hint.${state.phase}` as const
    case 'replying':
      if (state.voice === 'blocked') return 'hint.blocked'
      return state.isWriting ? 'hint.writing' : 'hint.voice'
    case 'failed':
      return failureHintOf(state.reason)
  }
}

type FailureReason = Extract<VoiceSnapshot['state'], { phase: 'failed' }>['reason']

function failureHintOf(reason: FailureReason) {
  if (isMicrophoneFailure(reason)) return 'hint.microphone'
  return reason === 'no-reply' || reason === 'reply-failed' ? 'hint.reply' : 'hint.recording'
}

const MICROPHONE_FAILURES = [
  'denied',
  'none',
  'busy',
  'vanished',
  'insecure',
  'unsupported',
  'no-answer',
] as const satisfies FailureReason[]

export type MicrophoneReason = (typeof MICROPHONE_FAILURES)[number]

export function isMicrophoneFailure(reason: FailureReason): reason is MicrophoneReason {
  return (MICROPHONE_FAILURES as readonly FailureReason[]).includes(reason)
}
