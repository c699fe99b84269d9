import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import type { SocketAnswer, SocketHello, SocketRequest } from '../contract/src/socket/messages.ts'

/** What a client of /api/live sent on one socket, and the responses to it. */
export interface SocketCaller {
  /** everything but audio, in order */
  readonly said: readonly (SocketHello | SocketRequest)[]
  /** received bytes of audio */
  readonly soundBytes: () => number
  /** number of audio messages */
  readonly soundFrames: () => number
  answer(answer: SocketAnswer): void
  sound(bytes: Uint8Array): void
  cut(): void
  close(code: number): void
}

/** A server of /api/live that the test controls. It responds with `ready` to every hello. */
export interface FakeSocketServer {
  readonly address: string
  /** the sockets, in order of opening */
  readonly callers: readonly SocketCaller[]
  close(): Promise<void>
}

const READY: SocketAnswer = {
  type: 'ready',
  version: 1,
  limits: { frameMaxBytes: 32_000, turnMaxSeconds: 120, idleSeconds: 120 },
}

export async function startFakeSocketServer(): Promise<FakeSocketServer> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  const callers: SocketCaller[] = []
  server.on('connection', (socket) => callers.push(callerOn(socket)))
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    address: `ws://127.0.0.1:${port}`,
    callers,
    async close() {
      for (const client of server.clients) client.terminate()
      server.close()
      await once(server, 'close')
    },
  }
}

function callerOn(socket: WebSocket): SocketCaller {
  const said: (SocketHello | SocketRequest)[] = []
  let soundBytes = 0
  let soundFrames = 0
  const answer = (message: SocketAnswer) => socket.send(JSON.stringify(message))
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) {
      soundBytes += data.length
      soundFrames += 1
      return
    }
    const request = JSON.parse(data.toString('utf8')) as SocketHello | SocketRequest
    said.push(request)
    if (request.type === 'hello') answer(READY)
  })
  return {
    said,
    soundBytes: () => soundBytes,
    soundFrames: () => soundFrames,
    answer,
    sound: (bytes) => socket.send(bytes),
    cut: () => socket.terminate(),
    close: (code) => socket.close(code),
  }
}
