import type { LiveRequest } from '@vee/contract/live/messages'
import type { Live, LiveLine, LiveSession } from '#domain/live/index.ts'
import type { StageObserver, StageWatch } from './stages.ts'

/**
 * The same turns; the observer hears of each from its first frame, since what is run ahead in its pauses is of it too, and of
 * the end of what was said, which is when the waiting begins.
 */
export const observedLive = (live: Live, observer: StageObserver): Live => ({
  open(caller, locale, line) {
    const turns = new ObservedTurns(observer)
    return observedSession(live.open(caller, locale, observedLine(line, turns)), turns)
  },
})

/** The turns of one socket that are under way. */
class ObservedTurns {
  readonly #observer: StageObserver
  readonly #watches = new Map<string, StageWatch>()
  /** the turn that listens: another one that begins to takes its place */
  #listening: string | undefined

  constructor(observer: StageObserver) {
    this.#observer = observer
  }

  get(turnId: string): StageWatch | undefined {
    return this.#watches.get(turnId)
  }

  begin({ turnId, words }: Extract<LiveRequest, { type: 'turn' }>): void {
    // One of that id is refused.
    if (this.#watches.has(turnId)) return
    this.#watches.set(turnId, this.#observer.begin(words ? 'typed-turn' : 'turn', {}))
  }

  /** It was not refused, and listens. */
  listens(turnId: string): void {
    if (!this.#watches.has(turnId) || this.#listening === turnId) return
    if (this.#listening !== undefined) this.end(this.#listening, 'cut')
    this.#listening = turnId
  }

  said(turnId: string): void {
    if (this.#listening === turnId) this.#listening = undefined
    this.#watches.get(turnId)?.said()
  }

  end(turnId: string, outcome: 'done' | 'failed' | 'cut'): void {
    if (this.#listening === turnId) this.#listening = undefined
    this.#watches.get(turnId)?.end(outcome)
    this.#watches.delete(turnId)
  }

  leave(): void {
    for (const turnId of this.#watches.keys()) this.end(turnId, 'cut')
  }
}

function observedSession(session: LiveSession, turns: ObservedTurns): LiveSession {
  return {
    get isBusy() {
      return session.isBusy
    },
    take(request) {
      if (request.type === 'turn') turns.begin(request)
      if (request.type === 'end') turns.said(request.turnId)
      const turn = 'turnId' in request ? turns.get(request.turnId) : undefined
      if (turn) turn.within(() => session.take(request))
      else session.take(request)
      if (request.type === 'turn' && !request.words) turns.listens(request.turnId)
      // Nobody is told of the end of a turn that was cancelled.
      if (request.type === 'cancel') turns.end(request.turnId, 'cut')
    },
    takeSound: (bytes) => session.takeSound(bytes),
    leave() {
      session.leave()
      turns.leave()
    },
  }
}

function observedLine(line: LiveLine, turns: ObservedTurns): LiveLine {
  return {
    send(answer) {
      line.send(answer)
      const turn = 'turnId' in answer ? turns.get(answer.turnId) : undefined
      if (!turn || !('turnId' in answer)) return
      if (answer.type === 'transcript') turn.reached('transcript')
      if (answer.type === 'reply' && answer.event.type === 'chunk') turn.reached('first-word')
      if (answer.type === 'speech-started') turn.reached('first-sound')
      if (answer.type === 'turn-ended') turns.end(answer.turnId, 'done')
      if (answer.type === 'turn-failed') turns.end(answer.turnId, 'failed')
    },
    sendSound: (bytes) => line.sendSound(bytes),
  }
}
