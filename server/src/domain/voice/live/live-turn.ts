import {
  LIVE_AHEAD_MAX_SECONDS,
  LIVE_AHEAD_MAX_TIMES,
  LIVE_TURN_MAX_SECONDS,
} from '@vee/contract/live/limits'
import { commandOf, possibleModelChoice } from '@vee/contract/spoken/commands'
import type { LiveQuestion, LiveRequest } from '@vee/contract/live/messages'
import type { Locale } from '@vee/contract/entities/locale'
import type { Caller } from '../../accounts/index.ts'
import { hasOwnKey, ownKeysIn, type OwnKeys } from '../../money/ledger/index.ts'
import { networkOf } from '#lib/network.ts'
import { isRetryable, presentError } from '../../errors/present-error.ts'
import type { Question } from '../../replies/index.ts'
import { DomainError } from '../../errors/domain-error.ts'
import type { LiveTranscription, Speech, WordsSoFar } from '../speech/index.ts'
import { TurnPipeline, type TurnPipelineOptions, type TurnPipelineDependencies } from './turn-pipeline.ts'
import type { LiveChannel } from './ports.ts'
import { inBackground, reportBackgroundFailure } from '#lib/background.ts'
import type { SoundBudget } from './sound-budget.ts'
import { UtteranceSound } from './utterance-sound.ts'

export type TurnRequest = Extract<LiveRequest, { type: 'turn' }>

export interface LiveTurnDependencies extends TurnPipelineDependencies {
  readonly speech: TurnPipelineDependencies['speech'] & Pick<Speech, 'transcribeLive'>
  /** Counts one speculative run. Returns false if the caller has none left. */
  allowSpeculation(caller: Caller): Promise<boolean>
}

interface LiveTurnOptions {
  readonly request: TurnRequest
  /** size of the order, which the turn releases from the budget when it is over */
  readonly bytes: number
  readonly caller: Caller
  readonly locale: Locale
  readonly dependencies: LiveTurnDependencies
  readonly soundBudget: SoundBudget
  /** how long a transcript waits for its confirmation as the question, in ms */
  readonly askMs: number
  /** how long speech waits for the request for its next piece, in ms */
  readonly wantMs: number
}

/** The client of a turn: one socket's caller at a time. */
export interface TurnConnection {
  readonly channel: LiveChannel
  /** returns the played text of an interrupted reply; called with the question */
  readonly interruptedAfter: () => string | undefined
  /** called when nothing is in progress any more */
  readonly onOver: () => void
  /** called when another client took over */
  readonly onTaken: () => void
}

/**
 * One turn, from its first audio frame to its last.
 *
 *     listening ──end, or words──▶ answering ──sent, failed, cancelled or never asked──▶ over
 *         └──────────────── cancel ────────────────────────────────────────────▶ over
 *
 * In every state the client may disconnect and another one may take over.
 */
export class LiveTurn {
  #options: LiveTurnOptions
  readonly #sound: UtteranceSound
  readonly #ownKeys: OwnKeys
  /** transcribes while it is spoken; undefined if the client does not want that */
  readonly #live: LiveTranscription | undefined
  #words: WordsSoFar | undefined
  /** the client measures silence */
  #isPaused = false
  #phase: 'listening' | 'answering' | 'over' = 'listening'
  #connection: { readonly of: TurnConnection; readonly disconnectController: AbortController } | undefined
  #attempt: TurnPipeline | undefined
  #timesAhead = 0
  #unasked: NodeJS.Timeout | undefined
  /** numbers the pauses, so that a speculative run that was allowed too late is not started */
  #pause = 0

