import { parseReplyStream } from '../../contract/src/stream/parse.ts'

/** Number of events received before the connection breaks. */
const HEARD_EVENTS = 4

/**
 * A visitor whose connection breaks in the middle of a reply: resumes after the last event, or stops the
 * reply.
 */
export class ReconnectingClient {
  /** completed or stopped replies */
  replies = 0
  readonly wrongs: string[] = []
  readonly #url: string
  readonly #said: string
  readonly #headers: Readonly<Record<string, string>>

  /** @param said the text of every reply */
  constructor(url: string, name: string, said: string) {
    this.#url = url
    this.#said = said
    this.#headers = { 'x-session-id': `wanderer-${name}`, 'content-type': 'application/json' }
  }

  async wander(until: number): Promise<void> {
    for (let count = 0; performance.now() < until; count += 1) {
      try {
        await (count % 2 === 0 ? this.#readOn() : this.#stop())
        this.replies += 1
      } catch (error) {
        this.wrongs.push(String(error))
      }
    }
  }

  async #readOn(): Promise<void> {
    const id = crypto.randomUUID()
    const heard = await this.#begin(id)
    const rest = await this.#send(`/${id}/stream`, {
      headers: { ...this.#headers, 'last-event-id': String(heard.place) },
    })
    let text = heard.text
    for await (const { event } of parseReplyStream(textOf(rest))) {
      if (event.type === 'chunk') text += event.content
    }
    if (text !== this.#said) throw new Error(`${id}: came back and had “${text}”`)
  }

  async #stop(): Promise<void> {
    const id = crypto.randomUUID()
    await this.#begin(id)
    await this.#send(`/${id}`, {
      method: 'DELETE',
      headers: { 'x-session-id': this.#headers['x-session-id'] ?? '' },
    })
  }

  /** Asks, reads the beginning, and disconnects. */
  async #begin(replyId: string): Promise<{ readonly place: number; readonly text: string }> {
    const connection = new AbortController()
    const response = await this.#send('', {
      method: 'POST',
      body: JSON.stringify({
        replyId,
        stream: true,
        messages: [{ role: 'user', content: 'Tell me of the sea.' }],
      }),
      signal: connection.signal,
    })
    let heard = { place: 0, text: '' }
    for await (const { id = 0, event } of parseReplyStream(textOf(response))) {
      heard = { place: id, text: heard.text + (event.type === 'chunk' ? event.content : '') }
      if (id >= HEARD_EVENTS) break
    }
    connection.abort()
    return heard
  }

  async #send(path: string, init: RequestInit): Promise<Response> {
    const address = path === '' ? `${this.#url}/api/chat` : `${this.#url}/api/chat/replies${path}`
    const response = await fetch(address, { headers: this.#headers, ...init })
    if (!response.ok) throw new Error(`${init.method ?? 'GET'} ${path} answered ${response.status}`)
    return response
  }
}

function textOf(response: Response): ReadableStream<string> {
  if (!response.body) throw new Error('there is no body')
  return response.body.pipeThrough(new TextDecoderStream())
}
