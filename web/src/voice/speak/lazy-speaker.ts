import { lazyPort } from '#lib/async/lazy-module.ts'
import type { MutableSpeaker } from './create-speaker.ts'
import type { Speaker, SpeakerEvent } from './speaker.ts'

export interface LazySpeakerOptions {
  /** loads the code of the speaker and creates it */
  readonly load: () => Promise<MutableSpeaker>
  /** unlocks audio; called within the user gesture, which is over when the code is loaded */
  readonly unlockAudio: () => void
}

/**
 * A speaker whose code is loaded with the first gesture or reply, so that the first page does not include it.
 * Calls are queued until then and replayed in order. If the code cannot be loaded, replies stay silent and
 * the user is notified.
 */
export function createLazySpeaker({ load, unlockAudio }: LazySpeakerOptions): MutableSpeaker {
  const listeners = new Set<(event: SpeakerEvent) => void>()
  let isMuted = false
  /** the turn that queued calls belong to */
  let queuedTurnId: string | undefined
  const port = lazyPort(load, setUp, giveUp)

  function setUp(speaker: MutableSpeaker): void {
    speaker.setMuted(isMuted)
    speaker.subscribe(emit)
  }

  function giveUp(): void {
    const turnId = queuedTurnId
    queuedTurnId = undefined
    if (turnId === undefined) return
    emit({ type: 'notice', turnId, notice: 'voice-silent' })
    emit({ type: 'finished', turnId })
  }

  function emit(event: SpeakerEvent): void {
    for (const listener of listeners) listener(event)
  }

  function begin(turnId: string, call: (speaker: Speaker) => void): void {
    port.clearQueue()
    queuedTurnId = turnId
    port.queue(call)
    port.load().catch(ignore)
  }

  /** Calls that belong to no turn are dropped. */
  function queue(call: (speaker: Speaker) => void): void {
    if (port.now() || queuedTurnId !== undefined) port.queue(call)
  }

  function stop(): ReturnType<Speaker['stop']> {
    port.clearQueue()
    queuedTurnId = undefined
    return port.now()?.stop() ?? { playedUntil: 0 }
  }

  return {
    begin: (turn) => begin(turn.turnId, (speaker) => speaker.begin(turn)),
    append: (turnId, markdownDelta) => queue((speaker) => speaker.append(turnId, markdownDelta)),
    retract: (turnId, length) => queue((speaker) => speaker.retract(turnId, length)),
    addAside: (turnId, aside) => queue((speaker) => speaker.addAside(turnId, aside)),
    dropAside: (turnId, asideId) => queue((speaker) => speaker.dropAside(turnId, asideId)),
    end: (turnId) => queue((speaker) => speaker.end(turnId)),
    stop,
    replay: (turn, markdown, fromOffset) =>
      begin(turn.turnId, (speaker) => speaker.replay(turn, markdown, fromOffset)),
    duck: (isDucked) => port.now()?.duck(isDucked),
    setPaused: (isPaused) => queue((speaker) => speaker.setPaused(isPaused)),
    unlock() {
      unlockAudio()
      const speaker = port.now()
      if (speaker) speaker.unlock()
      else port.load().then((loaded) => loaded.unlock(), ignore)
    },
    level: () => port.now()?.level() ?? 0,
    isMeasured: () => port.now()?.isMeasured() ?? false,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    setMuted(isMutedNow) {
      isMuted = isMutedNow
      port.now()?.setMuted(isMutedNow)
    },
    voices: async () => (await port.load()).voices(),
    dispose() {
      stop()
      listeners.clear()
      port.now()?.dispose()
    },
  }
}

const ignore = () => {}
