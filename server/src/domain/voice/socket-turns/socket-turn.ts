import { MAX_SOCKET_TURN_SECONDS } from '@vee/contract/socket/socket-limits'
import { TurnMachine } from '@vee/contract/turns/machine'
import { commandOf, possibleModelChoice } from '@vee/contract/spoken/commands'
import type { SocketTurnQuestion, SocketTurnStart } from '@vee/contract/socket/messages'
import type { Locale } from '@vee/contract/entities/locale'
import type { Caller } from '../../accounts/index.ts'
import { hasOwnKey, ownKeysIn, type OwnKeys } from '../../money/ledger/index.ts'
import { networkOf } from '#lib/network.ts'
import { isRetryable, presentError } from '../../errors/present-error.ts'
import type { Question } from '../../replies/index.ts'
import { DomainError } from '../../errors/domain-error.ts'
import type { InterimWords } from '@vee/contract/socket/interim-words'
import type { StreamingTranscription, Speech } from '../speech/index.ts'
import { TurnPipeline, type TurnPipelineOptions, type TurnPipelineDependencies } from './turn-pipeline.ts'
import type { SocketChannel } from './ports.ts'
import { inBackground, reportBackgroundFailure } from '#lib/background.ts'
import { machineClock, publishTurnDecision } from '#lib/turn-decisions.ts'
import {
  LISTENING,
  socketTurnDueAt,
  type SocketTurnEffect,
  type SocketTurnEvent,
  type SocketTurnState,
  socketTurnTransition,
} from './socket-turn-machine.ts'
import type { HeldBytesLimit } from './held-bytes-limit.ts'
import { UtteranceSound } from './utterance-sound.ts'

export interface SocketTurnDependencies extends TurnPipelineDependencies {
  readonly speech: TurnPipelineDependencies['speech'] & Pick<Speech, 'transcribeStreaming'>
  /** Counts one speculative run. Returns false if the caller has none left. */
  allowSpeculation(caller: Caller): Promise<boolean>
}

interface SocketTurnOptions {
  readonly request: SocketTurnStart
  /** size of the request, which the turn releases from the limit when it is over */
  readonly bytes: number
  readonly caller: Caller
  readonly locale: Locale
  readonly dependencies: SocketTurnDependencies
  readonly heldBytesLimit: HeldBytesLimit
  /** how long a transcript waits for its confirmation as the question, in ms */
  readonly confirmationTimeoutMs: number
  /** how long speech waits for the request for its next segment, in ms */
  readonly segmentRequestTimeoutMs: number
}

/** The client of a turn: one socket's caller at a time. */
export interface TurnConnection {
  readonly channel: SocketChannel
  /** returns the played text of an interrupted reply; called with the question */
  readonly interruptedAfter: () => string | undefined
  /** called when nothing is in progress any more */
  readonly onOver: () => void
  /** called when another client took over */
  readonly onTaken: () => void
}

/** One turn, from its first audio frame to its last. Runs the machine of socket-turn-machine.ts. */
export class SocketTurn {
  #options: SocketTurnOptions
  readonly #machine: TurnMachine<SocketTurnState, SocketTurnEvent, SocketTurnEffect>
  readonly #sound: UtteranceSound
  readonly #ownKeys: OwnKeys
  /** transcribes while it is spoken; undefined if the client requested no interim words */
  readonly #streaming: StreamingTranscription | undefined
  #interimWords: InterimWords | undefined
  #connection: { readonly of: TurnConnection; readonly disconnectController: AbortController } | undefined
  #pipeline: TurnPipeline | undefined

