import type { SocketRequest, SocketTurnRequest, SocketTurnStart } from '@vee/contract/socket/messages'
import type { LiveConversationRequest } from '@vee/contract/socket/live-model-messages'
import type { Locale } from '@vee/contract/entities/locale'
import { type Caller, callerKeyOf } from '../../accounts/index.ts'
import type { Replies } from '../../replies/index.ts'
import { networkOf } from '#lib/network.ts'
import { DomainError } from '../../errors/domain-error.ts'
import { SOCKET_TURN_LIMITS, type SocketTurnLimits } from './socket-turn-limits.ts'
import { SocketTurn, type TurnConnection, tooMuchHeld, type SocketTurnDependencies } from './socket-turn.ts'
import type { SocketChannel, LiveModelConversations, LiveModels } from './ports.ts'
import { HeldBytesLimit } from './held-bytes-limit.ts'
import { TurnRegistry } from './turn-registry.ts'
import { inBackground } from '#lib/background.ts'

export interface SocketTurnsDependencies extends SocketTurnDependencies {
  readonly replies: SocketTurnDependencies['replies'] & Pick<Replies, 'stop'>
  readonly liveModels: LiveModels
  readonly limits?: SocketTurnLimits
}

/** The session of one socket. Only `handleAudio` throws. */
export interface SocketTurnSession {
  /** @param bytes size of the request */
  handleRequest(request: SocketRequest, bytes: number): void
  /** Adds audio to the turn in the listening state. Returns false if there is no such turn. */
  handleAudio(bytes: Uint8Array): boolean
  /** whether a reply is in progress, so that silence is not idle */
  readonly isBusy: boolean
  /** Called when the socket is closed: work in progress waits for another one. */
  handleClose(): void
}

/** Spoken turns over one socket: transcription, reply and speech. */
export interface SocketTurns {
  open(caller: Caller, locale: Locale, channel: SocketChannel): SocketTurnSession
}

export function createSocketTurns(dependencies: SocketTurnsDependencies): SocketTurns {
  const { limits = SOCKET_TURN_LIMITS } = dependencies
  const registry = new TurnRegistry(limits)
  const heldBytesLimit = new HeldBytesLimit(limits)
  return {
    open: (caller, locale, channel) =>
      new Session({ dependencies, limits, registry, heldBytesLimit, caller, locale, channel }),
  }
}

interface SocketTurnSessionOptions {
  readonly dependencies: SocketTurnsDependencies
  readonly limits: SocketTurnLimits
  readonly registry: TurnRegistry
  readonly heldBytesLimit: HeldBytesLimit
  readonly caller: Caller
  readonly locale: Locale
  readonly channel: SocketChannel
}

class Session implements SocketTurnSession {
  readonly #options: SocketTurnSessionOptions
  readonly #owner: string
  readonly #liveModels: LiveModelConversations
  readonly #turns = new Map<string, SocketTurn>()
  /** receives the audio; the newest turn, which may be past listening */
  #listeningTurn: SocketTurn | undefined
  #hasBegun = false
  /** the last interrupted reply, until the next question */
  #interruption: { readonly replyId: string; readonly playedText: string } | undefined

  constructor(options: SocketTurnSessionOptions) {
    this.#options = options
    this.#owner = callerKeyOf(options.caller)
    this.#liveModels = options.dependencies.liveModels.open(options.caller, options.locale, options.channel)
  }

  get isBusy(): boolean {
    return (
      this.#liveModels.isBusy ||
      [...this.#turns.values()].some(({ isListening, isOver }) => !isListening && !isOver)
    )
  }

  handleRequest(request: SocketRequest, bytes: number): void {
    if (!isOfLiveModel(request)) return this.#handleTurnRequest(request, bytes)
    if (request.type === 'live-start') this.#hasBegun = true
    this.#liveModels.handleRequest(request)
  }

  #handleTurnRequest(request: SocketTurnRequest, bytes: number): void {
    switch (request.type) {
      case 'turn':
        return this.#begin(request, bytes)
      case 'pause':
        return this.#turns.get(request.turnId)?.pause()
      case 'continue':
        return this.#turns.get(request.turnId)?.continueSpeech()
      case 'end':
        return this.#runOnTurn(request.turnId, (turn) => turn.end(request.asks))
      case 'ask':
        return this.#runOnTurn(request.turnId, (turn) => turn.confirmQuestion(request.messageId))
      case 'cancel':
        return this.#turns.get(request.turnId)?.cancel()
      case 'hush':
        return this.#turns.get(request.turnId)?.stopSpeech()
      case 'want':
        return this.#turns.get(request.turnId)?.want(request.piece)
      case 'interrupt':
        return this.#interrupt(request.replyId, request.heard)
      case 'resume':
        return this.#resume(request.turnId, request.lastEventId)
    }
  }

