import type { Live, LiveLine, LiveSession } from '#domain/live/index.ts'
import type { StageObserver, StageWatch } from './stages.ts'

/** The same spoken turns; the observer hears of each from the end of its utterance, which is when the waiting begins. */
export const observedLive = (live: Live, observer: StageObserver): Live => ({
  open(caller, locale, line) {
    const turns = new Map<string, StageWatch>()
    const session = live.open(caller, locale, observedLine(line, turns))
    return observedSession(session, turns, observer)
  },
})

function observedSession(
  session: LiveSession,
  turns: Map<string, StageWatch>,
  observer: StageObserver,
): LiveSession {
  return {
    get isBusy() {
      return session.isBusy
    },
    take(request) {
      if (request.type === 'end') turns.set(request.turnId, observer.begin('turn', {}))
      const turn = 'turnId' in request ? turns.get(request.turnId) : undefined
      if (turn) turn.within(() => session.take(request))
      else session.take(request)
    },
    takeSound: (bytes) => session.takeSound(bytes),
    leave() {
      session.leave()
      for (const turn of turns.values()) turn.end('cut')
      turns.clear()
    },
  }
}

function observedLine(line: LiveLine, turns: Map<string, StageWatch>): LiveLine {
  return {
    send(answer) {
      line.send(answer)
      const turn = 'turnId' in answer ? turns.get(answer.turnId) : undefined
      if (!turn || !('turnId' in answer)) return
      if (answer.type === 'transcript') turn.reached('transcript')
      if (answer.type === 'reply' && answer.event.type === 'chunk') turn.reached('first-word')
      if (answer.type === 'speech-started') turn.reached('first-sound')
      if (answer.type !== 'turn-ended' && answer.type !== 'turn-failed') return
      turn.end(answer.type === 'turn-ended' ? 'done' : 'failed')
      turns.delete(answer.turnId)
    },
    sendSound: (bytes) => line.sendSound(bytes),
  }
}