  constructor(options: LiveTurnOptions, connection: TurnConnection) {
    this.#options = options
    this.#sound = new UtteranceSound(options.soundBudget, networkOfCaller(options.caller))
    this.#ownKeys = ownKeysIn((vendor) => options.request.ownKeys?.[vendor])
    this.#attach(connection)
    this.#live = this.#startLive()
    this.#live?.ended.catch((error: unknown) => {
      if (this.#isCaptionsOnly && this.isListening) this.#fail(error)
    })
  }

  get #isCaptionsOnly(): boolean {
    return this.#options.request.captionsOnly === true
  }

  get isListening(): boolean {
    return this.#phase === 'listening'
  }

  get isOver(): boolean {
    return this.#phase === 'over'
  }

  get network(): string {
    return networkOfCaller(this.#options.caller)
  }

  get replyId(): string | undefined {
    return this.#options.request.question?.replyId
  }

  /** Called when the socket is closed. Work in progress continues; only its speech ends. */
  detach(): void {
    this.#connection?.disconnectController.abort()
    this.#connection = undefined
    if (this.#phase === 'answering') this.#attempt?.stopSpeech()
  }

  takeSound(bytes: Uint8Array): void {
    if (this.#phase !== 'listening') return
    if (!this.#sound.add(bytes)) return this.#fail(tooMuchHeld())
    this.#live?.push(bytes)
    if (this.#sound.seconds <= LIVE_TURN_MAX_SECONDS) return
    this.#fail(new DomainError('TOO_LARGE', `The turn is longer than ${LIVE_TURN_MAX_SECONDS} seconds.`))
  }

  async pause(): Promise<void> {
    this.#isPaused = true
    await this.#runAhead()
  }

  goOn(): void {
    this.#isPaused = false
    this.#cancelAhead()
  }

  /** Starts a speculative run with the words so far. */
  async #runAhead(): Promise<void> {
    if (this.#phase !== 'listening' || this.#attempt || this.#timesAhead >= LIVE_AHEAD_MAX_TIMES) return
    if (this.#isCaptionsOnly) return
    if (this.#sound.seconds > LIVE_AHEAD_MAX_SECONDS || this.#sound.bytes === 0) return
    const pause = ++this.#pause
    const { caller } = this.#options
    // Copied before anything is awaited: audio after the pause does not belong to this run.
    const sound = this.#sound.wav()
    if (!(await this.#allowSpeculation(caller).catch(denySpeculation))) return
    if (this.#phase !== 'listening' || this.#pause !== pause) return
    this.#timesAhead += 1
    this.#attempt = new TurnPipeline(
      this.#pipelineOptionsFor(this.#transcribableSound(sound, false)),
      this.#options.dependencies,
      true,
      maySurely,
    )
  }

  #cancelAhead(): void {
    if (this.#phase !== 'listening') return
    this.#pause += 1
    this.#attempt?.cancel()
    this.#attempt = undefined
  }

  async end(asks: boolean): Promise<void> {
    if (this.#phase !== 'listening') return
    this.#phase = 'answering'
    if (this.#attempt?.hasFailed === true) {
      this.#attempt.cancel()
      this.#attempt = undefined
    }
    this.#attempt?.confirm()
    const { dependencies, caller } = this.#options
    this.#attempt ??= new TurnPipeline(
      this.#pipelineOptionsFor(this.#transcribableSound(this.#sound.wav(), true)),
      dependencies,
      false,
      asks ? maySurely : () => this.#allowSpeculation(caller),
    )
    this.#live?.closeAfterWords()
    if (asks) await this.startReply()
    else this.#unasked = setTimeout(() => this.#fail(unasked()), this.#options.askMs).unref()
    if (!this.isOver) await this.#deliver(0)
  }

  /** Starts with a known question, without listening. */
  async answerWords({ text, messageId }: NonNullable<TurnRequest['words']>): Promise<void> {
    if (this.#phase !== 'listening') return
    this.#phase = 'answering'
    const { dependencies } = this.#options
    this.#attempt = new TurnPipeline(
      this.#pipelineOptionsFor({ words: text }),
      dependencies,
      false,
      maySurely,
    )
    await this.startReply(messageId)
    if (!this.isOver) await this.#deliver(0)
  }

  /** Confirms the transcript as the question. */
  async startReply(messageId?: string): Promise<void> {
    if (this.#phase !== 'answering') return
    clearTimeout(this.#unasked)
    try {
      await this.#attempt?.startReply(messageId)
    } catch (error) {
      this.#fail(error)
    }
  }

  /**
   * Continues with another client, the reply from after that event. The previous socket may still be open.
   */
  async resume(connection: TurnConnection, lastEventId: number): Promise<void> {
    const before = this.#connection?.of
    this.detach()
    before?.onTaken()
    this.#attach(connection)
    const { turnId } = this.#options.request
    connection.channel.send({ type: 'resumed', turnId, audioBytes: this.#sound.bytes })
    if (this.#words && this.#phase === 'listening')
      connection.channel.send({ type: 'words', turnId, ...this.#words })
    if (this.#phase !== 'listening') await this.#deliver(lastEventId)
  }

  cancel(): void {
    this.#attempt?.cancel()
    this.#end()
  }

  /** Ends a turn that nothing can resume any more. A reply in progress continues: it is found by its id. */
  forget(): void {
    if (this.#phase === 'listening') this.cancel()
    else this.#end()
  }

  want(piece: number): void {
    this.#attempt?.want(piece)
  }

  stopSpeech(): void {
    this.#attempt?.stopSpeech()
  }

  #attach(connection: TurnConnection): void {
    this.#connection = { of: connection, disconnectController: new AbortController() }
  }

  #startLive(): LiveTranscription | undefined {
    const { request, dependencies, caller } = this.#options
    const { turnId, language, languages, prompt, words, liveWords } = request
    if ((liveWords !== true && !this.#isCaptionsOnly) || words) return undefined
    const requester = { caller, ownKeys: this.#ownKeys }
    return dependencies.speech.transcribeLive({ language, languages, prompt }, requester, (soFar) => {
      const before = this.#words?.endOfTurn ?? 0
      this.#words = soFar
      if (this.#phase !== 'listening') return
      this.#connection?.of.channel.send({ type: 'words', turnId, ...soFar })
      this.#followEndOfTurn(before, soFar.endOfTurn ?? 0)
    })
  }

  /** The engine may expect the end of the turn before the client measures a pause, and notice its mistake earlier. */
  #followEndOfTurn(before: number, now: number): void {
    if (now > 0 && before === 0) inBackground('speculative reply', this.#runAhead())
    else if (now === 0 && before > 0 && !this.#isPaused) this.#cancelAhead()
  }

  #transcribableSound(sound: Uint8Array, isLast: boolean): TurnPipelineOptions['input'] {
    const live = this.#live
    return {
      sound,
      liveWords: live && (() => live.transcription(isLast)),
      isCaptionsOnly: this.#isCaptionsOnly,
    }
  }

  /** Callers with own keys would pay for discarded work themselves: nothing is run speculatively for them. */
  #allowSpeculation(caller: Caller): Promise<boolean> {
    if (hasOwnKey(this.#ownKeys)) return Promise.resolve(false)
    return this.#options.dependencies.allowSpeculation(caller)
  }

  #pipelineOptionsFor(input: TurnPipelineOptions['input']): TurnPipelineOptions {
    const { request, caller, wantMs } = this.#options
    const { turnId, language, languages, prompt, question, commands } = request
    return {
      turnId,
      caller,
      wantMs,
      input,
      hints: { language, languages, prompt },
      ownKeys: this.#ownKeys,
      isCommand: (text) => commands !== undefined && isCommand(text, commands),
      speech: question?.speech,
      question: question && ((heardText, messageId) => this.#questionWith(question, heardText, messageId)),
    }
  }

  #questionWith(liveQuestion: LiveQuestion, heardText: string, messageId: string | undefined): Question {
    const { speech: _, ...question } = liveQuestion
    const { locale } = this.#options
    const lastHeard = question.voice?.interruptedAfter ?? this.#connection?.of.interruptedAfter()
    return {
      ...question,
      messages: [...question.messages, { role: 'user', content: heardText, id: messageId }],
      stream: true,
      locale,
      ownKeys: this.#ownKeys,
      ...(lastHeard === undefined ? {} : { voice: { interruptedAfter: lastHeard } }),
    }
  }

  async #deliver(after: number): Promise<void> {
    const connection = this.#connection
    if (!connection || !this.#attempt) return
    const { channel } = connection.of
    const disconnectSignal = connection.disconnectController.signal
    try {
      await this.#attempt.deliver(channel, after, disconnectSignal)
      if (disconnectSignal.aborted || this.isOver) return
      channel.send({ type: 'turn-ended', turnId: this.#options.request.turnId })
      this.#end()
    } catch (error) {
      if (!disconnectSignal.aborted && this.#phase !== 'over') this.#fail(error)
    }
  }

  #fail(error: unknown): void {
    if (this.#phase === 'over') return
    const { code, message, retryAfterSeconds } = presentError(error)
    this.#attempt?.cancel()
    this.#connection?.of.channel.send({
      type: 'turn-failed',
      turnId: this.#options.request.turnId,
      error: code,
      message,
      retryable: isRetryable(code),
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    })
    this.#end()
  }

  #end(): void {
    if (this.#phase === 'over') return
    this.#phase = 'over'
    clearTimeout(this.#unasked)
    this.#live?.close()
    this.#words = undefined
    this.#sound.forget()
    this.#forgetRequest()
    this.#connection?.of.onOver()
  }

  /** The registry keeps the turn for a while, but not the conversation that was sent with it. */
  #forgetRequest(): void {
    const { request, bytes, soundBudget } = this.#options
    const question = request.question && { ...request.question, messages: [] }
    this.#options = { ...this.#options, request: { ...request, question, words: undefined } }
    this.#attempt = undefined
    soundBudget.release(this.network, bytes)
  }
}

/** A speculative run that cannot be counted is skipped: the turn continues without it. */
function denySpeculation(error: unknown): false {
  reportBackgroundFailure('run ahead counted', error)
  return false
}

const networkOfCaller = ({ ip }: Caller) => networkOf(ip)

export const tooMuchHeld = () =>
  new DomainError('RATE_LIMITED', 'The server holds too much sound at the moment.', { retryAfterSeconds: 5 })

/** Returns whether the whole text is, or may be, a command to the client, in one of its languages. */
function isCommand(
  text: string,
  { languages, agents, wakeWords }: NonNullable<TurnRequest['commands']>,
): boolean {
  const named = agents.map((label) => ({ id: label, label }))
  return languages.some((language) => {
    const surroundings = { language, agents: named, wakeWords }
    return (commandOf(text, surroundings) ?? possibleModelChoice(text, surroundings)) !== undefined
  })
}

const maySurely = () => Promise.resolve(true)
const unasked = () => new DomainError('NOT_FOUND', 'The question of this turn was never confirmed.')
