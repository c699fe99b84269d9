import { NOT_LISTENING } from './listening.ts'
import type { VoiceSnapshot } from './session-ports.ts'

/** A session of which nothing has been asked yet. */
export const INITIAL_SNAPSHOT: VoiceSnapshot = {
  state: { phase: 'idle', hint: undefined },
  visual: 'idle',
  listening: NOT_LISTENING,
  interim: '',
  kept: [],
  notices: [],
  saying: undefined,
  cutOff: undefined,
  permission: 'unknown',
}
