import type { Voice } from '@vee/contract/entities/voice'
import type { MutableSpeaker } from './create-speaker.ts'
import type { Speaker, SpeakerEvent, SpokenTurn, StoppedSpeech } from './speaker.ts'

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
export function createLazySpeaker(options: LazySpeakerOptions): MutableSpeaker {
  return new LateSpeaker(options)
}

class LateSpeaker implements MutableSpeaker {
  readonly #options: LazySpeakerOptions
  readonly #listeners = new Set<(event: SpeakerEvent) => void>()
  #speaker: MutableSpeaker | undefined
  #loading: Promise<MutableSpeaker> | undefined
  #isMuted = false
  /** queued calls, and the turn they belong to */
  #waiting: ((speaker: Speaker) => void)[] = []
  #turnId: string | undefined

  constructor(options: LazySpeakerOptions) {
    this.#options = options
  }

  begin(turn: SpokenTurn): void {
    this.#beginWith(turn.turnId, (speaker) => speaker.begin(turn))
  }

  append(turnId: string, markdownDelta: string): void {
    this.#tell((speaker) => speaker.append(turnId, markdownDelta))
  }

  end(turnId: string): void {
    this.#tell((speaker) => speaker.end(turnId))
  }

  stop(): StoppedSpeech {
    this.#waiting = []
    this.#turnId = undefined
    return this.#speaker?.stop() ?? { heardUntil: 0 }
  }

  replay(turn: SpokenTurn, markdown: string, fromOffset: number): void {
    this.#beginWith(turn.turnId, (speaker) => speaker.replay(turn, markdown, fromOffset))
  }

  duck(isDucked: boolean): void {
    this.#speaker?.duck(isDucked)
  }

  hold(isHeld: boolean): void {
    this.#tell((speaker) => speaker.hold(isHeld))
  }

  unlock(): void {
    this.#options.unlockAudio()
    if (this.#speaker) this.#speaker.unlock()
    else void this.#load().then((speaker) => speaker.unlock(), ignore)
  }

  level(): number {
    return this.#speaker?.level() ?? 0
  }

  subscribe(listener: (event: SpeakerEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  setMuted(isMuted: boolean): void {
    this.#isMuted = isMuted
    this.#speaker?.setMuted(isMuted)
  }

  async voices(): Promise<Voice[]> {
    return (await this.#load()).voices()
  }

  dispose(): void {
    this.stop()
    this.#listeners.clear()
    this.#speaker?.dispose()
  }

  #beginWith(turnId: string, begin: (speaker: Speaker) => void): void {
    this.#waiting = []
    this.#turnId = turnId
    this.#tell(begin)
    if (!this.#speaker) void this.#load().catch(() => this.#giveUp())
  }

  #tell(say: (speaker: Speaker) => void): void {
    if (this.#speaker) say(this.#speaker)
    else if (this.#turnId !== undefined) this.#waiting.push(say)
  }

  #load(): Promise<MutableSpeaker> {
    this.#loading ??= this.#options.load().then(
      (speaker) => this.#take(speaker),
      (error: unknown) => {
        this.#loading = undefined
        throw error
      },
    )
    return this.#loading
  }

  #take(speaker: MutableSpeaker): MutableSpeaker {
    this.#speaker = speaker
    speaker.setMuted(this.#isMuted)
    speaker.subscribe((event) => this.#emit(event))
    const waiting = this.#waiting
    this.#waiting = []
    for (const say of waiting) say(speaker)
    return speaker
  }

  #giveUp(): void {
    const turnId = this.#turnId
    this.#waiting = []
    this.#turnId = undefined
    if (turnId === undefined) return
    this.#emit({ type: 'notice', turnId, notice: 'voice-silent' })
    this.#emit({ type: 'finished', turnId })
  }

  #emit(event: SpeakerEvent): void {
    for (const listener of this.#listeners) listener(event)
  }
}

const ignore = () => {}
