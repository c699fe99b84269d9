import type { VoiceSession, VoiceSnapshot } from '#voice/index.ts'

/** What a press on the hearing indicator does in a state; undefined where it does nothing. */
export function hearingOf(visual: VoiceSnapshot['visual']): 'start' | 'stop' | undefined {
  if (visual === 'idle' || visual === 'error') return 'start'
  if (visual === 'listening' || visual === 'speaking' || visual === 'responding') return 'stop'
  return undefined
}

/** As a tap on the microphone: it listens until the next press. */
export function startListening(session: Pick<VoiceSession, 'press' | 'release'>): void {
  session.press()
  session.release()
}

/** Capture, speech and reply: each escape ends the innermost that goes on. */
export function stopEverything(session: Pick<VoiceSession, 'escape'>): void {
  while (session.escape()) {
    // The next one, until nothing goes on.
  }
}
