import { NOT_LISTENING } from './listening.ts'
import type { VoiceSnapshot } from './session-ports.ts'

/** The snapshot of a session before its first event. */
export const INITIAL_SNAPSHOT: VoiceSnapshot = {
  state: { phase: 'idle', hint: undefined },
  visual: 'idle',
  listening: NOT_LISTENING,
  interim: { text: '', tail: '' },
  pendingUtterances: [],
  notices: [],
  saying: undefined,
  sayingWord: undefined,
  interruptedReply: undefined,
  permission: 'unknown',
}
