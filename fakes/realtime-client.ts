import { once } from 'node:events'
import { WebSocket } from 'ws'

interface RealtimeEvent {
  readonly type: string
  readonly [field: string]: unknown
}

/** A client of OpenAI's Realtime protocol that the test controls: it sends anything, and records what it receives. */
export interface RealtimeClient {
  readonly events: readonly RealtimeEvent[]
  say(event: object): void
  /** sends text or bytes unchanged */
  send(data: string | Uint8Array): void
  /** Returns the next unread event of that type; those before it count as read. Rejects if the socket closes instead. */
  next(type: string): Promise<RealtimeEvent>
  /** resolves with the code with which the socket is closed */
  readonly closed: Promise<number>
  /** Breaks the connection. */
  cut(): void
}

/**
 * Rejects with the status and the body if the server refuses the upgrade.
 *
 * @param query of the URL, without the question mark
 */
export async function connectRealtime(
  url: string,
  headers: Record<string, string> = {},
  query = 'model=v_agent',
): Promise<RealtimeClient> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/api/openai/v1/realtime?${query}`, { headers })
  const events: RealtimeEvent[] = []
  const takers = new Set<() => void>()
  let read = 0
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  void closed.then(() => takers.forEach((look) => look()))
  socket.on('error', () => undefined)
  socket.on('message', (data: Buffer) => {
    events.push(JSON.parse(data.toString('utf8')) as RealtimeEvent)
    for (const look of takers) look()
  })
  await Promise.race([
    once(socket, 'open'),
    once(socket, 'unexpected-response').then(async ([, response]) => {
      const { statusCode } = response as { statusCode: number }
      const chunks: Buffer[] = []
      for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk)
      throw new Error(`refused with ${statusCode}: ${Buffer.concat(chunks).toString('utf8')}`)
    }),
  ])
  return {
    events,
    say: (event) => socket.send(JSON.stringify(event)),
    send: (data) => socket.send(data),
    next: (type) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const index = events.findIndex((event, position) => position >= read && event.type === type)
          const event = events[index]
          if (event) {
            read = index + 1
            resolve(event)
          } else if (socket.readyState === WebSocket.CLOSED) reject(new Error(`closed before ${type}`))
          else return
          takers.delete(look)
        }
        takers.add(look)
        look()
      }),
    closed,
    cut: () => socket.terminate(),
  }
}
