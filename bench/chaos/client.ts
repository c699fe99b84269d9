import { parseReplyStream } from '../../contract/src/stream/parse.ts'
import { pause } from './services.ts'

/** A little longer than the page's own first delays; a client that hears nothing for so long asks again. */
const RETRY_MS = 250
const SILENCE_MS = 4_000

const PATIENCE = 5

/** What somebody does once more by hand when no answer comes. */
async function patiently(work: () => Promise<Response>): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (tries === PATIENCE) throw error
    }
  }
}

/** It keeps its id, however often it is asked. */
interface Question {
  readonly id: string
  readonly content: string
}

/** What a person's page does: asks, reads on after a drop behind the last event it has, and asks anew what was interrupted. */
export class ChaosClient {
  /** questions whose reply has begun: they must be kept */
  readonly questions: string[] = []
  /** replies that were told to their end, by id: they must be kept, as they were told */
  readonly replies = new Map<string, string>()
  /** what should never be: words twice or out of place */
  readonly wrongs: string[] = []
  /** when a reply last came to its end, by `performance.now()` */
  doneAt = 0
  readonly conversationId: string
  readonly #said: string
  readonly #hosts: readonly string[]
  /** people come from everywhere: one address may make only so many accounts */
  readonly #address = `2001:db8:${hex()}:${hex()}::1`
  #host = 0
  #token = ''
  #isStopped = false
  #work: Promise<void> | undefined

  /** @param said what every reply says */
  constructor(hosts: readonly string[], name: string, said: string) {
    this.#said = said
    this.#hosts = hosts
    this.conversationId = `conv-${name}`
  }

  async signIn(): Promise<void> {
    const answer = await patiently(() =>
      this.#send('/auth/register', 'POST', {
        // A new address each time: an answer that came too late may have made the account.
        email: `${crypto.randomUUID()}@example.org`,
        password: 'louder harbour 2',
        acceptTerms: true,
      }),
    )
    if (!answer.ok) throw new Error(`registering answered ${answer.status}: ${await answer.text()}`)
    this.#token = ((await answer.json()) as { token: string }).token
  }

  begin(): void {
    this.#work = this.#talk()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#work
  }

  /** What is missing of what was confirmed. */
  async missing(): Promise<readonly string[]> {
    const answer = await patiently(() => this.#send(`/conversations/${this.conversationId}`, 'GET'))
    if (!answer.ok) return [`the conversation answers ${answer.status}`]
    const { messages } = (await answer.json()) as {
      messages: readonly { id: string; role: string; content: string }[]
    }
    const asked = messages.filter(({ role }) => role === 'user').map(({ content }) => content)
    const told = new Map(messages.map(({ id, content }) => [id, content]))
    return [
      ...this.questions
        .filter((question) => !asked.includes(question))
        .map((question) => `question: ${question}`),
      ...asked
        .filter((question, at) => asked.indexOf(question) !== at)
        .map((question) => `twice: ${question}`),
      ...messages
        .filter(({ role }, at) => role === 'assistant' && messages[at + 1]?.role === 'assistant')
        .map(({ id }) => `answered twice: ${id}`),
      ...[...this.replies].filter(([id, text]) => told.get(id) !== text).map(([id]) => `reply: ${id}`),
    ]
  }

  async #talk(): Promise<void> {
    for (let count = 0; !this.#isStopped; count += 1) {
      const question = { id: crypto.randomUUID(), content: `Question ${count}` }
      while (!this.#isStopped && !(await this.#ask(question, crypto.randomUUID()))) await pause(RETRY_MS)
      await pause(RETRY_MS)
    }
  }

  /** One reply over as many connections as it takes; false when it was interrupted, and is to be asked for anew. */
  async #ask(question: Question, replyId: string): Promise<boolean> {
    let place = 0
    let text = ''
    while (!this.#isStopped) {
      try {
        const answer = await (place === 0
          ? this.#send('/chat', 'POST', {
              replyId,
              conversationId: this.conversationId,
              stream: true,
              messages: [{ ...question, role: 'user' }],
            })
          : this.#send(`/chat/replies/${replyId}/stream`, 'GET', undefined, String(place)))
        if (answer.status === 404) return false
        if (!answer.ok || !answer.body) throw new Error(String(answer.status))
        for await (const { id = place + 1, event } of parseReplyStream(
          answer.body.pipeThrough(new TextDecoderStream()),
        )) {
          if (id <= place) continue
          place = id
          if (event.type === 'start') this.questions.push(question.content)
          if (event.type === 'chunk') text += event.content
          if (event.type === 'error') return false
          if (!this.#said.startsWith(text)) this.wrongs.push(`${replyId}: ${text}`)
          if (event.type !== 'final_response_metadata') continue
          if (event.finishReason !== 'stop') return false
          if (text !== this.#said) this.wrongs.push(`${replyId}: ended with ${text}`)
          this.replies.set(replyId, text)
          this.doneAt = performance.now()
          return true
        }
      } catch {
        // Another server may be there.
        this.#host += 1
      }
      await pause(RETRY_MS)
    }
    return true
  }

  /** Fails when nothing is heard for a while, as a page does whose network went dead. */
  async #send(path: string, method: string, body?: object, after?: string): Promise<Response> {
    const host = this.#hosts[this.#host % this.#hosts.length] ?? ''
    return fetch(`${host}/api${path}`, {
      method,
      signal: AbortSignal.timeout(SILENCE_MS),
      headers: {
        'x-forwarded-for': this.#address,
        ...(body && { 'content-type': 'application/json' }),
        ...(this.#token !== '' && { authorization: `Bearer ${this.#token}` }),
        ...(after !== undefined && { 'last-event-id': after }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
  }
}

const hex = () => Math.floor(Math.random() * 65_536).toString(16)
