import type { ParsedEvent } from '@vee/contract/stream/parse'
import type { SocketRequest, SocketTurnAnswer, SocketTurnStart } from '@vee/contract/socket/messages'
import { MAX_SOCKET_TURN_SECONDS } from '@vee/contract/socket/socket-limits'
import { AsyncQueue } from '../../async-queue.ts'
import type { Frame } from '../../capture/frames.ts'
import { CAPTURE_SAMPLE_RATE, joinSamples } from '../../capture/frames.ts'
import type { Detector } from '@vee/contract/audio/detector'
import type { InterimWords, Transcript } from '../../transcription/transcriber.ts'
import { TransportError } from '../turn-transport.ts'
import type { AskedQuestion } from './ports.ts'
import { audioMessagesOf } from './open-socket.ts'
import { SegmentQueue } from './segment-queue.ts'

/**
 * Audio is sent in 40 ms messages, and after a reconnect in messages of the maximum size, to limit their
 * number.
 */
const USUAL_SAMPLES = (40 * CAPTURE_SAMPLE_RATE) / 1_000

/** The connection of a turn; calls are dropped while the socket is closed. */
interface TurnLink {
  readonly isReady: boolean
  send(request: SocketRequest): void
  sendAudio(samples: Int16Array<ArrayBuffer>): void
  finish(turnId: string, from: number): void
  end(turnId: string, rest: Int16Array<ArrayBuffer>): void
}

/** Why a turn is not transcribed over the socket, with the server's code if there is one. */
export class SocketTurnFailure extends Error {
  readonly code: string | undefined

  constructor(code?: string) {
    super(`the turn over the socket failed: ${code ?? 'no connection'}`)
    this.name = 'SocketTurnFailure'
    this.code = code
  }
}

/**
 * One turn over the socket on the client side. Its audio is buffered until it is transcribed, so that a new
 * socket can send what the old one lost.
 *
 *     listening ──endAudio──▶ ended ──transcript──▶ transcribed ──ask──▶ asked ──▶ over
 *
 * A turn with known words starts as `asked`. Each state can change to `over` by a failure or a cancellation.
 */
export class SocketClientTurn {
  readonly request: SocketTurnStart
  readonly segments = new SegmentQueue()
  readonly #events = new AsyncQueue<ParsedEvent>()
  readonly #link: TurnLink
  readonly #detector: Detector
  readonly #onWords: ((words: InterimWords) => void) | undefined
  readonly #transcript = Promise.withResolvers<Transcript>()
  #phase: 'listening' | 'ended' | 'transcribed' | 'asked' | 'over' = 'listening'
  #frames: Int16Array<ArrayBuffer>[] = []
  /** audio that the open socket has not sent */
  #unsent: Int16Array<ArrayBuffer>[] = []
  #samples = 0
  /** the next sample of the microphone */
  #nextAt = 0
  /** the socket may be sending the last audio itself: audio received here waits until that is confirmed */
  #isEnding = false
  #isKnown = false
  /** nothing is sent between `resume` and its response: it would be duplicated or too early */
  #isResuming = false
  #words: string | undefined
  #wasAsked = false
  #isRead = false
  #isPausing = false
  #isHushed = false

  /** @param onWords called with the words while they are spoken */
  constructor(
    request: SocketTurnStart,
    link: TurnLink,
    detector: Detector,
    onWords?: (words: InterimWords) => void,
  ) {
    this.request = request
    this.#onWords = onWords
    this.#link = link
    this.#detector = detector
    this.#transcript.promise.catch(() => {})
    if (request.words) this.#askAtOnce()
    else this.connected()
  }

