import type { LiveAnswer } from '@vee/contract/live/messages'
import { createEnergyDetector } from '../detect/energy-detector.ts'
import { hearingFailureOf } from '../hear/server-transcriber.ts'
import { type Hearing, HearingError, type HearingRequest, type Transcript } from '../hear/transcriber.ts'
import { LiveConnection } from './connection.ts'
import { LiveFailure, LiveTurn, type TurnOrder } from './live-turn.ts'
import type { AskedQuestion, LiveOptions, PieceOrder, PieceSound } from './ports.ts'

/** Turns whose replies may still come. */
const TURNS_KEPT = 4
/** A socket that is not back by then, once all was said, is given up for this turn, in ms. */
const BACK_WITHIN_MS = 1_500
/** A server that was told everything and says nothing is given up, in ms. */
const HEARD_WITHIN_MS = 30_000
/** What the default line of the sensitivity setting is, in dBFS. */
const SENSITIVITY_DB = -50

/** What POST /stt would answer too: to ask it again would only take longer. */
const FINAL_CODES: ReadonlySet<string> = new Set(['STT_UNAVAILABLE', 'PROVIDER_ERROR', 'PROVIDER_TIMEOUT'])

/** Turns in one hop. Whatever does not come this way can be had over HTTP, by who asks. */
export class LiveVoice {
  readonly #options: LiveOptions
  readonly #link: LiveConnection
  readonly #turns: LiveTurn[] = []
  /** whose sound the binary frames are */
  #sounding: LiveTurn | undefined
  #interruption: { readonly replyId: string; readonly heard: string } | undefined

  constructor(options: LiveOptions) {
    this.#options = options
    this.#link = new LiveConnection(options, {
      ready: () => this.#turns.forEach((turn) => turn.connected()),
      answered: (answer) => this.#answered(answer),
      sounded: (bytes) => this.#sounding?.pieces.sounded(bytes),
      down: () => this.#down(),
    })
  }

  /** Opens the socket where something is about to be asked over it. */
  open(): void {
    this.#link.open()
  }

  /** Hears an utterance as it is said; `fallback` hears its recording when the socket does not bring it. */
  start(request: HearingRequest, fallback: Hearing): Hearing {
    if (!this.#link.open()) return fallback
    const turn = this.#begin(request)
    let isAborted = false
    return {
      take: (frame) => turn.take(frame),
      listenOn: (line) => this.#link.listenOn(turn.order.turnId, line),
      soundEnding: () => turn.soundEnding(),
      soundEnded: () => turn.soundEnded(),
      finish: async (recording) => {
        turn.soundEnded()
        const transcript = await this.#transcriptOf(turn)
        if (isAborted) throw new HearingError('cancelled')
        return transcript ?? (await fallback.finish(recording))
      },
      abort: () => {
        isAborted = true
        turn.cancel()
        fallback.abort()
      },
    }
  }

  /** The id of the reply to that question, if it is on its way because it was said. It is asked by that. */
  replyTo(question: AskedQuestion): string | undefined {
    const said = this.#turns.findLast(({ order }) => order.question !== undefined && !order.words)
    const turn = said?.ask(question) === true ? said : this.#askInWords(question)
    if (!turn) return undefined
    this.#interruption = undefined
    return turn.order.question?.replyId
  }

  /** The events of that reply; undefined when they do not come over the socket. */
  reply(replyId: string): Response | undefined {
    return this.#turnOf(replyId)?.feed.take()
  }

  /** The sound of the next piece of the reply that is being said; undefined when it does not come over the socket. */
  async say({ text }: PieceOrder, signal: AbortSignal): Promise<PieceSound | undefined> {
    const turn = this.#turns.findLast(({ isAsked }) => isAsked)
    if (!turn) return undefined
    signal.addEventListener('abort', () => turn.hush(), { once: true })
    return await turn.pieces.next(text, (piece) => turn.want(piece))
  }

  /** The listener cut that reply off. */
  interrupted(replyId: string, heard: string): void {
    this.#interruption = { replyId, heard }
    this.#link.send({ type: 'interrupt', replyId, heard: heard.slice(-10_000) })
  }

  /**
   * Asks what was heard elsewhere, or typed, over the socket that is open: then the reply's voice comes along with it.
   * Undefined where there is none, or nothing is said.
   */
  #askInWords(asked: AskedQuestion): LiveTurn | undefined {
    const { messages, stream: _, ...how } = asked
    const { createId, speech } = this.#options
    const [last, spoken] = [messages.at(-1), speech()]
    if (!this.#link.isReady || !spoken || last?.role !== 'user') return undefined
    const { content: text, id: messageId, role: __, ...others } = last
    if (Object.values(others).some((value) => value !== undefined)) return undefined
    return this.#add({
      type: 'turn',
      turnId: createId(),
      words: { text, ...(messageId !== undefined && { messageId }) },
      ...this.#keys(),
      question: { ...how, messages: messages.slice(0, -1), replyId: createId(), speech: spoken },
    })
  }

  #begin({ language }: HearingRequest): LiveTurn {
    const { createId, prompt, question, speech } = this.#options
    const seed = question()
    return this.#add({
      type: 'turn',
      turnId: createId(),
      ...(language !== undefined && { language }),
      ...(prompt() !== '' && { prompt: prompt() }),
      ...this.#keys(),
      ...(seed && {
        question: {
          ...seed,
          replyId: createId(),
          ...(this.#interruption && { voice: { interruptedAfter: this.#interruption.heard.slice(-10_000) } }),
          speech: speech(),
        },
      }),
    })
  }

  #keys(): Pick<TurnOrder, 'ownKeys'> {
    const ownKeys = this.#options.ownKeys()
    return Object.keys(ownKeys).length > 0 ? { ownKeys } : {}
  }

  #add(order: TurnOrder): LiveTurn {
    const turn = new LiveTurn(order, this.#link, createEnergyDetector({ sensitivityDb: SENSITIVITY_DB }))
    this.#turns.push(turn)
    if (this.#turns.length > TURNS_KEPT) this.#turns.shift()?.cancel()
    return turn
  }

  /** Undefined when it has to be had another way. */
  async #transcriptOf(turn: LiveTurn): Promise<Transcript | undefined> {
    const { clock } = this.#options
    const stopWaiting = [
      clock.after(BACK_WITHIN_MS, () => {
        if (!this.#link.isReady) turn.giveUp()
      }),
      clock.after(HEARD_WITHIN_MS, () => turn.giveUp()),
    ]
    try {
      return await turn.transcript
    } catch (error) {
      const code = error instanceof LiveFailure ? error.code : undefined
      if (code !== undefined && FINAL_CODES.has(code)) throw new HearingError(hearingFailureOf(code))
      return undefined
    } finally {
      for (const stop of stopWaiting) stop()
    }
  }

  #answered(answer: LiveAnswer): void {
    if (!('turnId' in answer)) return
    const turn = this.#turns.find(({ order }) => order.turnId === answer.turnId)
    if (answer.type === 'speech-started') this.#sounding = turn
    turn?.answered(answer)
  }

  #down(): void {
    this.#sounding = undefined
    for (const turn of this.#turns) turn.disconnected()
    const waiting = this.#turns.filter(({ needsLink }) => needsLink)
    if (waiting.length > 0 && !this.#link.open()) for (const turn of waiting) turn.giveUp()
  }

  #turnOf(replyId: string): LiveTurn | undefined {
    return this.#turns.find(({ order, isAsked }) => isAsked && order.question?.replyId === replyId)
  }
}
