import type { MessageActionKind } from '#features/chat/index.ts'
import type { VoiceState } from '#voice/index.ts'

/** What the one button beside the field does while nothing is typed: the voice is interrupted before the reply is stopped. */
export function actionOf(phase: VoiceState['phase'], isReplyRunning: boolean): MessageActionKind {
  if (phase === 'speaking') return 'interrupt'
  return isReplyRunning ? 'stop' : 'send'
}