  /** Starts without audio: its words are known. */
  #askAtOnce(): void {
    this.#phase = 'asked'
    this.#wasAsked = true
    this.#isKnown = true
    this.#link.send(this.request)
  }

  /** Rejects with a SocketTurnFailure. */
  get transcript(): Promise<Transcript> {
    return this.#transcript.promise
  }

  get needsLink(): boolean {
    return this.#phase === 'listening' || this.#phase === 'ended'
  }

  /** its reply is on its way or has arrived */
  get isAsked(): boolean {
    return this.#wasAsked
  }

  pushFrame({ samples, capturedAt }: Frame): void {
    if (this.#phase !== 'listening') return
    this.#frames.push(samples)
    this.#nextAt = capturedAt + samples.length
    this.#samples += samples.length
    if (this.#samples > MAX_SOCKET_TURN_SECONDS * CAPTURE_SAMPLE_RATE) {
      this.cancel()
      return
    }
    this.#unsent.push(samples)
    if (this.#isEnding) return
    this.#sendAudio(USUAL_SAMPLES)
    for (const { type } of this.#detector.push(samples)) {
      if (type === 'misfire') continue
      this.#isPausing = type === 'speech-end'
      this.#sendAudio(1)
      this.#tell(this.#isPausing ? 'pause' : 'continue')
    }
  }

  /** The remaining audio need not pass the main thread, which draws the end first. */
  flushAudio(): void {
    if (this.#phase !== 'listening' || !this.#mayTalk()) return
    this.#isEnding = true
    this.#link.finish(this.request.turnId, this.#nextAt - lengthOf(this.#unsent))
  }

  endAudio(): void {
    if (this.#phase !== 'listening') return
    this.#phase = 'ended'
    this.#tellEnd()
  }

  /** Called with a new socket: starts or resumes the turn. */
  connected(): void {
    if (!this.needsLink || !this.#link.isReady) return
    const { turnId } = this.request
    if (this.#isKnown) {
      this.#isResuming = true
      this.#link.send({ type: 'resume', turnId, lastEventId: 0 })
      return
    }
    this.#isKnown = true
    this.#link.send(this.request)
    this.#sendFrom(0)
  }

  /** Called when the socket is closed: a reply in progress is resumed over HTTP. */
  disconnected(): void {
    this.#isResuming = false
    this.#isEnding = false
    if (this.needsLink) return
    this.segments.end()
    this.#events.end(false)
    if (this.#phase === 'transcribed') this.#phase = 'over'
  }

  /**
   * Asks the question if it equals the spoken one: then its reply is on its way. Otherwise cancels the turn and returns
   * false.
   */
  ask(askedQuestion: AskedQuestion): boolean {
    const { turnId, question } = this.request
    if (this.#phase !== 'transcribed' || !question || !this.#link.isReady) return false
    const messageId = askedQuestion.messages.at(-1)?.id
    const spoken = {
      ...question,
      messages: [...question.messages, { role: 'user', id: messageId, content: this.#words }],
      // A language that was detected from these words is used for the reply without being requested.
      language: question.language ?? askedQuestion.language,
    }
    if (!isSameQuestion(askedQuestion, spoken)) {
      this.cancel()
      return false
    }
    this.#phase = 'asked'
    this.#wasAsked = true
    this.#link.send({ type: 'ask', turnId, messageId })
    return true
  }

  /** Yields the events of the reply, once. Throws a TransportError where they break off. */
  async *read(signal: AbortSignal): AsyncGenerator<ParsedEvent, void, undefined> {
    this.#isRead = true
    const end = () => this.#events.end(false)
    signal.addEventListener('abort', end, { once: true })
    try {
      yield* this.#events.read(() => new TransportError())
    } finally {
      signal.removeEventListener('abort', end)
    }
  }

  /** its events were read, or are being read */
  get isRead(): boolean {
    return this.#isRead
  }

  want(segment: number): void {
    this.#link.send({ type: 'want', turnId: this.request.turnId, piece: segment })
  }

  /** Each segment of a long reply may request this; all at once would be too many messages. */
  stopSpeech(): void {
    if (this.#isHushed) return
    this.#isHushed = true
    this.#tell('hush')
  }

  cancel(): void {
    if (this.#phase === 'over') return
    this.#tell('cancel')
    this.#fail(new SocketTurnFailure())
  }

  /** No reconnect would be in time. */
  giveUp(): void {
    if (this.needsLink) this.#fail(new SocketTurnFailure())
  }

  answered(answer: SocketTurnAnswer): void {
    switch (answer.type) {
      case 'resumed':
        this.#isResuming = false
        return this.#sendFrom(answer.audioBytes / 2)
      case 'words':
        if (this.needsLink) {
          const { text, tail, endOfTurn } = answer
          this.#onWords?.({ text, tail, endOfTurn })
        }
        return
      case 'transcript': {
        // The socket may have ended it before this side knew.
        if (this.#phase !== 'ended' && !this.#isEnding) return
        this.#words = answer.text.trim()
        this.#phase = 'transcribed'
        this.#frames = []
        return this.#transcript.resolve({ text: this.#words, language: answer.language ?? undefined })
      }
      case 'reply':
        this.#events.push({ id: answer.id, event: answer.event })
        // The server ends the speech of this turn; what follows is requested over HTTP.
        if (answer.event.type === 'retracted' && answer.event.kind === 'text') this.segments.end()
        if (answer.event.type === 'final_response_metadata' || answer.event.type === 'error')
          this.#events.end(true)
        return
      case 'speech-started':
        return this.segments.started(answer.piece, answer.text)
      case 'speech-words':
        return this.segments.addWordTimes(answer.piece, answer.words)
      case 'speech-ended':
        return this.segments.ended()
      case 'speech-failed':
        return this.segments.end()
      case 'turn-ended':
        this.segments.end()
        return this.#events.end(false)
      case 'turn-failed':
        return this.#fail(new SocketTurnFailure(answer.error))
      case 'ready':
        return
    }
  }

  #fail(failure: SocketTurnFailure): void {
    this.#phase = 'over'
    this.#frames = []
    this.#transcript.reject(failure)
    this.segments.end()
    this.#events.end(false)
  }

  #mayTalk(): boolean {
    return this.#isKnown && !this.#isResuming && this.#link.isReady
  }

  #tell(type: 'pause' | 'continue' | 'hush' | 'cancel'): void {
    if (this.#mayTalk()) this.#link.send({ type, turnId: this.request.turnId })
  }

  /** Sends audio that the socket has not sent, if there are at least this many samples. */
  #sendAudio(least: number): void {
    if (lengthOf(this.#unsent) < least || !this.#mayTalk()) return
    for (const message of audioMessagesOf(this.#takeUnsent())) this.#link.sendAudio(message)
  }

  #takeUnsent(): Int16Array<ArrayBuffer> {
    const sound = joinSamples(this.#unsent)
    this.#unsent = []
    return sound
  }

  #tellEnd(): void {
    if (this.#mayTalk()) this.#link.end(this.request.turnId, this.#takeUnsent())
  }

  #sendFrom(sample: number): void {
    this.#unsent = [joinSamples(this.#frames).slice(sample)]
    this.#sendAudio(1)
    if (this.#isPausing) this.#tell('pause')
    if (this.#phase === 'ended') this.#tellEnd()
  }
}

const lengthOf = (parts: readonly Int16Array[]) => parts.reduce((sum, { length }) => sum + length, 0)

/** Fields that do not make two questions different: how the reply is identified, sent and spoken. */
const UNCOMPARED_FIELDS: ReadonlySet<string> = new Set(['replyId', 'speech', 'stream', 'voice'])

/** Returns whether one reply answers both questions. Undefined fields count as absent. */
const isSameQuestion = (a: object, b: object) =>
  canonicalJson(comparedFields(a)) === canonicalJson(comparedFields(b))

const comparedFields = (question: object) =>
  Object.fromEntries(Object.entries(question).filter(([name]) => !UNCOMPARED_FIELDS.has(name)))

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
