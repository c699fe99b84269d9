import { parseReplyStream } from '../../contract/src/stream/parse.ts'
import { pause } from './services.ts'

/**
 * Slightly longer than the page's own first retry delays; a client without a response for this time retries.
 */
const RETRY_MS = 250
const SILENCE_MS = 4_000

const PATIENCE = 5

/** Repeats an action after a failure, as a user would. */
async function patiently(work: () => Promise<Response>): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (tries === PATIENCE) throw error
    }
  }
}

/** A question that keeps its id across retries. */
interface Question {
  readonly id: string
  readonly content: string
}

/**
 * Simulates the client: asks, resumes after a drop from the last event, and asks again what was interrupted.
 */
export class ChaosClient {
  /** questions whose reply has started: they must be stored */
  readonly questions: string[] = []
  /** complete replies by id: they must be stored as emitted */
  readonly replies = new Map<string, string>()
  /** errors: duplicate or misplaced words */
  readonly wrongs: string[] = []
  /** time at which the last reply was completed, by `performance.now()` */
  doneAt = 0
  readonly conversationId: string
  readonly #said: string
  readonly #hosts: readonly string[]
  /** separate addresses, because one address may create only a limited number of accounts */
  readonly #address = `2001:db8:${hex()}:${hex()}::1`
  #host = 0
  #token = ''
  #isStopped = false
  #work: Promise<void> | undefined

  /** @param said the text of every reply */
  constructor(hosts: readonly string[], name: string, said: string) {
    this.#said = said
    this.#hosts = hosts
    this.conversationId = `conv-${name}`
  }

  async signIn(): Promise<void> {
    const response = await patiently(() =>
      this.#send('/auth/register', 'POST', {
        // A new email address each time: an earlier request may have created the account before it timed out.
        email: `${crypto.randomUUID()}@example.org`,
        password: 'louder harbour 2',
        acceptTerms: true,
      }),
    )
    if (!response.ok) throw new Error(`registering answered ${response.status}: ${await response.text()}`)
    this.#token = ((await response.json()) as { token: string }).token
  }

  begin(): void {
    this.#work = this.#talk()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#work
  }

  /** Returns what is missing of the confirmed data. */
  async missing(): Promise<readonly string[]> {
    const response = await patiently(() => this.#send(`/conversations/${this.conversationId}`, 'GET'))
    if (!response.ok) return [`the conversation answers ${response.status}`]
    const { messages } = (await response.json()) as {
      messages: readonly { id: string; role: string; content: string }[]
    }
    const asked = messages.filter(({ role }) => role === 'user').map(({ content }) => content)
    const told = new Map(messages.map(({ id, content }) => [id, content]))
    return [
      ...this.questions
        .filter((question) => !asked.includes(question))
        .map((question) => `question: ${question}`),
      ...asked
        .filter((question, index) => asked.indexOf(question) !== index)
        .map((question) => `twice: ${question}`),
      ...messages
        .filter(({ role }, index) => role === 'assistant' && messages[index + 1]?.role === 'assistant')
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

  /**
   * Receives one reply over any number of connections; returns false if it was interrupted and must be asked
   * again.
   */
  async #ask(question: Question, replyId: string): Promise<boolean> {
    let place = 0
    let text = ''
    while (!this.#isStopped) {
      try {
        const response = await (place === 0
          ? this.#send('/chat', 'POST', {
              replyId,
              conversationId: this.conversationId,
              stream: true,
              messages: [{ ...question, role: 'user' }],
            })
          : this.#send(`/chat/replies/${replyId}/stream`, 'GET', undefined, String(place)))
        if (response.status === 404) return false
        if (!response.ok || !response.body) throw new Error(String(response.status))
        for await (const { id = place + 1, event } of parseReplyStream(
          response.body.pipeThrough(new TextDecoderStream()),
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

  /** Fails without data for a while, like a page whose network is down. */
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
