import type { SocketTurnStart } from '@vee/contract/socket/messages'
import type { SocketTurns, SocketChannel, SocketTurnSession } from '#domain/voice/socket-turns/index.ts'
import type { StageObserver, StageWatch } from './stages.ts'

/**
 * Wraps the socket turns with an observer. The observer is notified of each turn from its first frame, because
 * work started early in its pauses belongs to it too, and of the end of the utterance, when the user's
 * waiting begins.
 */
export const observedSocketTurns = (socketTurns: SocketTurns, observer: StageObserver): SocketTurns => ({
  open(caller, locale, channel) {
    const turns = new ObservedTurns(observer)
    return observedSession(socketTurns.open(caller, locale, observedChannel(channel, turns)), turns)
  },
})

/** The turns in progress on one socket. */
class ObservedTurns {
  readonly #observer: StageObserver
  readonly #watches = new Map<string, StageWatch>()
  /** the turn that is listening; a new one replaces it */
  #listening: string | undefined

  constructor(observer: StageObserver) {
    this.#observer = observer
  }

  get(turnId: string): StageWatch | undefined {
    return this.#watches.get(turnId)
  }

  begin({ turnId, words }: SocketTurnStart): void {
    // The server rejects a second turn with the same id.
    if (this.#watches.has(turnId)) return
    this.#watches.set(turnId, this.#observer.begin(words ? 'typed-turn' : 'turn', {}))
  }

  /** Called when the turn was accepted and is listening. */
  listens(turnId: string): void {
    if (!this.#watches.has(turnId) || this.#listening === turnId) return
    if (this.#listening !== undefined) this.end(this.#listening, 'cut')
    this.#listening = turnId
  }

  onSpeechEnd(turnId: string): void {
    if (this.#listening === turnId) this.#listening = undefined
    this.#watches.get(turnId)?.onSpeechEnd()
  }

  end(turnId: string, outcome: 'done' | 'failed' | 'cut'): void {
    if (this.#listening === turnId) this.#listening = undefined
    this.#watches.get(turnId)?.end(outcome)
    this.#watches.delete(turnId)
  }

  handleClose(): void {
    for (const turnId of this.#watches.keys()) this.end(turnId, 'cut')
  }
}

function observedSession(session: SocketTurnSession, turns: ObservedTurns): SocketTurnSession {
  return {
    get isBusy() {
      return session.isBusy
    },
    handleRequest(request, bytes) {
      if (request.type === 'turn') turns.begin(request)
      if (request.type === 'end') turns.onSpeechEnd(request.turnId)
      const turn = 'turnId' in request ? turns.get(request.turnId) : undefined
      if (turn) turn.within(() => session.handleRequest(request, bytes))
      else session.handleRequest(request, bytes)
      if (request.type === 'turn' && !request.words) turns.listens(request.turnId)
      // No event is emitted at the end of a canceled turn.
      if (request.type === 'cancel') turns.end(request.turnId, 'cut')
    },
    handleAudio: (bytes) => session.handleAudio(bytes),
    handleClose() {
      session.handleClose()
      turns.handleClose()
    },
  }
}

function observedChannel(channel: SocketChannel, turns: ObservedTurns): SocketChannel {
  return {
    send(answer) {
      channel.send(answer)
      const turn = 'turnId' in answer ? turns.get(answer.turnId) : undefined
      if (!turn || !('turnId' in answer)) return
      if (answer.type === 'transcript') turn.reached('transcript')
      if (answer.type === 'reply' && answer.event.type === 'chunk') turn.reached('first-word')
      if (answer.type === 'speech-started') turn.reached('first-sound')
      if (answer.type === 'turn-ended') turns.end(answer.turnId, 'done')
      if (answer.type === 'turn-failed') turns.end(answer.turnId, 'failed')
    },
    sendAudio: (bytes) => channel.sendAudio(bytes),
  }
}
