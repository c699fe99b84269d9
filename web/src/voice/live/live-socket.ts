import { LIVE_FRAME_MAX_BYTES } from '@vee/contract/live/limits'
import type { LiveRequest } from '@vee/contract/live/messages'

const LARGEST_SAMPLES = LIVE_FRAME_MAX_BYTES / Int16Array.BYTES_PER_ELEMENT

export interface SocketListener {
  opened(): void
  took(data: string | ArrayBuffer): void
  /** It is closed, or could not be opened. Told once. */
  closed(code: number): void
}

/** A WebSocket, as far as turns need one. */
export interface LiveSocket {
  send(data: string | Int16Array<ArrayBuffer>): void
  close(): void
  /** Hears that turn's microphone; see OpenMicrophone.line. */
  listenOn(turnId: string, line: MessagePort): void
  /** Sends that turn's sound from the microphone's sample `from` on as soon as the last is there, and its end. */
  finish(turnId: string, from: number): void
  /** Sends the rest and the end of that turn, where `finish` has not done so. */
  end(turnId: string, rest: Int16Array<ArrayBuffer>): void
}

/** Throws where there are no sockets. */
export type OpenSocket = (address: string, listener: SocketListener) => LiveSocket

/** A socket on this thread. It hears no microphone, so all sound is given to it. */
export const openSocketHere: OpenSocket = (address, listener) => {
  const socket = new WebSocket(address)
  socket.binaryType = 'arraybuffer'
  socket.addEventListener('open', () => listener.opened())
  socket.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) => listener.took(data))
  socket.addEventListener('close', ({ code }) => listener.closed(code))
  return {
    send: (data) => socket.send(data),
    close: () => socket.close(),
    listenOn: (_turnId, line) => line.close(),
    finish: () => undefined,
    end(turnId, rest) {
      for (const message of messagesOf(rest)) socket.send(message)
      socket.send(JSON.stringify({ type: 'end', turnId, asks: false } satisfies LiveRequest))
    },
  }
}

/** Sound in messages that are no longer than they may be. */
export function messagesOf(sound: Int16Array<ArrayBuffer>): Int16Array<ArrayBuffer>[] {
  const count = Math.ceil(sound.length / LARGEST_SAMPLES)
  return Array.from({ length: count }, (_, index) =>
    sound.slice(index * LARGEST_SAMPLES, (index + 1) * LARGEST_SAMPLES),
  )
}
