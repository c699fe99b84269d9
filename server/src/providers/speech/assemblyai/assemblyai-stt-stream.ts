import { z } from 'zod'
import { ProviderFailure } from '../../failure.ts'
import type { SttStream, SttStreamEvent, SttStreaming, SttStreamRequest } from '../stt-stream.ts'
import { EventQueue } from '../../wire/event-queue.ts'
import { keyTerms } from '../key-terms.ts'
import { languageHint } from '../../wire/languages.ts'
import { MessageBuffer } from '../../wire/message-buffer.ts'
import { SupportMemory } from '../../wire/support-memory.ts'
import { VendorSocket } from '../../wire/vendor-socket.ts'
import { ASSEMBLYAI, type AssemblyAiOptions } from './api.ts'

const INPUT_RATE = 16_000
/** The shortest message that is accepted: 50 ms. */
const MESSAGE_BYTES = (INPUT_RATE * 2 * 50) / 1_000
/** Silence after which the model may decide that a turn has ended, in ms. */
const MIN_SILENCE_MS = '160'
/** A turn without words is not reported: all of it was final before if nothing arrives within this time, in ms. */
const ENDED_WITHIN_MS = 700
const NEXT_TURN_WITHIN_MS = 100
/** An utterance may end before its turn: its end is expected with this probability at least, and is not decided. */
const MIN_EXPECTED = 0.3
const MAX_EXPECTED = 0.89
const TERMINATE = JSON.stringify({ type: 'Terminate' })
const KEY_TERMS = { maxTerms: 100, maxTermLength: 50 }

/** Languages of the models other than Whisper (https://www.assemblyai.com/docs/streaming/select-the-speech-model). */
const LANGUAGES: ReadonlySet<string> = new Set('en es fr de it pt'.split(' '))
/** The model in other languages. It knows 99, and judges no turns. */
const OTHER_MODEL = 'whisper-rt'
const MULTILINGUAL = 'universal-streaming-multilingual'
const ENGLISH = 'universal-streaming-english'

const serverMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('Turn'),
    turn_order: z.number(),
    /** the words that no longer change, without those that may */
    transcript: z.string(),
    /** the end of an utterance within a turn */
    utterance: z.string().nullish(),
    end_of_turn: z.boolean(),
    turn_is_formatted: z.boolean(),
    end_of_turn_confidence: z.number().min(0).max(1),
    words: z.array(z.object({ text: z.string() })).nullish(),
    language_code: z.string().nullish(),
  }),
  z.object({ type: z.literal('Termination') }),
  z.object({ type: z.literal('Error') }),
])
type Turn = Extract<z.infer<typeof serverMessage>, { type: 'Turn' }>

/** Transcribes while one speaks, by AssemblyAI's Universal-Streaming (https://www.assemblyai.com/docs/streaming/message-sequence). */
export function createAssemblyAiStreaming(options: AssemblyAiOptions): SttStreaming {
  const memory = new SupportMemory()
  return {
    model: options.streamingModel,
    get isSupported() {
      return memory.isSupported
    },
    open: (request, signal) => new AssemblyAiStream(options, request, signal, memory),
  }
}

class AssemblyAiStream implements SttStream {
  readonly events: EventQueue<SttStreamEvent> = new EventQueue()
  readonly #socket: VendorSocket
  readonly #unsent = new MessageBuffer(MESSAGE_BYTES)
  /** the turn whose words are final */
  #finalTurn = -1
  /** the turn whose end was reported */
  #endedTurn = -1
  #isEndExpected = false
  #hasWords = false
  #tail = ''
  /** the end of the turn was requested, so that its words become final */
  #isForcing = false
  /** no audio follows */
  #isTerminating = false
  #flushing: NodeJS.Timeout | undefined

