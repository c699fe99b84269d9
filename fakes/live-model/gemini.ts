import type { FakeReply, LiveModelPeer, LiveModelProtocol } from './index.ts'
import { WORD_SOUND } from './index.ts'

interface Options {
  readonly apiKey: string
}

/** Google's Live API (BidiGenerateContent), with its own turn detection. */
export const geminiLiveApi = ({ apiKey }: Options): LiveModelProtocol => ({
  path: '/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent',
  errorClose: { code: 1011, reason: 'Internal error encountered.' },
  isBinary: true,
  isAuthorized: (url, headers) => (headers['x-goog-api-key'] ?? url.searchParams.get('key')) === apiKey,
  start: (peer) => new FakeGeminiLive(peer),
})

interface Running {
  isOver: boolean
}

class FakeGeminiLive {
  readonly #peer: LiveModelPeer
  #isSetUp = false
  #awaitsHistory = false
  #running: Running | undefined
  #calls = 0
  /** ids of calls without a response */
  readonly #open = new Set<string>()

  constructor(peer: LiveModelPeer) {
    this.#peer = peer
  }

  audioOf(message: Record<string, unknown>) {
    const input = message['realtimeInput'] as { audio?: { data: string; mimeType: string } } | undefined
    if (!input?.audio) return undefined
    this.#assertSetUp()
    const rate = Number(/^audio\/pcm;rate=(\d+)$/.exec(input.audio.mimeType)?.[1])
    if (!rate) throw new Error('audio of an unknown rate')
    return { pcm: Buffer.from(input.audio.data, 'base64'), rate }
  }

  onVoice(state: 'started' | 'ended'): void {
    if (state === 'started') return this.#interrupt()
    void this.#answerSpoken(this.#peer.nextHeard())
  }

  receive(message: Record<string, unknown>): void {
    if ('setup' in message) {
      const setup = message['setup'] as { model?: string; historyConfig?: object }
      if (!setup.model?.startsWith('models/')) return this.#peer.close()
      this.#isSetUp = true
      this.#awaitsHistory = setup.historyConfig !== undefined
      return this.#peer.send({ setupComplete: {} })
    }
    this.#assertSetUp()
    if ('clientContent' in message) {
      const { turnComplete } = message['clientContent'] as { turnComplete?: boolean }
      if (this.#awaitsHistory && turnComplete) this.#awaitsHistory = false
      else if (turnComplete) void this.#respond(this.#peer.nextReply())
      return
    }
    if ('realtimeInput' in message) {
      if (this.#awaitsHistory) throw new Error('input before the history')
      const { text } = message['realtimeInput'] as { text?: string }
      if (text === undefined) return
      this.#interrupt()
      void this.#respond(this.#peer.nextReply())
    }
    if ('toolResponse' in message) {
      const { functionResponses } = message['toolResponse'] as { functionResponses: { id: string }[] }
      for (const { id } of functionResponses) this.#open.delete(id)
      if (this.#open.size === 0) void this.#respond(this.#peer.nextReply())
    }
  }

  expire(): void {
    this.#peer.send({ goAway: { timeLeft: '49.5s' } })
  }

  #interrupt(): void {
    if (!this.#running) return
    this.#running.isOver = true
    this.#running = undefined
    this.#peer.send({ serverContent: { interrupted: true } })
    this.#complete(1)
  }

  async #answerSpoken(words: string | undefined): Promise<void> {
    const transcribe = async () => {
      await this.#peer.words()
      for (const [index, word] of (words ?? '').split(' ').filter(Boolean).entries())
        this.#content({ inputTranscription: { text: index === 0 ? word : ` ${word}` } })
    }
    // Transcripts come in no order with the response.
    const transcribed = transcribe()
    await Promise.resolve()
    await Promise.all([transcribed, this.#respond(this.#peer.nextReply())])
  }

  async #respond(reply: FakeReply): Promise<void> {
    const running: Running = { isOver: false }
    this.#running = running
    const words = reply.text === '' ? [] : reply.text.split(' ')
    for (const [index, word] of words.entries()) {
      if (index === reply.holdAfterWords) await this.#peer.released()
      if (running.isOver) return
      const inlineData = { mimeType: 'audio/pcm;rate=24000', data: WORD_SOUND.toString('base64') }
      if (!reply.hasNoSound) this.#content({ modelTurn: { role: 'model', parts: [{ inlineData }] } })
      if (!reply.hasNoWords) this.#content({ outputTranscription: { text: index === 0 ? word : ` ${word}` } })
    }
    if (reply.call) {
      const id = `function-call-${++this.#calls}`
      this.#open.add(id)
      const args: unknown = JSON.parse(reply.call.arguments)
      return this.#peer.send({ toolCall: { functionCalls: [{ id, name: reply.call.name, args }] } })
    }
    this.#running = undefined
    this.#content({ generationComplete: true })
    this.#complete(words.length)
  }

  #complete(words: number): void {
    this.#peer.send({
      serverContent: { turnComplete: true },
      usageMetadata: {
        promptTokenCount: 522,
        promptTokensDetails: [
          { modality: 'TEXT', tokenCount: 332 },
          { modality: 'AUDIO', tokenCount: 165 },
        ],
        responseTokenCount: words * 6,
        responseTokensDetails: [{ modality: 'AUDIO', tokenCount: words * 6 }],
        totalTokenCount: 522 + words * 6,
      },
    })
  }

  #content(serverContent: object): void {
    this.#peer.send({ serverContent })
  }

  #assertSetUp(): void {
    if (!this.#isSetUp) throw new Error('a message before the session was set up')
  }
}
