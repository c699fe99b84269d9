import { z } from 'zod'
import { ProviderFailure } from '../../failure.ts'
import type { SttStream, SttStreamEvent, SttStreaming } from '../stt-stream.ts'
import { EventQueue } from '../../wire/event-queue.ts'
import { languageHint, startsUnspaced } from '../../wire/languages.ts'
import { SupportMemory } from '../../wire/support-memory.ts'
import { VendorSocket } from '../../wire/vendor-socket.ts'
import { MISTRAL, type MistralOptions } from './api.ts'

const INPUT_RATE = 16_000

const serverEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('transcription.text.delta'), text: z.string() }),
  z.object({ type: z.literal('transcription.language'), audio_language: z.string() }),
  z.object({ type: z.literal('transcription.done'), text: z.string() }),
  z.object({ type: z.literal('error') }),
])
type ServerEvent = z.infer<typeof serverEvent>

/**
 * Transcribes while one speaks, by Mistral's realtime transcription
 * (https://docs.mistral.ai/studio/audio/speech-to-text/transcribe-in-realtime).
 */
export function createMistralStreaming(options: MistralOptions): SttStreaming {
  const memory = new SupportMemory()
  return {
    model: options.streamingModel,
    get isSupported() {
      return memory.isSupported
    },
    open: (_request, signal) => new MistralStream(options, signal, memory),
  }
}

/**
 * A stream of sessions. Words never change, but only the end of a session says that all of its audio is transcribed: each
 * request for final words ends one, and later audio begins the next. Sessions have no parameters for language and terms.
 */
class MistralStream implements SttStream {
  readonly events: EventQueue<SttStreamEvent> = new EventQueue()
  readonly #options: MistralOptions
  readonly #signal: AbortSignal
  readonly #memory: SupportMemory
  #session: VendorSocket | undefined
  /** number of sessions so far */
  #sessions = 0
  /** words of the session */
  #text = ''
  #hasEarlierWords = false
  #hasAudio = false
  #isFlushing = false
  #isFinishing = false
  /** audio of the next session */
  #waiting: Uint8Array[] = []

  constructor(options: MistralOptions, signal: AbortSignal, memory: SupportMemory) {
    this.#options = options
    this.#signal = signal
    this.#memory = memory
    this.#begin()
  }

  push(pcm: Uint8Array): void {
    if (this.#isFlushing) {
      this.#waiting.push(pcm)
      return
    }
    if (!this.#session) this.#begin()
    this.#hasAudio = true
    this.#send({ type: 'input_audio.append', audio: Buffer.from(pcm).toString('base64') })
  }

  flush(): void {
    if (this.#isFlushing) return
    if (!this.#hasAudio) return this.#endFlush()
    this.#isFlushing = true
    this.#send({ type: 'input_audio.flush' })
    this.#send({ type: 'input_audio.end' })
  }

  finish(): void {
    if (this.#isFinishing) return
    this.#isFinishing = true
    this.flush()
  }

  #begin(): void {
    const { apiKey, baseUrl, streamingModel, timeoutMs } = this.#options
    const number = (this.#sessions += 1)
    this.#session = new VendorSocket({
      provider: MISTRAL,
      url: `${baseUrl}/v1/audio/transcriptions/realtime?${new URLSearchParams({ model: streamingModel }).toString()}`,
      headers: { authorization: `Bearer ${apiKey}` },
      timeoutMs,
      signal: this.#signal,
      onMessage: (message) => {
        if (number === this.#sessions) this.#receive(message)
      },
      onEnd: (failure) => {
        this.#memory.note(failure)
        // The end of a session that we close is no end of the stream.
        if (failure || this.#signal.aborted) this.events.end(failure)
      },
    })
    this.#send({
      type: 'session.update',
      session: { audio_format: { encoding: 'pcm_s16le', sample_rate: INPUT_RATE } },
    })
  }

  #receive(message: unknown): void {
    const event = serverEvent.safeParse(message).data
    // Events that are unknown or not needed here are ignored.
    if (event) this.#handleEvent(event)
  }

  #handleEvent(event: ServerEvent): void {
    switch (event.type) {
      case 'transcription.text.delta':
        return this.#add(event.text)
      case 'transcription.language': {
        const language = languageHint(event.audio_language)
        if (language !== undefined) this.events.push({ type: 'words', final: '', tail: '', language })
        return
      }
      case 'transcription.done':
        if (event.text.startsWith(this.#text)) this.#add(event.text.slice(this.#text.length))
        return this.#endSession()
      case 'error':
        return this.#session?.fail(
          new ProviderFailure({
            kind: 'broken',
            provider: MISTRAL.id,
            message: 'Mistral reported an error.',
          }),
        )
    }
  }

  #add(text: string): void {
    if (text === '') return
    const isFirst = this.#text === ''
    this.#text += text
    const words = isFirst ? text.trimStart() : text
    const isApart = isFirst && this.#hasEarlierWords && !startsUnspaced(words)
    this.events.push({ type: 'words', final: isApart ? ` ${words}` : words, tail: '' })
  }

  #endSession(): void {
    this.#session?.close()
    this.#session = undefined
    this.#hasEarlierWords ||= this.#text !== ''
    this.#text = ''
    this.#hasAudio = false
    this.#isFlushing = false
    this.#endFlush()
    for (const pcm of this.#waiting.splice(0)) this.push(pcm)
  }

  #endFlush(): void {
    this.events.push({ type: 'flushed' })
    if (!this.#isFinishing) return
    this.#session?.close()
    this.events.end()
  }

  #send(event: object): void {
    this.#session?.send(JSON.stringify(event))
  }
}
