import type { VoiceSession } from '../session/session-ports.ts'
import type { Cue } from './cue.ts'

/** Calls `play` whenever the session begins to listen, and when it has stopped. Returns the way to end it. */
export function followListening(
  session: Pick<VoiceSession, 'snapshot' | 'subscribe'>,
  play: (cue: Cue) => void,
): () => void {
  let wasListening = false
  return session.subscribe(() => {
    const { state, listening } = session.snapshot()
    const isHandsFree = listening.kind !== 'off' && listening.kind !== 'opening'
    const isListening = isHandsFree || state.phase === 'capturing'
    if (isListening !== wasListening) play(isListening ? 'listening' : 'listened')
    wasListening = isListening
  })
}
