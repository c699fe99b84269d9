import { useSyncExternalStore } from 'react'
import type { VoiceSession, VoiceSnapshot } from '#voice/index.ts'

/** Returns the session's snapshot; renders the component when it changes. */
export function useVoice(session: VoiceSession): VoiceSnapshot {
  return useSyncExternalStore(session.subscribe, session.snapshot)
}
