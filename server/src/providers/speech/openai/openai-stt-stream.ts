import { pcmSamples } from '@vee/contract/audio/pcm-samples'
import { z } from 'zod'
import { base64Pcm } from '../../sound/base64-pcm.ts'
import { createPcmResampler } from '../../sound/resample.ts'
import { ProviderFailure } from '../../failure.ts'
import type { SttStream, SttStreamEvent, SttStreaming, SttStreamRequest } from '../stt-stream.ts'
import { EventQueue } from '../../wire/event-queue.ts'
import { languageHint, startsUnspaced } from '../../wire/languages.ts'
import { SupportMemory } from '../../wire/support-memory.ts'
import { VendorSocket } from '../../wire/vendor-socket.ts'
import { SPEECH_SERVICE, type OpenAiSpeechOptions } from './api.ts'
import { UncommittedSound } from './uncommitted-sound.ts'

const INPUT_RATE = 16_000
/** The only rate of the protocol. */
const WIRE_RATE = 24_000
/** Pause after which models with turn detection finalize what was said, in ms. */
const SILENCE_MS = 300

/** A frame of 20 ms whose RMS exceeds −50 dBFS may contain speech. */
const FRAME_SAMPLES = WIRE_RATE / 50
const SPEECH_RMS = 0.003
/** Fewer such frames are no word. */
const MIN_WORD_FRAMES = 5

/** Models that emit words as they are spoken, and have no turn detection. The others transcribe whole stretches of speech. */
const WORD_BY_WORD = /^gpt-(?:live-transcribe|realtime-whisper)/

const serverEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('input_audio_buffer.committed'), item_id: z.string() }),
  z.object({
    type: z.literal('conversation.item.input_audio_transcription.delta'),
    item_id: z.string(),
    delta: z.string().nullish(),
  }),
  z.object({
    type: z.literal('conversation.item.input_audio_transcription.completed'),
    item_id: z.string(),
    transcript: z.string(),
    language: z.string().nullish(),
  }),
  z.object({
    type: z.literal('conversation.item.input_audio_transcription.failed'),
    item_id: z.string(),
  }),
  z.object({
    type: z.literal('input_audio_buffer.speech_stopped'),
    /** position in the audio of the session */
    audio_end_ms: z.number().nullish(),
  }),
  z.object({
    type: z.literal('error'),
    error: z.object({ code: z.string().nullish(), type: z.string().nullish() }).nullish(),
  }),
])
type ServerEvent = z.infer<typeof serverEvent>

/**
 * Transcribes while one speaks, by transcription sessions of OpenAI's Realtime protocol
 * (https://developers.openai.com/api/docs/guides/realtime-transcription), at OpenAI or a server that speaks it.
 */
export function createOpenAiStreaming(options: OpenAiSpeechOptions): SttStreaming {
  const memory = new SupportMemory()
  return {
    model: options.model,
    get isSupported() {
      return memory.isSupported
    },
    open: (request, signal) => new OpenAiStream(options, request, signal, memory),
  }
}

/** A stretch of speech that the service transcribes as one item. */
interface Item {
  readonly id: string
  text: string
  isFinal: boolean
}

class OpenAiStream implements SttStream {
  readonly events: EventQueue<SttStreamEvent> = new EventQueue()
  readonly #socket: VendorSocket
  readonly #resampler = createPcmResampler(INPUT_RATE, WIRE_RATE)
  /** items whose words are not final yet, in the order of speech */
  #items: Item[] = []
  readonly #uncommitted = new UncommittedSound()
  /** commits of ours whose response is awaited */
  #committing = 0
  /** commits of the service's turn detection that follow */
  #detectedEnds = 0
  #isFlushing = false
  #isFinishing = false
  #hasWords = false

