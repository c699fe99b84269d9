import { lazyPort } from '#lib/async/lazy-module.ts'
import type { MutableSpeechOutput } from './create-speech-output.ts'
import type { SpeechOutput, SpeechOutputEvent } from './speech-output.ts'

export interface LazySpeechOutputOptions {
  /** loads the code of the speech output and creates it */
  readonly load: () => Promise<MutableSpeechOutput>
  /** unlocks audio; called within the user gesture, which is over when the code is loaded */
  readonly unlockAudio: () => void
}

/**
 * A speech output whose code is loaded with the first gesture or reply, so that the first page does not include it.
 * Calls are queued until then and replayed in order. If the code cannot be loaded, replies stay silent and
 * the user is notified.
 */
export function createLazySpeechOutput({ load, unlockAudio }: LazySpeechOutputOptions): MutableSpeechOutput {
  const listeners = new Set<(event: SpeechOutputEvent) => void>()
  let isMuted = false
  /** the turn that queued calls belong to */
  let queuedTurnId: string | undefined
  const port = lazyPort(load, setUp, giveUp)

  function setUp(speechOutput: MutableSpeechOutput): void {
    speechOutput.setMuted(isMuted)
    speechOutput.subscribe(emit)
  }

  function giveUp(): void {
    const turnId = queuedTurnId
    queuedTurnId = undefined
    if (turnId === undefined) return
    emit({ type: 'notice', turnId, notice: 'voice-silent' })
    emit({ type: 'finished', turnId })
  }

  function emit(event: SpeechOutputEvent): void {
    for (const listener of listeners) listener(event)
  }

  function begin(turnId: string, call: (speechOutput: SpeechOutput) => void): void {
    port.clearQueue()
    queuedTurnId = turnId
    port.queue(call)
    port.load().catch(ignore)
  }

  /** Calls that belong to no turn are dropped. */
  function queue(call: (speechOutput: SpeechOutput) => void): void {
    if (port.now() || queuedTurnId !== undefined) port.queue(call)
  }

  function stop(): ReturnType<SpeechOutput['stop']> {
    port.clearQueue()
    queuedTurnId = undefined
    return port.now()?.stop() ?? { playedUntil: 0 }
  }

  return {
    begin: (turn) => begin(turn.turnId, (speechOutput) => speechOutput.begin(turn)),
    append: (turnId, markdownDelta) => queue((speechOutput) => speechOutput.append(turnId, markdownDelta)),
    retract: (turnId, length) => queue((speechOutput) => speechOutput.retract(turnId, length)),
    addAside: (turnId, aside) => queue((speechOutput) => speechOutput.addAside(turnId, aside)),
    dropAside: (turnId, asideId) => queue((speechOutput) => speechOutput.dropAside(turnId, asideId)),
    end: (turnId) => queue((speechOutput) => speechOutput.end(turnId)),
    stop,
    replay: (turn, markdown, fromOffset) =>
      begin(turn.turnId, (speechOutput) => speechOutput.replay(turn, markdown, fromOffset)),
    duck: (isDucked) => port.now()?.duck(isDucked),
    setPaused: (isPaused) => queue((speechOutput) => speechOutput.setPaused(isPaused)),
    unlock() {
      unlockAudio()
      const speechOutput = port.now()
      if (speechOutput) speechOutput.unlock()
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
