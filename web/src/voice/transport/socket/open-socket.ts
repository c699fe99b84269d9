import { MAX_SOCKET_FRAME_BYTES } from '@vee/contract/socket/socket-limits'
import type { SocketRequest } from '@vee/contract/socket/messages'

const MAX_SAMPLES = MAX_SOCKET_FRAME_BYTES / Int16Array.BYTES_PER_ELEMENT

export interface SocketListener {
  opened(): void
  took(data: string | ArrayBuffer): void
  /** Called once, when it is closed or could not be opened. */
  closed(code: number): void
}

/** The part of a WebSocket that turns need. */
export interface VoiceSocket {
  send(data: string | Int16Array<ArrayBuffer>): void
  close(): void
  /** Receives that turn's microphone; see OpenMicrophone.openPort. */
  connectMicrophone(turnId: string, port: MessagePort): void
  /**
   * Sends that turn's audio from the microphone's sample `from` on as soon as the last frame arrives, and its
   * end.
   */
  finish(turnId: string, from: number): void
  /** Sends the rest and the end of that turn, unless `finish` has done so. */
  end(turnId: string, rest: Int16Array<ArrayBuffer>): void
}

/** Throws where sockets are not supported. */
export type OpenSocket = (address: string, listener: SocketListener) => VoiceSocket

/** Opens a socket on this thread. It receives no microphone, so all audio is passed to it. */
export const openSocketHere: OpenSocket = (address, listener) => {
  const socket = new WebSocket(address)
  socket.binaryType = 'arraybuffer'
  socket.addEventListener('open', () => listener.opened())
  socket.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) => listener.took(data))
  socket.addEventListener('close', ({ code }) => listener.closed(code))
  return {
    send: (data) => socket.send(data),
    close: () => socket.close(),
    connectMicrophone: (_turnId, port) => port.close(),
    finish: () => undefined,
    end(turnId, rest) {
      for (const message of audioMessagesOf(rest)) socket.send(message)
      socket.send(JSON.stringify({ type: 'end', turnId, asks: false } satisfies SocketRequest))
    },
  }
}

/** Splits audio into messages within the size limit. */
export function audioMessagesOf(sound: Int16Array<ArrayBuffer>): Int16Array<ArrayBuffer>[] {
  const count = Math.ceil(sound.length / MAX_SAMPLES)
  return Array.from({ length: count }, (_, index) =>
    sound.slice(index * MAX_SAMPLES, (index + 1) * MAX_SAMPLES),
  )
}