  constructor(
    options: OpenAiSpeechOptions,
    request: SttStreamRequest,
    signal: AbortSignal,
    memory: SupportMemory,
  ) {
    const { apiKey, baseUrl, model, timeoutMs } = options
    this.#socket = new VendorSocket({
      provider: SPEECH_SERVICE,
      url: `${baseUrl}/realtime?${queryOf(baseUrl, model)}`,
      headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
      timeoutMs,
      signal,
      onMessage: (message) => this.#receive(message),
      onEnd: (failure) => {
        memory.note(failure)
        this.events.end(failure)
      },
    })
    this.#send({ type: 'session.update', session: sessionOf(model, request) })
  }

  push(pcm: Uint8Array): void {
    this.#append(this.#resampler.push(pcmSamples(pcm)))
  }

  flush(): void {
    if (this.#isFlushing) return
    this.#isFlushing = true
    // Models invent words for silence.
    if (this.#uncommitted.frames >= MIN_WORD_FRAMES) {
      this.#committing += 1
      this.#uncommitted.takenUntil()
      this.#send({ type: 'input_audio_buffer.commit' })
    }
    this.#endFlush()
  }

  finish(): void {
    if (this.#isFinishing) return
    this.#isFinishing = true
    this.#append(this.#resampler.end())
    this.#isFlushing = false
    this.flush()
  }

  #append(samples: Int16Array): void {
    if (samples.length === 0) return
    this.#uncommitted.add((samples.length / WIRE_RATE) * 1_000, soundFramesOf(samples))
    this.#send({ type: 'input_audio_buffer.append', audio: base64Pcm(samples) })
  }

  #receive(message: unknown): void {
    const event = serverEvent.safeParse(message).data
    // Events that are unknown or not needed here are ignored.
    if (event) this.#handleEvent(event)
  }

  #handleEvent(event: ServerEvent): void {
    switch (event.type) {
      case 'input_audio_buffer.committed':
        if (this.#detectedEnds > 0) this.#detectedEnds -= 1
        else this.#committing = Math.max(0, this.#committing - 1)
        this.#itemOf(event.item_id)
        return this.#endFlush()
      case 'conversation.item.input_audio_transcription.delta': {
        const item = this.#itemOf(event.item_id)
        if (!item.isFinal) item.text += event.delta ?? ''
        return this.#emitWords(undefined)
      }
      case 'conversation.item.input_audio_transcription.completed':
        Object.assign(this.#itemOf(event.item_id), { text: event.transcript, isFinal: true })
        return this.#emitWords(languageHint(event.language ?? undefined))
      case 'conversation.item.input_audio_transcription.failed':
        return this.#socket.fail(failed('a stretch of speech could not be transcribed'))
      case 'input_audio_buffer.speech_stopped':
        this.#detectedEnds += 1
        return this.#uncommitted.takenUntil(event.audio_end_ms ?? undefined)
      case 'error':
        return this.#onError(event.error?.code ?? event.error?.type ?? undefined)
    }
  }

  #onError(code: string | undefined): void {
    if (code !== 'input_audio_buffer_commit_empty')
      return this.#socket.fail(failed(/^[a-z_]{1,64}$/.test(code ?? '') ? `error ${code}` : 'an error'))
    this.#committing = Math.max(0, this.#committing - 1)
    this.#endFlush()
  }

  #itemOf(id: string): Item {
    const storedItem = this.#items.find((item) => item.id === id)
    if (storedItem) return storedItem
    const item = { id, text: '', isFinal: false }
    this.#items.push(item)
    return item
  }

  /** Items can be completed in another order than they were spoken in: later ones wait. */
  #emitWords(language: string | undefined): void {
    let final = ''
    while (this.#items[0]?.isFinal === true) {
      final += this.#spaced(this.#items.shift()?.text ?? '')
      this.#hasWords ||= final !== ''
    }
    const hadWords = this.#hasWords
    const tail = this.#items.reduce((text, item) => text + this.#spaced(item.text), '')
    this.#hasWords = hadWords
    this.events.push({ type: 'words', final, tail, ...(language !== undefined && { language }) })
    this.#endFlush()
  }

  /** Separates stretches of speech, where their scripts have spaces. */
  #spaced(text: string): string {
    const words = text.trim()
    if (words === '') return ''
    const separator = this.#hasWords && !startsUnspaced(words) ? ' ' : ''
    this.#hasWords = true
    return separator + words
  }

  #endFlush(): void {
    if (!this.#isFlushing || this.#committing > 0 || this.#items.length > 0) return
    this.#isFlushing = false
    this.events.push({ type: 'flushed' })
    if (this.#isFinishing) this.#socket.close()
  }

  #send(event: object): void {
    this.#socket.send(JSON.stringify(event))
  }
}

function soundFramesOf(samples: Int16Array): number {
  let frames = 0
  for (let start = 0; start < samples.length; start += FRAME_SAMPLES) {
    const frame = samples.subarray(start, start + FRAME_SAMPLES)
    const energy = frame.reduce((sum, sample) => sum + (sample / 0x8000) ** 2, 0)
    // The last frame of a message may be a part of one.
    if (Math.sqrt(energy / frame.length) > SPEECH_RMS) frames += frame.length / FRAME_SAMPLES
  }
  return frames
}

function queryOf(baseUrl: string, model: string): string {
  const isOpenAi = new URL(baseUrl).hostname.endsWith('.openai.com')
  // OpenAI rejects a model here; other servers, such as Speaches, need it.
  return isOpenAi ? 'intent=transcription' : `intent=transcription&model=${encodeURIComponent(model)}`
}

function sessionOf(model: string, { language, prompt }: SttStreamRequest): object {
  const hint = languageHint(language)
  return {
    type: 'transcription',
    audio: {
      input: {
        format: { type: 'audio/pcm', rate: WIRE_RATE },
        transcription: {
          model,
          ...(hint !== undefined && { language: hint }),
          ...(prompt !== undefined && prompt !== '' && { prompt }),
        },
        turn_detection: WORD_BY_WORD.test(model)
          ? null
          : { type: 'server_vad', silence_duration_ms: SILENCE_MS, prefix_padding_ms: 300 },
      },
    },
  }
}

const failed = (what: string) =>
  new ProviderFailure({
    kind: 'broken',
    provider: SPEECH_SERVICE.id,
    message: `${SPEECH_SERVICE.name}: ${what}.`,
  })