  constructor(
    options: AssemblyAiOptions,
    request: SttStreamRequest,
    signal: AbortSignal,
    memory: SupportMemory,
  ) {
    const { apiKey, streamingUrl, streamingModel, timeoutMs } = options
    this.#socket = new VendorSocket({
      provider: ASSEMBLYAI,
      url: `${streamingUrl}/v3/ws?${parametersOf(request, streamingModel).toString()}`,
      headers: { authorization: apiKey },
      timeoutMs,
      signal,
      // A session is billed until it is terminated.
      farewell: TERMINATE,
      onMessage: (message) => this.#receive(message),
      onEnd: (failure) => {
        clearTimeout(this.#flushing)
        memory.note(failure)
        this.events.end(failure)
      },
    })
  }

  push(pcm: Uint8Array): void {
    const message = this.#unsent.add(pcm)
    if (message) this.#socket.send(message)
  }

  flush(isLast: boolean): void {
    if (!this.#isForcing) this.#force()
    if (!isLast || this.#isTerminating) return
    this.#isTerminating = true
    clearTimeout(this.#flushing)
    // All turns come before its answer.
    this.#socket.send(TERMINATE)
  }

  finish(): void {
    this.flush(true)
  }

  #force(): void {
    this.#isForcing = true
    const rest = this.#unsent.takeRest()
    if (rest) this.#socket.send(Buffer.concat([rest, new Uint8Array(MESSAGE_BYTES)], MESSAGE_BYTES))
    this.#socket.send(JSON.stringify({ type: 'ForceEndpoint' }))
    this.#awaitTurns(ENDED_WITHIN_MS)
  }

  /** Ends the flush when no turn with words that may change is left, and none arrives. */
  #awaitTurns(ms: number): void {
    clearTimeout(this.#flushing)
    this.#flushing = setTimeout(() => {
      if (this.#tail === '' && !this.#isTerminating) this.#endFlush()
    }, ms).unref()
  }

  #receive(message: unknown): void {
    const event = serverMessage.safeParse(message).data
    // Other messages, for example of speech that starts, are ignored.
    if (event?.type === 'Turn') return this.#takeTurn(event)
    if (event?.type === 'Termination' && this.#isTerminating) {
      this.#endFlush()
      return this.#socket.close()
    }
    if (event?.type === 'Error' || event?.type === 'Termination')
      this.#socket.fail(
        new ProviderFailure({
          kind: 'broken',
          provider: ASSEMBLYAI.id,
          message: 'AssemblyAI reported an error, or ended the session.',
        }),
      )
  }

  #takeTurn(turn: Turn): void {
    // The end of a turn is reported twice: with its words as spoken, and formatted.
    if (turn.turn_order <= this.#finalTurn) return
    const isFinal = turn.end_of_turn && turn.turn_is_formatted
    const words = turn.words?.map(({ text }) => text).join(' ') ?? ''
    this.#emitWords(isFinal || words === '' ? turn.transcript : words, isFinal, turn.language_code)
    this.#judge(turn)
    if (!isFinal) return
    this.#finalTurn = turn.turn_order
    // A turn may have ended by itself before the request arrived: the requested one follows at once.
    if (this.#isForcing && !this.#isTerminating) this.#awaitTurns(NEXT_TURN_WITHIN_MS)
  }

  #emitWords(text: string, isFinal: boolean, languageOfTurn: string | null | undefined): void {
    const language = languageHint(languageOfTurn ?? undefined)
    const words = text.trim()
    const spaced = words === '' || !this.#hasWords ? words : ` ${words}`
    if (this.#isEndExpected && !isFinal && spaced.length > this.#tail.length) {
      this.#isEndExpected = false
      this.events.push({ type: 'turn-resumed' })
    }
    this.#tail = isFinal ? '' : spaced
    this.events.push({
      type: 'words',
      final: isFinal ? spaced : '',
      tail: this.#tail,
      ...(language !== undefined && { language }),
    })
    if (isFinal && words !== '') this.#hasWords = true
  }

  /** Reports ends that the model expects or has decided, but not those that we requested. */
  #judge(turn: Turn): void {
    if ((this.#isForcing && !this.#isTerminating) || turn.turn_order === this.#endedTurn) return
    if (turn.end_of_turn) {
      this.#endedTurn = turn.turn_order
      this.#isEndExpected = false
      this.events.push({ type: 'turn-end', probability: 1 })
    } else if ((turn.utterance ?? '') !== '') {
      this.#isEndExpected = true
      const probability = Math.min(MAX_EXPECTED, Math.max(MIN_EXPECTED, turn.end_of_turn_confidence))
      this.events.push({ type: 'turn-end', probability })
    }
  }

  #endFlush(): void {
    clearTimeout(this.#flushing)
    this.#isForcing = false
    this.events.push({ type: 'flushed' })
  }
}

function parametersOf(
  { language, languages = [], prompt }: SttStreamRequest,
  model: string,
): URLSearchParams {
  const hint = languageHint(language)
  const allowed = language === undefined ? languages.flatMap((tag) => languageHint(tag) ?? []) : [hint ?? '']
  const speechModel = modelFor(model, allowed)
  const terms = keyTerms(prompt, KEY_TERMS)
  return new URLSearchParams({
    sample_rate: String(INPUT_RATE),
    min_turn_silence: MIN_SILENCE_MS,
    format_turns: 'true',
    encoding: 'pcm_s16le',
    ...(terms.length > 0 && speechModel !== OTHER_MODEL && { keyterms_prompt: JSON.stringify(terms) }),
    speech_model: speechModel,
    ...(allowed.length > 0 && isSteered(speechModel)
      ? { language_codes: JSON.stringify(allowed) }
      : { language_detection: 'true' }),
  })
}

/**
 * Returns the model for languages, of which there are none if any may be spoken: a multilingual one has no parameter for
 * them, but a twin that knows English only.
 */
function modelFor(model: string, languages: readonly string[]): string {
  if (languages.some((language) => !LANGUAGES.has(language))) return OTHER_MODEL
  const isEnglish = languages.length > 0 && languages.every((language) => language === 'en')
  return isEnglish && model === MULTILINGUAL ? ENGLISH : model
}

/** Models that can be held to languages. */
const isSteered = (model: string) => model.startsWith('universal-3')
