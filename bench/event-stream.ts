import { Agent, request } from 'undici'
import type { ReplyEvent } from '@vee/contract/stream/reply-event'

/** No limit on connections: a thousand streams at once are a thousand sockets. */
const agent = new Agent({ connections: null, pipelining: 1, headersTimeout: 60_000, bodyTimeout: 60_000 })

export interface StreamTarget {
  readonly url: string
  /** the bearer token or the vendor's key */
  readonly token: string
  readonly body: (text: string) => unknown
  /** marks the packets that carry text */
  readonly marker: string
}

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

export const veeTarget = (url: string, token: string): StreamTarget => ({
  url: `${url}/api/chat`,
  token,
  body: (text) => ({ stream: true, messages: [{ role: 'user', content: text }] }),
  marker: '"type":"chunk"',
})

/** Asks once; returns when each packet with text came, in ms after the request was sent. */
export async function timeStream(
  { url, token, body, marker }: StreamTarget,
  text: string,
): Promise<number[]> {
  const started = performance.now()
  const answer = await request(url, {
    method: 'POST',
    dispatcher: agent,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      accept: 'text/event-stream',
    },
    body: JSON.stringify(body(text)),
  })
  if (answer.statusCode !== 200)
    throw new Error(`${url} answered ${answer.statusCode}: ${await answer.body.text()}`)
  const times: number[] = []
  for await (const packet of answer.body) {
    if ((packet as Buffer).includes(marker)) times.push(performance.now() - started)
  }
  return times
}

/** Listens to a reply that somebody else has asked for, from its start. */
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
