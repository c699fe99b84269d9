import type { RealtimeServerEventType } from '@vee/contract/openai-realtime/server-events'

export interface ServerEvent {
  readonly type: RealtimeServerEventType
  readonly [field: string]: unknown
}

/** Events to the client. Never throws; after the end of the connection events are dropped. */
export interface RealtimeChannel {
  send(event: ServerEvent): void
  /** Resolves when there is room for more, or the client disconnected. */
  sendPaced(event: ServerEvent): Promise<void>
  /** Reports how much memory the session takes now, in bytes. The connection ends if they are too many. */
  keep(bytes: number): void
}
