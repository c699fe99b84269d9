import type { MessageActionKind } from '#features/chat/index.ts'
import type { VoiceState } from '#voice/index.ts'

/**
 * Returns the action of the single button next to the field while it is empty: speech is interrupted before
 * the reply is stopped.
 */
export function actionOf(phase: VoiceState['phase'], isReplyRunning: boolean): MessageActionKind {
  if (phase === 'speaking') return 'interrupt'
  return isReplyRunning ? 'stop' : 'send'
}
