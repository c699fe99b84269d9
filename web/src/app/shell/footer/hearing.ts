import type { VoiceSession, VoiceSnapshot } from '#voice/index.ts'

/**
 * Returns the action of the hearing indicator in a state; undefined if it has none, as for text-only agents.
 */
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

/** Like a tap on the microphone: listens until the next press. */
export function startListening(session: Pick<VoiceSession, 'press' | 'release'>): void {
  session.press()
  session.release()
}

/** Recording, speech and reply: each press of Escape stops the innermost active one. */
export function stopEverything(session: Pick<VoiceSession, 'escape'>): void {
  while (session.escape()) {
    // Continues until nothing is active.
  }
}
