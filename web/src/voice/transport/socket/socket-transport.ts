import type { SocketAnswer, SocketTurnStart } from '@vee/contract/socket/messages'
import { createEnergyDetector } from '@vee/contract/audio/energy-detector'
import { transcriptionFailureOf } from '../../transcription/server-transcriber.ts'
import {
  type PendingTranscription,
  TranscriptionError,
  type TranscriptionRequest,
  type Transcript,
} from '../../transcription/transcriber.ts'
import { SocketConnection, type ConnectionStatus } from './connection.ts'
import { SocketTurnFailure, SocketClientTurn } from './socket-client-turn.ts'
import type { ParsedEvent } from '@vee/contract/stream/parse'
import type { ServerSynthesisRequest } from '../../speak/voices/speech-api.ts'
import { TransportError, type ReplyStreamOptions, type TurnTransport } from '../turn-transport.ts'
import type { AskedQuestion, SocketTransportOptions } from './ports.ts'

/** Turns whose replies may still arrive. */
const TURNS_KEPT = 4
/** Reconnect timeout for a completely spoken turn, in ms. */
const BACK_WITHIN_MS = 1_500
/** Timeout for the transcript of a complete turn, in ms. */
const TRANSCRIPT_WITHIN_MS = 30_000
/** Default of the sensitivity setting, in dBFS. */
const SENSITIVITY_DB = -50

/** Errors that POST /stt would return too: sending it again would only take longer. */
const FINAL_CODES: ReadonlySet<string> = new Set(['STT_UNAVAILABLE', 'PROVIDER_ERROR', 'PROVIDER_TIMEOUT'])

/** Turns over one socket. Throws a TransportError for everything that it cannot deliver. */
export class SocketTransport implements TurnTransport {
  readonly #options: SocketTransportOptions
  readonly #link: SocketConnection
  readonly #turns: SocketClientTurn[] = []
  /** the turn of the binary frames */
  #soundingTurn: SocketClientTurn | undefined
  #interruptedReply: { readonly replyId: string; readonly playedText: string } | undefined