  constructor(options: SocketTurnOptions, connection: TurnConnection) {
    this.#options = options
    const context = {
      isCaptionsOnly: options.request.captionsOnly === true,
      confirmationTimeoutMs: options.confirmationTimeoutMs,
    }
    this.#machine = new TurnMachine({
      name: 'socket-turn',
      initial: LISTENING,
      transition: (state, event) => socketTurnTransition(state, event, context),
      run: (effect) => this.#run(effect),
      nameOf: ({ phase }) => phase,
      observe: publishTurnDecision,
      timing: { clock: machineClock, dueAt: socketTurnDueAt, due: (timeMs) => ({ type: 'due', at: timeMs }) },
    })
    this.#sound = new UtteranceSound(options.heldBytesLimit, networkOfCaller(options.caller))
    this.#ownKeys = ownKeysIn((vendor) => options.request.ownKeys?.[vendor])
    this.#attach(connection)
    this.#streaming = this.#startStreaming()
    this.#streaming?.ended.catch((error: unknown) => {
      if (this.#isCaptionsOnly && this.isListening) this.#fail(error)
    })
  }

  get #isCaptionsOnly(): boolean {
    return this.#options.request.captionsOnly === true
  }

  get isListening(): boolean {
    return this.#machine.state.phase === 'listening'
  }

  get isOver(): boolean {
    return this.#machine.state.phase === 'over'
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
    this.#machine.dispatch({ type: 'client-lost' })
  }

  handleAudio(bytes: Uint8Array): void {
    if (!this.isListening) return
    if (!this.#sound.add(bytes)) return this.#fail(tooMuchHeld())
    this.#streaming?.push(bytes)
    if (this.#sound.seconds <= MAX_SOCKET_TURN_SECONDS) return
    this.#fail(new DomainError('TOO_LARGE', `The turn is longer than ${MAX_SOCKET_TURN_SECONDS} seconds.`))
  }

  pause(): void {
    this.#machine.dispatch({ type: 'pause-started', soundSeconds: this.#sound.seconds })
  }

  continueSpeech(): void {
    this.#machine.dispatch({ type: 'speech-continued' })
  }

  /** @param asks the transcript is the question */
  end(asks: boolean): void {
    const isUsable = this.#pipeline?.hasFailed !== true
    this.#machine.dispatch({ type: 'turn-ended', asks, isUsable, at: machineClock.now() })
  }

  /** Starts with a known question, without listening. */
  answerWords({ messageId }: NonNullable<SocketTurnStart['words']>): void {
    this.#machine.dispatch({ type: 'words-given', messageId })
  }

  /** Confirms the transcript as the question. */
  confirmQuestion(messageId?: string): void {
    this.#machine.dispatch({ type: 'question-confirmed', messageId })
  }

  /**
   * Continues with another client, the reply from after that event. The previous socket may still be open.
   */
  resume(connection: TurnConnection, lastEventId: number): void {
    const before = this.#connection?.of
    this.detach()
    before?.onTaken()
    this.#attach(connection)
    const { turnId } = this.#options.request
    connection.channel.send({ type: 'resumed', turnId, audioBytes: this.#sound.bytes })
    if (this.#interimWords && this.isListening)
      connection.channel.send({ type: 'words', turnId, ...this.#interimWords })
    this.#machine.dispatch({ type: 'client-resumed', lastEventId })
  }

  cancel(): void {
    this.#machine.dispatch({ type: 'turn-cancelled' })
  }

  /** Ends a turn that nothing can resume any more. A reply in progress continues: it is found by its id. */
  forget(): void {
    this.#machine.dispatch({ type: 'turn-forgotten' })
  }

  want(segment: number): void {
    this.#pipeline?.want(segment)
  }

  stopSpeech(): void {
    this.#pipeline?.stopSpeech()
  }

  #fail(error: unknown): void {
    this.#machine.dispatch({ type: 'turn-failed', error })
  }

  #run(effect: SocketTurnEffect): void {
    switch (effect.type) {
      case 'request-speculation':
        return inBackground('speculative reply', this.#requestSpeculation(effect.pause))
      case 'start-speculation':
        return this.#startPipeline(this.#transcribableSound(effect.sound, false), true, allowAlways)
      case 'confirm-speculation':
        return this.#pipeline?.confirmSpeculation()
      case 'start-pipeline': {
        const { words } = this.#options.request
        const input = words ? { words: words.text } : this.#transcribableSound(this.#sound.wav(), true)
        return this.#startPipeline(input, false, effect.asks ? allowAlways : () => this.#allowSpeculation())
      }
      case 'cancel-pipeline':
        this.#pipeline?.cancel()
        this.#pipeline = undefined
        return
      case 'close-transcription':
        return this.#streaming?.closeAfterWords()
      case 'start-reply':
        return inBackground('socket turn', this.#startConfirmedReply(effect.messageId))
      case 'deliver-results':
        return inBackground('socket turn', this.#deliver(effect.after))
      case 'stop-speech':
        return this.stopSpeech()
      case 'announce-failure':
        return this.#announceFailure(effect.error)
      case 'expire-question':
        return this.#fail(new DomainError('NOT_FOUND', 'The question of this turn was never confirmed.'))
      case 'announce-end':
        return this.#connection?.of.channel.send({
          type: 'turn-ended',
          turnId: this.#options.request.turnId,
        })
      case 'release':
        return this.#release()
    }
  }

  async #requestSpeculation(pause: number): Promise<void> {
    // Copied before anything is awaited: audio after the pause does not belong to this run.
    const sound = this.#sound.wav()
    const isAllowed = await this.#allowSpeculation().catch(denySpeculation)
    this.#machine.dispatch({ type: 'speculation-decided', pause, isAllowed, sound })
  }

  #startPipeline(
    input: TurnPipelineOptions['input'],
    isSpeculative: boolean,
    allowSpeculation: () => Promise<boolean>,
  ): void {
    const options = this.#pipelineOptionsFor(input)
    this.#pipeline = new TurnPipeline(options, this.#options.dependencies, isSpeculative, allowSpeculation)
  }

  async #startConfirmedReply(messageId: string | undefined): Promise<void> {
    try {
      await this.#pipeline?.confirmQuestion(messageId)
      this.#machine.dispatch({ type: 'reply-started' })
    } catch (error) {
      this.#fail(error)
    }
  }

  #attach(connection: TurnConnection): void {
    this.#connection = { of: connection, disconnectController: new AbortController() }
  }

  #startStreaming(): StreamingTranscription | undefined {
    const { request, dependencies, caller } = this.#options
    const { turnId, language, languages, prompt, words, liveWords } = request
    if ((liveWords !== true && !this.#isCaptionsOnly) || words) return undefined
    const requester = { caller, ownKeys: this.#ownKeys }
    return dependencies.speech.transcribeStreaming({ language, languages, prompt }, requester, (interim) => {
      this.#interimWords = interim
      if (!this.isListening) return
      this.#connection?.of.channel.send({ type: 'words', turnId, ...interim })
      const expectsEnd = (interim.endOfTurn ?? 0) > 0
      this.#machine.dispatch({ type: 'end-judged', expectsEnd, soundSeconds: this.#sound.seconds })
    })
  }

  #transcribableSound(sound: Uint8Array, isLast: boolean): TurnPipelineOptions['input'] {
    const streaming = this.#streaming
    return {
      sound,
      streamedTranscription: streaming && (() => streaming.transcription(isLast)),
      isCaptionsOnly: this.#isCaptionsOnly,
    }
  }

  /** Callers with own keys would pay for discarded work themselves: nothing is run speculatively for them. */
  #allowSpeculation(): Promise<boolean> {
    if (hasOwnKey(this.#ownKeys)) return Promise.resolve(false)
    const { dependencies, caller } = this.#options
    return dependencies.allowSpeculation(caller)
  }

  #pipelineOptionsFor(input: TurnPipelineOptions['input']): TurnPipelineOptions {
    const { request, caller, segmentRequestTimeoutMs } = this.#options
    const { turnId, language, languages, prompt, question, commands } = request
    return {
      turnId,
      caller,
      segmentRequestTimeoutMs,
      input,
      hints: { language, languages, prompt },
      ownKeys: this.#ownKeys,
      isCommand: (text) => commands !== undefined && isCommand(text, commands),
      speech: question?.speech,
      question: question && ((transcript, messageId) => this.#questionWith(question, transcript, messageId)),
    }
  }

  #questionWith(
    socketTurnQuestion: SocketTurnQuestion,
    transcript: string,
    messageId: string | undefined,
  ): Question {
    const { speech: _, ...question } = socketTurnQuestion
    const { locale } = this.#options
    const playedText = question.voice?.interruptedAfter ?? this.#connection?.of.interruptedAfter()
    return {
      ...question,
      messages: [...question.messages, { role: 'user', content: transcript, id: messageId }],
      stream: true,
      locale,
      ownKeys: this.#ownKeys,
      voice: { isSpoken: true, ...(playedText !== undefined && { interruptedAfter: playedText }) },
    }
  }

  async #deliver(after: number): Promise<void> {
    const connection = this.#connection
    if (!connection || !this.#pipeline) return
    const { signal } = connection.disconnectController
    try {
      await this.#pipeline.deliver(connection.of.channel, after, signal)
      if (!signal.aborted) this.#machine.dispatch({ type: 'results-delivered' })
    } catch (error) {
      if (!signal.aborted) this.#fail(error)
    }
  }

  #announceFailure(error: unknown): void {
    const { code, message, retryAfterSeconds } = presentError(error)
    this.#connection?.of.channel.send({
      type: 'turn-failed',
      turnId: this.#options.request.turnId,
      error: code,
      message,
      retryable: isRetryable(code),
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    })
  }

  /** The registry keeps the turn for a while, but not its audio and the conversation that was sent with it. */
  #release(): void {
    this.#streaming?.close()
    this.#interimWords = undefined
    this.#sound.forget()
    const { request, bytes, heldBytesLimit } = this.#options
    const question = request.question && { ...request.question, messages: [] }
    this.#options = { ...this.#options, request: { ...request, question, words: undefined } }
    this.#pipeline = undefined
    heldBytesLimit.release(this.network, bytes)
    this.#connection?.of.onOver()
  }
}

/** A speculative run that cannot be counted is skipped: the turn continues without it. */
function denySpeculation(error: unknown): false {
  reportBackgroundFailure('speculation counted', error)
  return false
}

const networkOfCaller = ({ ip }: Caller) => networkOf(ip)

export const tooMuchHeld = () =>
  new DomainError('RATE_LIMITED', 'The server holds too much sound at the moment.', { retryAfterSeconds: 5 })

/** Returns whether the whole text is, or may be, a command to the client, in one of its languages. */
function isCommand(
  text: string,
  { languages, agents, wakeWords }: NonNullable<SocketTurnStart['commands']>,
): boolean {
  const named = agents.map((label) => ({ id: label, label }))
  return languages.some((language) => {
    const surroundings = { language, agents: named, wakeWords }
    return (commandOf(text, surroundings) ?? possibleModelChoice(text, surroundings)) !== undefined
  })
}

const allowAlways = () => Promise.resolve(true)
