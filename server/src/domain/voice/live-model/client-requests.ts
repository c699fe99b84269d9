import { randomUUID } from 'node:crypto'
import type { LiveConversationRequest } from '@vee/contract/socket/live-model-messages'
import type { LiveModelMachineEvent, LiveStart } from './live-model-state.ts'

/** A request of the client during a conversation. */
export type ClientRequest = Exclude<LiveConversationRequest, LiveStart>

type WithoutAt<Event> = Event extends unknown ? Omit<Event, 'at'> : never
/** An event of the machine without its time. */
export type UntimedEvent = WithoutAt<LiveModelMachineEvent>

/** Returns the request as an event of the machine. */
export function eventOfRequest(request: ClientRequest): UntimedEvent {
  switch (request.type) {
    case 'live-text': {
      const { messageId, text } = request
      return { type: 'text-typed', messageId, replyId: randomUUID(), text }
    }
    case 'live-interrupt': {
      const { replyId, playedMs } = request
      return { type: 'reply-interrupted', replyId, playedMs }
    }
    case 'live-mute':
      return { type: 'mute-changed', isMuted: request.isMuted }
    case 'live-agent': {
      const { agentId, voice, personaOverride } = request
      return { type: 'agent-requested', agentId, voice, personaOverride }
    }
    case 'live-end':
      return { type: 'conversation-ended', endReason: 'client', playedMs: request.playedMs }
  }
}
