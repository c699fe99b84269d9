import type { FakeReply, LiveModelPeer, LiveModelProtocol } from './index.ts'
import { WORD_MS, WORD_SOUND } from './index.ts'

const TRANSCRIPTION = 'conversation.item.input_audio_transcription'
let events = 0
const event = (type: string, fields: object) => ({ type, event_id: `event_${++events}`, ...fields })

interface Options {
  readonly apiKey?: string | undefined
  readonly path?: string
}

/** OpenAI's Realtime protocol (GA), with server_vad that creates no responses. */
export const openAiRealtime = ({ apiKey, path = '/v1/realtime' }: Options = {}): LiveModelProtocol => ({
  path,
  errorMessage: event('error', {
    error: { type: 'server_error', code: 'server_error', message: 'It failed.', param: null, event_id: null },
  }),
  isAuthorized: (_url, { authorization }) => apiKey === undefined || authorization === `Bearer ${apiKey}`,
  start: (peer) => new FakeRealtime(peer),
})

interface Running {
  readonly id: string
  isCancelled: boolean
}

class FakeRealtime {
  readonly #peer: LiveModelPeer
  #isConfigured = false
  #count = 0
  #userItem = ''
  #running: Running | undefined
  readonly #durations = new Map<string, number>()

  constructor(peer: LiveModelPeer) {
    this.#peer = peer
    peer.send(
      event('session.created', { session: { type: 'realtime', id: 'sess_1', object: 'realtime.session' } }),
    )
  }

  audioOf(message: Record<string, unknown>) {
    if (message['type'] !== 'input_audio_buffer.append') return undefined
    if (!this.#isConfigured) throw new Error('audio before the session was configured')
    return { pcm: Buffer.from(String(message['audio']), 'base64'), rate: 24_000 }
  }

  onVoice(state: 'started' | 'ended', atMs: number): void {
    if (state === 'started') {
      this.#userItem = this.#id('item')
      return this.#send('input_audio_buffer.speech_started', {
        item_id: this.#userItem,
        audio_start_ms: Math.round(atMs),
      })
    }
    const item_id = this.#userItem
    this.#send('input_audio_buffer.speech_stopped', { item_id, audio_end_ms: Math.round(atMs) })
    this.#send('input_audio_buffer.committed', { item_id, previous_item_id: null })
    this.#added({ id: item_id, type: 'message', role: 'user', content: [{ type: 'input_audio' }] })
    void this.#transcribe(item_id, this.#peer.nextHeard())
  }

  receive(message: Record<string, unknown>): void {
    switch (message['type']) {
      case 'session.update': {
        const session = message['session'] as { type?: unknown }
        this.#isConfigured = session.type === 'realtime'
        return this.#send('session.updated', { session })
      }
      case 'conversation.item.create': {
        const item = message['item'] as Record<string, unknown>
        return this.#added({ id: this.#id('item'), ...item })
      }
      case 'conversation.item.truncate': {
        const { item_id, audio_end_ms } = message as { item_id: string; audio_end_ms: number }
        const duration = this.#durations.get(item_id)
        if (duration === undefined || audio_end_ms > duration) return this.#error('invalid_value')
        return this.#send('conversation.item.truncated', { item_id, content_index: 0, audio_end_ms })
      }
      case 'conversation.item.delete':
        return this.#send('conversation.item.deleted', { item_id: message['item_id'] })
      case 'response.create':
        if (this.#running) return this.#error('conversation_already_has_active_response')
        void this.#respond(this.#peer.nextReply())
        return
      case 'response.cancel':
        if (!this.#running) return this.#error('response_cancel_not_active')
        return this.#cancel()
    }
  }

  expire(): void {
    this.#error('session_expired')
    this.#peer.close()
  }

  async #transcribe(item_id: string, words: string | undefined): Promise<void> {
    await this.#peer.words()
    const where = { item_id, content_index: 0 }
    if (words === undefined)
      return this.#send(`${TRANSCRIPTION}.failed`, { ...where, error: { type: 'transcription_error' } })
    for (const [index, word] of words.split(' ').entries())
      this.#send(`${TRANSCRIPTION}.delta`, { ...where, delta: index === 0 ? word : ` ${word}` })
    this.#send(`${TRANSCRIPTION}.completed`, {
      ...where,
      transcript: words,
      usage: { type: 'duration', seconds: 1 },
    })
  }

  async #respond(reply: FakeReply): Promise<void> {
    const id = this.#id('resp')
    const running: Running = { id, isCancelled: false }
    this.#running = running
    const base = { id, object: 'realtime.response', output: [] }
    this.#send('response.created', { response: { ...base, status: 'in_progress', usage: null } })
    const words = reply.text === '' ? [] : reply.text.split(' ')
    const item_id = this.#id('item')
    const where = { response_id: id, item_id, output_index: 0, content_index: 0 }
    if (words.length > 0) {
      this.#durations.set(item_id, 0)
      const item = { id: item_id, object: 'realtime.item', type: 'message', role: 'assistant', content: [] }
      this.#send('response.output_item.added', { response_id: id, output_index: 0, item })
    }
    let spoken = 0
    for (const [index, word] of words.entries()) {
      if (index === reply.holdAfterWords) await this.#peer.released()
      if (running.isCancelled) return
      const delta = index === 0 ? word : ` ${word}`
      if (!reply.hasNoWords) this.#send('response.output_audio_transcript.delta', { ...where, delta })
      this.#durations.set(item_id, (index + 1) * WORD_MS)
      if (!reply.hasNoSound)
        this.#send('response.output_audio.delta', { ...where, delta: WORD_SOUND.toString('base64') })
      spoken += 1
    }
    if (reply.call) {
      const call = {
        id: this.#id('item'),
        object: 'realtime.item',
        type: 'function_call',
        status: 'completed',
        call_id: this.#id('call'),
        ...reply.call,
      }
      this.#send('response.output_item.done', { response_id: id, output_index: 1, item: call })
    }
    this.#done(running, 'completed', spoken)
  }

  #cancel(): void {
    const running = this.#running
    if (!running) return
    running.isCancelled = true
    this.#done(running, 'cancelled', 1)
  }

  #done(running: Running, status: 'completed' | 'cancelled', words: number): void {
    this.#running = undefined
    this.#send('response.done', {
      response: {
        id: running.id,
        object: 'realtime.response',
        status,
        status_details: status === 'cancelled' ? { type: 'cancelled', reason: 'client_cancelled' } : null,
        output: [],
        usage: {
          total_tokens: 120 + words * 5,
          input_tokens: 120,
          output_tokens: words * 5,
          input_token_details: {
            text_tokens: 100,
            audio_tokens: 20,
            cached_tokens: 50,
            cached_tokens_details: { text_tokens: 50, audio_tokens: 0 },
          },
          output_token_details: { text_tokens: words, audio_tokens: words * 4 },
        },
      },
    })
  }

  #added(item: object): void {
    this.#send('conversation.item.added', { item, previous_item_id: null })
    this.#send('conversation.item.done', { item, previous_item_id: null })
  }

  #error(code: string): void {
    this.#send('error', {
      error: { type: 'invalid_request_error', code, message: 'No.', param: null, event_id: null },
    })
  }

  #id(prefix: string): string {
    return `${prefix}_${++this.#count}`
  }

  #send(type: string, fields: object): void {
    this.#peer.send(event(type, fields))
  }
}
