import { connect, type Socket } from 'node:net'
import { Agent, request } from 'undici'
import type { ReplyEvent } from '@vee/contract/stream/reply-event'

const agent = new Agent({ headersTimeout: 60_000, bodyTimeout: 60_000 })

export interface StreamTarget {
  readonly url: string
  /** the bearer token or the vendor's key */
  readonly token: string
  readonly body: (text: string) => unknown
  /** text before the content of each token */
  readonly marker: string
}

/**
 * Called with each token.
 * @param at when it was received, in ms after the question was sent
 * @param sentAt when it was sent, in ms of the vendor's own clock; NaN if not available (`--stamped-tokens`
 * of the fake)
 */
export type HearToken = (at: number, sentAt: number) => void

export const vendorTarget = (url: string): StreamTarget => ({
  url: `${url}/v1/chat/completions`,
  token: 'sk-bench',
  body: (text) => ({
    model: 'gpt-4o',
    stream: true,
    stream_options: { include_usage: true },
    messages: [{ role: 'user', content: text }],
  }),
  marker: '"delta":{"content":"',
})

/** @param more fields of the request in addition */
export const veeTarget = (url: string, token: string, more: object = {}): StreamTarget => ({
  url: `${url}/api/chat`,
  token,
  body: (text) => ({ stream: true, messages: [{ role: 'user', content: text }], ...more }),
  marker: '"type":"chunk","content":"',
})

/** Reusable connections, by host and port. */
const idle = new Map<string, Socket[]>()
function idleTo(host: string): Socket[] {
  const known = idle.get(host) ?? []
  idle.set(host, known)
  return known
}

/** Returns a reusable connection; the server has closed those that were idle for too long. */
function takeOpen(sockets: Socket[]): Socket | undefined {
  for (let socket = sockets.pop(); socket; socket = sockets.pop()) if (!socket.destroyed) return socket
  return undefined
}

/** Longest stamp: a space, milliseconds and a fraction. */
const STAMP_LENGTH = 16

/** The end of a response in the chunked encoding (RFC 9112, 7.1); no event ends like this. */
const LAST_CHUNK = Buffer.from('0\r\n\r\n')

/**
 * Sends one request, and resolves when the response is complete. Uses a plain socket, because reading 20,000
 * tokens per second on the measured processor must be cheap.
 */
export function timeStream(
  { url, token, body, marker }: StreamTarget,
  text: string,
  hear: HearToken,
): Promise<void> {
  const { host, hostname, port, pathname } = new URL(url)
  const content = JSON.stringify(body(text))
  const head = [
    `POST ${pathname} HTTP/1.1`,
    `host: ${host}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(content)}`,
    `authorization: Bearer ${token}`,
    'accept: text/event-stream',
  ]
  const started = performance.now()
  const sockets = idleTo(host)
  const socket = takeOpen(sockets) ?? connect({ host: hostname, port: Number(port), noDelay: true })
  socket.write(`${head.join('\r\n')}\r\n\r\n${content}`)
  return new Promise((resolve, reject) => {
    let status = ''
    const cleanUp = () => socket.off('data', take).off('error', fail).off('close', fail)
    const fail = (why?: unknown) => {
      cleanUp()
      socket.destroy()
      reject(new Error(`${url} broke off`, { cause: why }))
    }
    const take = (packet: Buffer) => {
      status ||= packet.toString('latin1', 0, packet.indexOf('\r\n'))
      if (!status.startsWith('HTTP/1.1 200')) return fail(packet.toString('utf8'))
      const nowMs = performance.now() - started
      for (let place = packet.indexOf(marker); place !== -1; place = packet.indexOf(marker, place + 1)) {
        const begin = place + marker.length
        hear(nowMs, Number.parseFloat(packet.toString('latin1', begin, begin + STAMP_LENGTH)))
      }
      if (!packet.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)) return
      cleanUp()
      sockets.push(socket)
      resolve()
    }
    socket.on('data', take).on('error', fail).on('close', fail)
  })
}

/** Yields the events of a reply that another client requested, from its start. */
export async function* replyEvents(url: string, sessionId: string): AsyncGenerator<ReplyEvent> {
  const { body } = await request(url, { dispatcher: agent, headers: { 'x-session-id': sessionId } })
  let rest = ''
  for await (const packet of body) {
    const lines = (rest + (packet as Buffer).toString('utf8')).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line.startsWith('data: ')) yield JSON.parse(line.slice('data: '.length)) as ReplyEvent
    }
  }
}
