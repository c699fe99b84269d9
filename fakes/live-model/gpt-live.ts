import type { FakeReply, LiveModelPeer, LiveModelProtocol } from './index.ts'
import { WORD_MS, WORD_SOUND } from './index.ts'

let events = 0
const event = (type: string, fields: object = {}) => ({ type, event_id: `event_${++events}`, ...fields })

/** OpenAI's Live API with client delegation: a reply with a `call` delegates, and speaks the commentary that it receives. */
export const gptLiveApi = ({ apiKey }: { readonly apiKey: string }): LiveModelProtocol => ({
  path: '/v1/live/sessions',
  errorMessage: event('error', {
    error: { type: 'server_error', code: 'server_error', message: 'It failed.' },
  }),
  isAuthorized: (_url, { authorization }) => authorization === `Bearer ${apiKey}`,
  start: (peer) => new FakeGptLive(peer),
})

const FIELDS: ReadonlySet<string> = new Set([
  'model',
  'instructions',
  'audio',
  'delegation',
  'input',
  'store',
])

class FakeGptLive {
  readonly #peer: LiveModelPeer
  #session: object | undefined
  #running: { isOver: boolean } | undefined
  #offsetMs = 0
  #count = 0
  readonly #delegations = new Set<string>()

  constructor(peer: LiveModelPeer) {
    this.#peer = peer
  }

  audioOf(message: Record<string, unknown>) {
    if (message['type'] !== 'session.input_audio.append') return undefined
    if (!this.#session) throw new Error('audio before the session was started')
    return { pcm: Buffer.from(String(message['audio']), 'base64'), rate: 24_000 }
  }

  onVoice(state: 'started' | 'ended'): void {
    if (state === 'started') {
      // It stops when the user talks over it.
      if (this.#running) this.#running.isOver = true
      return
    }
    void this.#answerSpoken(this.#peer.nextHeard())
  }

  receive(message: Record<string, unknown>): void {
    switch (message['type']) {
      case 'session.start':
        return this.#start(message['session'] as Record<string, unknown>)
      case 'session.instructions.append':
        this.#acknowledge('session.instructions.appended')
        if (this.#running) this.#running.isOver = true
        void this.#respond(this.#peer.nextReply())
        return
      case 'session.commentary.append': {
        const { delegation_id, content } = message as { delegation_id: string | null; content: string }
        if (delegation_id !== null && !this.#delegations.has(delegation_id))
          return this.#error('unknown_delegation')
        this.#acknowledge('session.commentary.appended')
        void this.#respond({ text: content })
        return
      }
      case 'session.close':
        return this.#close('close_requested')
    }
  }

  expire(): void {
    this.#close('expired')
  }

  #start(session: Record<string, unknown>): void {
    // The API rejects fields that it does not know.
    const unknown = Object.keys(session).find((field) => !FIELDS.has(field))
    if (unknown !== undefined) return this.#error('unknown_parameter')
    this.#session = session
    const resource = { id: 'live_1', object: 'live.session', ...session }
    this.#peer.send(event('session.started', { session: resource }))
  }

  async #answerSpoken(words: string | undefined): Promise<void> {
    const transcribe = async () => {
      await this.#peer.words()
      for (const [index, word] of (words ?? '').split(' ').filter(Boolean).entries())
        this.#transcript('input', index === 0 ? word : ` ${word}`)
    }
    await Promise.all([transcribe(), Promise.resolve().then(() => this.#respond(this.#peer.nextReply()))])
  }

  async #respond(reply: FakeReply): Promise<void> {
    const running = { isOver: false }
    this.#running = running
    for (const [index, word] of reply.text.split(' ').filter(Boolean).entries()) {
      if (index === reply.holdAfterWords) await this.#peer.released()
      if (running.isOver) return
      if (!reply.hasNoWords) this.#transcript('output', index === 0 ? word : ` ${word}`)
      if (!reply.hasNoSound)
        this.#peer.send({ type: 'session.output_audio.delta', delta: WORD_SOUND.toString('base64') })
    }
    this.#running = undefined
    if (reply.call) this.#delegate()
    // Its audio continues while it listens.
    this.#peer.send({ type: 'session.output_audio.delta', delta: Buffer.alloc(1_920).toString('base64') })
    this.#peer.send(event('session.usage.updated', { usage: { seconds: this.#offsetMs / 1_000 } }))
  }

  #delegate(): void {
    const id = `delegation_${++this.#count}`
    this.#delegations.add(id)
    this.#peer.send(
      event('session.delegation.created', {
        delegation: { id, target: 'client', type: 'delegation' },
        offset_ms: this.#offsetMs,
      }),
    )
  }

  #transcript(direction: 'input' | 'output', delta: string): void {
    const start_ms = this.#offsetMs
    this.#offsetMs += WORD_MS
    this.#peer.send(
      event(`session.${direction}_transcript.delta`, { delta, start_ms, end_ms: this.#offsetMs }),
    )
  }

  #acknowledge(type: string): void {
    this.#peer.send(event(type, { start_ms: this.#offsetMs, end_ms: this.#offsetMs }))
  }

  #error(code: string): void {
    this.#peer.send(event('error', { error: { type: 'invalid_request_error', code, message: 'No.' } }))
  }

  #close(reason: string): void {
    const session = { id: 'live_1', object: 'live.session', ...this.#session }
    this.#peer.send(event('session.closed', { reason, session, usage: { seconds: this.#offsetMs / 1_000 } }))
    this.#peer.close()
  }
}
