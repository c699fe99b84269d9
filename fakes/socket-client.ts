import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { SocketAnswer, SocketRequest } from '../contract/src/socket/messages.ts'

type AnswerOf<Type extends SocketAnswer['type']> = Extract<SocketAnswer, { type: Type }>

/**
 * A client of /api/live that the test controls: it sends messages on demand, and records those it receives.
 */
export interface SocketClient {
  readonly answers: readonly SocketAnswer[]
  /** received bytes of audio */
  readonly soundBytes: number
  say(request: SocketRequest | { readonly type: 'hello'; readonly version: number } | object): void
  /** sends text or bytes unchanged */
  send(data: string | Uint8Array): void
  /** Sends a fragment of a text message. Resolves when the server has received it or the socket is closed. */
  sendFragment(text: string, isLast: boolean): Promise<void>
  /** Returns the next unread message of that type. Rejects if the socket closes instead. */
  next<Type extends SocketAnswer['type']>(type: Type): Promise<AnswerOf<Type>>
  /** resolves with the code with which the socket is closed */
  readonly closed: Promise<number>
  close(): Promise<void>
  /** Breaks the connection. */
  cut(): void
  /** Pauses or resumes reading from the connection. */
  pause(): void
  resume(): void
}

export async function connectSocket(
  url: string,
  headers: Record<string, string> = {},
): Promise<SocketClient> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/api/live`, { headers })
  const answers: SocketAnswer[] = []
  const untaken: SocketAnswer[] = []
  const takers = new Set<() => void>()
  let soundBytes = 0
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  void closed.then(() => takers.forEach((emit) => emit()))
  socket.on('error', () => undefined)
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) {
      soundBytes += data.length
      return
    }
    const answer = JSON.parse(data.toString('utf8')) as SocketAnswer
    answers.push(answer)
    untaken.push(answer)
    for (const emit of takers) emit()
  })
  await Promise.race([
    once(socket, 'open'),
    once(socket, 'unexpected-response').then(([, response]) => {
      throw new Error(`refused with ${(response as { statusCode: number }).statusCode}`)
    }),
  ])
  const send = (data: string | Uint8Array) => socket.send(data)
  return {
    answers,
    get soundBytes() {
      return soundBytes
    },
    send,
    async sendFragment(text, isLast) {
      socket.send(text, { fin: isLast })
      socket.ping()
      await Promise.race([once(socket, 'pong'), closed])
    },
    say: (request) => send(JSON.stringify(request)),
    next: (type) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const index = untaken.findIndex((answer) => answer.type === type)
          const [answer] = index === -1 ? [] : untaken.splice(index, 1)
          if (answer) resolve(answer as AnswerOf<typeof type>)
          else if (socket.readyState === WebSocket.CLOSED) reject(new Error(`closed before ${type}`))
          else return
          takers.delete(look)
        }
        takers.add(look)
        look()
      }),
    closed,
    async close() {
      socket.close()
      await closed
    },
    cut: () => socket.terminate(),
    pause: () => socket.pause(),
    resume: () => socket.resume(),
  }
}