  handleAudio(bytes: Uint8Array): boolean {
    if (this.#liveModels.handleAudio(bytes)) return true
    // Audio that arrives after the end of a turn, or of a conversation with a live model, is ignored.
    if (!this.#hasBegun) return false
    if (this.#listeningTurn?.isListening === true) this.#listeningTurn.handleAudio(bytes)
    return true
  }

  handleClose(): void {
    this.#liveModels.handleClose()
    const { registry, limits } = this.#options
    for (const [turnId, turn] of this.#turns) {
      turn.detach()
      registry.expireAfter(this.#owner, turnId, turn.isListening ? limits.orphanMs : limits.resumeTimeoutMs)
    }
    this.#turns.clear()
  }

  #begin(request: SocketTurnStart, bytes: number): void {
    const { dependencies, limits, registry, heldBytesLimit, caller, locale } = this.#options
    const { turnId } = request
    if (registry.find(this.#owner, turnId)) {
      return this.#sendError(turnId, new DomainError('VALIDATION', 'A turn of that id is there already.'))
    }
    if (!registry.hasRoom(this.#owner, networkOf(caller.ip))) {
      const message = 'Too many turns are on their way.'
      return this.#sendError(turnId, new DomainError('RATE_LIMITED', message, { retryAfterSeconds: 5 }))
    }
    if (this.#listeningTurn?.isListening === true) this.#listeningTurn.cancel()
    const network = networkOf(caller.ip)
    if (!heldBytesLimit.reserveBytes(network, bytes)) return this.#sendError(turnId, tooMuchHeld())
    const { confirmationTimeoutMs, segmentRequestTimeoutMs } = limits
    const turn: SocketTurn = new SocketTurn(
      {
        request,
        bytes,
        caller,
        locale,
        dependencies,
        heldBytesLimit,
        confirmationTimeoutMs,
        segmentRequestTimeoutMs,
      },
      this.#connectionOf(turnId, () => turn),
    )
    this.#turns.set(turnId, turn)
    registry.put(this.#owner, turnId, turn)
    if (request.words) return turn.answerWords(request.words)
    this.#listeningTurn = turn
    this.#hasBegun = true
  }

  #resume(turnId: string, lastEventId: number): void {
    const turn = this.#options.registry.resumeTurn(this.#owner, turnId)
    if (!turn || turn.isOver) {
      return this.#sendError(turnId, notHere())
    }
    const connection = this.#connectionOf(turnId, () => turn)
    turn.resume(connection, lastEventId)
    this.#turns.set(turnId, turn)
    if (turn.isListening) this.#listeningTurn = turn
    this.#hasBegun = true
  }

  #connectionOf(turnId: string, turn: () => SocketTurn): TurnConnection {
    const { registry, limits, channel } = this.#options
    const forget = () => {
      this.#turns.delete(turnId)
      if (this.#listeningTurn === turn()) this.#listeningTurn = undefined
    }
    return {
      channel,
      interruptedAfter: () => this.#interruption?.playedText,
      onTaken: forget,
      onOver: () => {
        const { replyId } = turn()
        if (replyId !== undefined && replyId !== this.#interruption?.replyId) this.#interruption = undefined
        forget()
        registry.expireAfter(this.#owner, turnId, limits.resumeTimeoutMs)
      },
    }
  }

  /** Runs a request that needs a response: reports NOT_FOUND for an unknown turn. */
  #runOnTurn(turnId: string, action: (turn: SocketTurn) => void): void {
    const turn = this.#turns.get(turnId)
    if (turn) action(turn)
    else this.#sendError(turnId, notHere())
  }

  #interrupt(replyId: string, playedText: string): void {
    this.#interruption = { replyId, playedText }
    const { dependencies, caller } = this.#options
    for (const turn of this.#turns.values()) if (turn.replyId === replyId) turn.stopSpeech()
    // An unknown reply ended long ago.
    inBackground('voice socket interrupt', dependencies.replies.stop(replyId, caller))
  }

  #sendError(turnId: string, { code, message }: DomainError): void {
    this.#options.channel.send({ type: 'turn-failed', turnId, error: code, message, retryable: false })
  }
}

const isOfLiveModel = (request: SocketRequest): request is LiveConversationRequest =>
  request.type.startsWith('live-')

const notHere = () => new DomainError('NOT_FOUND', 'This turn does not exist or has ended.')
