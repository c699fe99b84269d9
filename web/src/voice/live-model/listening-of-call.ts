import type { Listening } from '../session/listening.ts'
import type { LiveCallState } from './live-call-state.ts'

/** Returns what the page shows of a conversation with a live model. */
export function listeningOfCall(state: LiveCallState): Listening {
  switch (state.phase) {
    case 'off':
      return { kind: 'off' }
    case 'connecting':
      return { kind: 'opening', mode: 'live' }
    case 'talking': {
      const activity = state.reply ? 'speaking' : state.isAwaitingReply ? 'thinking' : 'listening'
      return { kind: 'live', mode: 'live', activity, isMuted: state.isMuted, startedAt: state.startedAt }
    }
  }
}
