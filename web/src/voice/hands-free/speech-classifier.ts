import type { OpenMicrophone } from '../capture/microphone.ts'
import type { Take } from '../capture/recorder.ts'
import { HearingError, type Transcriber } from '../hear/transcriber.ts'
import type { Clock } from '../speak/clock.ts'
import { isBackchannel, isStop } from '../words/backchannels.ts'
import { callIn } from '../words/wake-words.ts'
import type { Meaning } from './hands-free-state.ts'
import type { EndpointingOptions } from './endpointing.ts'
import type { Segments } from './segments.ts'
import type { WakeSpotter } from './wake-spotter.ts'

interface ProbePorts {
  readonly transcriber: Transcriber
  readonly language: () => string
  readonly wakeWords: () => readonly string[]
  readonly spotter: WakeSpotter
  readonly obey: (text: string) => Promise<boolean>
  readonly rules: () => Omit<EndpointingOptions, 'duplex'>
  readonly clock: Clock
}

/** How long the browser's recognition may take for its last words. */
const SPOTTER_LAST_WORDS_MS = 900
/** Shorter sounds hold no word, in seconds. */
const SHORTEST_SECONDS = 0.3

/** Finds out what a sound was, before anyone knows whether it was for Vee. It is kept nowhere but here, and only so long. */
export class SpeechClassifier {
  readonly #ports: ProbePorts
  readonly #takes = new Map<string, Take>()
  /** what the browser heard last */
  #spotted = ''

  constructor(ports: ProbePorts) {
    this.#ports = ports
  }

  /** What the browser heard before was seen to: a noise that comes now says nothing of it. */
  hearAnew(): void {
    this.#spotted = ''
  }

  /** Notes what the browser hears; gives the wake word with which it begins. */
  spotted(words: string): string | undefined {
    this.#spotted = words
    return callIn(words, this.#ports.wakeWords())?.word
  }

  /** `isIdle`: nothing goes on, so only a wake word counts. */
  async read(id: string, take: Take, isIdle: boolean): Promise<Meaning> {
    this.#takes.set(id, take)
    if (take.durationSeconds < SHORTEST_SECONDS) return NOTHING
    const { spotter, clock } = this.#ports
    if (isIdle && spotter.works()) {
      const { promise, resolve } = Promise.withResolvers<void>()
      clock.after(SPOTTER_LAST_WORDS_MS, resolve)
      await promise
      const words = this.#spotted
      this.#spotted = ''
      return this.#meaningOf(words, isIdle)
    }
    if (take.durationSeconds * 1_000 > this.#ports.rules().maxSegmentMs) return NOTHING
    const text = await this.#textOf(take)
    return text === undefined ? { kind: 'deaf' } : this.#meaningOf(text, isIdle)
  }

  /** What was kept of it, as a microphone of its own. */
  adopt(id: string, segments: Segments): OpenMicrophone {
    const take = this.#takes.get(id)
    const microphone = segments.microphoneOf(id)
    return take ? { ...microphone, finish: () => Promise.resolve(take) } : microphone
  }

  forget(id: string): void {
    this.#takes.delete(id)
  }

  async #meaningOf(text: string, isIdle: boolean): Promise<Meaning> {
    const { language, wakeWords, obey } = this.#ports
    const call = callIn(text, wakeWords())
    if (call && !(call.rest !== '' && (await obey(text)))) {
      return { kind: 'wake', word: call.word, rest: call.rest }
    }
    if (isIdle || text === '' || call) return NOTHING
    if (isStop(text, language())) return { kind: 'stop' }
    if (isBackchannel(text, language())) return { kind: 'backchannel' }
    return (await obey(text)) ? NOTHING : { kind: 'words', text }
  }

  /** Undefined when there is no engine to ask. */
  async #textOf(take: Take): Promise<string | undefined> {
    const request = { language: this.#ports.language(), isLive: false, onInterim: () => undefined }
    try {
      return (await this.#ports.transcriber.start(request).finish(take)).text
    } catch (error) {
      // Not to be heard now: a sound, and no words.
      return error instanceof HearingError && error.reason === 'unavailable' ? undefined : ''
    }
  }
}

const NOTHING: Meaning = { kind: 'nothing' }
