import type { VoiceSnapshot } from '#voice/index.ts'

type InputMode = 'push-to-talk' | 'continuous' | 'voice-activation' | 'live'

/** Returns the key of the text next to the state's name: the activity, or a hint. */
export function hintKeyOf(snapshot: VoiceSnapshot, mode: InputMode, isOnStandby = false) {
  const { listening } = snapshot
  const awaitsConsent = listening.kind === 'replying' && listening.awaitsConsent === true
  return awaitsConsent ? 'hint.consent' : hintOfState(snapshot, mode, isOnStandby)
}

function hintOfState({ state, permission, listening }: VoiceSnapshot, mode: InputMode, isOnStandby: boolean) {
  switch (state.phase) {
    case 'idle':
      // It was no tap, because no button was pressed: the speech was not used.
      if (listening.kind === 'ready' && state.hint === 'too-short') return 'hint.no-speech'
      if (listening.kind !== 'off') return hintOfListening(listening)
      if (state.hint !== undefined) return `hint.${state.hint}` as const
      if (isOnStandby) return 'hint.standby'
      if (permission === 'prompt') return mode === 'push-to-talk' ? 'hint.explain' : 'hint.explain-open'
      return mode === 'push-to-talk' ? 'hint.idle' : (`hint.idle-${mode}` as const)
    case 'opening':
      return permission === 'granted' ? 'hint.opening' : 'hint.asking'
    case 'capturing':
      return `hint.${state.gesture.mode}` as const
    case 'speaking':
      if (state.isPaused) return 'hint.held'
      return listening.kind === 'replying' ? (`hint.${listening.duplex}` as const) : 'hint.speaking'
    case 'reviewing':
      return listening.kind === 'off' ? 'hint.reviewing' : hintOfListening(listening)
    case 'transcribing':
    case 'waiting':
      return `hint.${state.phase}` as const
    case 'replying':
      if (state.voice === 'blocked') return 'hint.blocked'
      return state.isWriting ? 'hint.writing' : 'hint.voice'
    case 'failed':
      if (listening.kind !== 'off') return hintOfListening(listening)
      return failureHintOf(state.reason)
  }
}

function hintOfListening({ kind, ...listening }: Exclude<VoiceSnapshot['listening'], { kind: 'off' }>) {
  if (kind === 'opening') return 'hint.opening'
  if (kind === 'live') return 'isMuted' in listening && listening.isMuted ? 'hint.live-muted' : 'hint.live'
  if ('hasNoSound' in listening && listening.hasNoSound) return 'hint.no-sound'
  if (kind === 'talking') return 'hint.hands-free'
  if (kind === 'replying') return 'duplex' in listening ? (`hint.${listening.duplex}` as const) : 'hint.half'
  return `hint.${kind}` as const
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

/**
 * Returns the wake word shown in the hint: the first with more than one letter, which is easiest to pronounce
 * and recognize.
 */
export function nameToCall(wakeWords: readonly string[]): string {
  const word = wakeWords.find(({ length }) => length > 1) ?? wakeWords[0] ?? ''
  return word.charAt(0).toUpperCase() + word.slice(1)
}