  constructor(options: SocketTransportOptions) {
    this.#options = options
    this.#link = new SocketConnection(options, {
      ready: () => this.#turns.forEach((turn) => turn.connected()),
      answered: (answer) => this.#onAnswer(answer),
      sounded: (bytes) => this.#soundingTurn?.segments.sounded(bytes),
      down: () => this.#onDown(),
    })
  }

  get status(): ConnectionStatus {
    return this.#link.status
  }

  /** Opens the socket if there is none. Returns false if another attempt has to wait. */
  open(): boolean {
    return this.#link.open()
  }

  /** Opens the socket, and resolves when it is open or has failed. */
  async settled(): Promise<void> {
    this.open()
    await this.#link.settled()
  }

  /** Transcribes an utterance during the recording. */
  transcribe(request: TranscriptionRequest): PendingTranscription {
    const turn = this.#begin(request)
    let isAborted = false
    return {
      pushFrame: (frame) => turn.pushFrame(frame),
      connectMicrophone: (port) => this.#link.connectMicrophone(turn.request.turnId, port),
      flushAudio: () => turn.flushAudio(),
      endAudio: () => turn.endAudio(),
      finish: async () => {
        turn.endAudio()
        try {
          const transcript = await this.#transcriptOf(turn)
          if (!isAborted) return transcript
        } catch (error) {
          if (!isAborted) throw error
        }
        throw new TranscriptionError('cancelled')
      },
      abort: () => {
        isAborted = true
        turn.cancel()
      },
    }
  }

  /**
   * Asks the question over the socket, where it was spoken or may be typed, and returns the id of its reply; undefined
   * if it has to be asked without the socket.
   */
  askOverSocket(question: AskedQuestion): string | undefined {
    const askedTurn = this.#turns.findLast(({ request }) => request.question !== undefined && !request.words)
    const turn = askedTurn?.ask(question) === true ? askedTurn : this.#sendTypedQuestion(question)
    if (!turn) return undefined
    this.#interruptedReply = undefined
    return turn.request.question?.replyId
  }

  /** Returns whether `reply` will yield events: they are on their way, and were not read yet. */
  hasReply({ request, lastEventId }: ReplyStreamOptions): boolean {
    return lastEventId === 0 && this.#turnOf(request.replyId)?.isRead === false
  }

  async *reply(options: ReplyStreamOptions): AsyncGenerator<ParsedEvent, void, undefined> {
    const turn = this.hasReply(options) ? this.#turnOf(options.request.replyId) : undefined
    if (!turn) throw new TransportError()
    yield* turn.read(options.signal)
  }

  /** Returns the audio of the next segment of the current reply. */
  async speech(
    { text, onWords }: ServerSynthesisRequest,
    signal: AbortSignal,
  ): Promise<AsyncIterable<Uint8Array>> {
    const turn = this.#turns.findLast(({ isAsked }) => isAsked)
    if (!turn) throw new TransportError()
    signal.addEventListener('abort', () => turn.stopSpeech(), { once: true })
    return await turn.segments.next(text, (segment) => turn.want(segment), onWords)
  }

  /** Called when the user interrupts that reply. */
  interrupted(replyId: string, playedText: string): void {
    this.#interruptedReply = { replyId, playedText }
    this.#link.send({ type: 'interrupt', replyId, heard: playedText.slice(-10_000) })
  }

  /**
   * Asks transcribed or typed words over the open socket, so that the reply's voice uses it too. Returns
   * undefined without a socket, or if nothing is spoken.
   */
  #sendTypedQuestion(question: AskedQuestion): SocketClientTurn | undefined {
    const { messages, stream: _, ...how } = question
    const { createId, speech } = this.#options
    const [last, spoken] = [messages.at(-1), speech()]
    if (!this.#link.isReady || !spoken || last?.role !== 'user') return undefined
    const { content: text, id: messageId, role: __, ...others } = last
    if (Object.values(others).some((value) => value !== undefined)) return undefined
    return this.#add({
      type: 'turn',
      turnId: createId(),
      words: { text, ...(messageId !== undefined && { messageId }) },
      ...this.#ownKeys(),
      question: { ...how, messages: messages.slice(0, -1), replyId: createId(), speech: spoken },
    })
  }

  #begin({ language, languages, onInterim }: TranscriptionRequest): SocketClientTurn {
    const { createId, prompt, question, speech, commands, interimWords, captionsOnly } = this.#options
    const template = question()
    return this.#add(
      {
        type: 'turn',
        turnId: createId(),
        ...(language !== undefined && { language }),
        ...(language === undefined && languages?.length && { languages: [...languages] }),
        ...(prompt() !== '' && { prompt: prompt() }),
        ...(interimWords() && { liveWords: true }),
        ...(captionsOnly && { captionsOnly }),
        ...this.#ownKeys(),
        ...(template && {
          commands: commands(),
          question: {
            ...template,
            replyId: createId(),
            ...(this.#interruptedReply && {
              voice: { interruptedAfter: this.#interruptedReply.playedText.slice(-10_000) },
            }),
            speech: speech(),
          },
        }),
      },
      onInterim,
    )
  }

  #ownKeys(): Pick<SocketTurnStart, 'ownKeys'> {
    const ownKeys = this.#options.ownKeys()
    return Object.keys(ownKeys).length > 0 ? { ownKeys } : {}
  }

  #add(request: SocketTurnStart, onWords?: TranscriptionRequest['onInterim']): SocketClientTurn {
    const turn = new SocketClientTurn(
      request,
      this.#link,
      createEnergyDetector({ sensitivityDb: SENSITIVITY_DB }),
      onWords,
    )
    this.#turns.push(turn)
    if (this.#turns.length > TURNS_KEPT) this.#turns.shift()?.cancel()
    return turn
  }

  /** Rejects with a TransportError if another transport has to be used. */
  async #transcriptOf(turn: SocketClientTurn): Promise<Transcript> {
    const { clock } = this.#options
    const stopWaiting = [
      clock.after(BACK_WITHIN_MS, () => {
        if (!this.#link.isReady) turn.giveUp()
      }),
      clock.after(TRANSCRIPT_WITHIN_MS, () => turn.giveUp()),
    ]
    try {
      return await turn.transcript
    } catch (error) {
      const code = error instanceof SocketTurnFailure ? error.code : undefined
      if (code !== undefined && FINAL_CODES.has(code))
        throw new TranscriptionError(transcriptionFailureOf(code))
      throw new TransportError({ cause: error })
    } finally {
      for (const stop of stopWaiting) stop()
    }
  }

  #onAnswer(answer: SocketAnswer): void {
    if (!('turnId' in answer)) return
    const turn = this.#turns.find(({ request }) => request.turnId === answer.turnId)
    if (answer.type === 'speech-started') this.#soundingTurn = turn
    turn?.answered(answer)
  }

  #onDown(): void {
    this.#soundingTurn = undefined
    for (const turn of this.#turns) turn.disconnected()
    const waiting = this.#turns.filter(({ needsLink }) => needsLink)
    if (waiting.length > 0 && !this.#link.open()) for (const turn of waiting) turn.giveUp()
  }

  #turnOf(replyId: string): SocketClientTurn | undefined {
    return this.#turns.find(({ request, isAsked }) => isAsked && request.question?.replyId === replyId)
  }
}
