import type { VoiceSession, VoiceSnapshot } from '#voice/index.ts'

/** What a press on the hearing indicator does in a state; undefined where it does nothing, as for those who are only typed to. */
export function hearingOf(visual: VoiceSnapshot['visual'], mayListen: boolean): 'start' | 'stop' | undefined {
  switch (visual) {
    case 'idle':
    case 'error':
      return mayListen ? 'start' : undefined
    case 'listening':
    case 'vad-wake':
    case 'vad-active':
    case 'speaking':
    case 'responding':
      return 'stop'
    case 'connecting':
    case 'transcribing':
    case 'thinking':
    case 'processing':
      return undefined
  }
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
