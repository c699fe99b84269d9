import type { Clock } from '../clock.ts'
import type { SpeechOutputNotice } from '../speech-output.ts'
import { SpeechSourceError, UnreadableTextError } from './speech-source.ts'
import type {
  SynthesizedSpeech,
  SynthesisRequest,
  SpeechSource,
  SpeechSourceId,
  VoiceSettings,
} from './speech-source.ts'

/** A source that failed is skipped for this time, so that not every reply waits for it. */
const COOLDOWN_MS = 60_000

/** Speech and its source. */
export interface MadeSpeech {
  readonly speech: SynthesizedSpeech
  readonly source: SpeechSourceId
}

/**
 * The voices of one reply. A source that failed is not used again in it, so that the voice does not change
 * back.
 */
export interface ReplyVoices {
  /**
   * Returns the speech of the first source that succeeds; undefined if none does. Rejects only when the
   * signal aborts.
   */
  make(request: SynthesisRequest, signal: AbortSignal): Promise<MadeSpeech | undefined>
  /** Called when a source fails while it speaks. */
  fail(source: SpeechSourceId, error: SpeechSourceError): void
  hasFailed(source: SpeechSourceId): boolean
}

interface VoiceChainOptions {
  readonly sources: readonly SpeechSource[]
  readonly settings: () => VoiceSettings
  readonly clock: Clock
}

/**
 * Sources in order of fallback: natural voices of the server, the browser, basic voices of the server, then
 * silence.
 */
export class VoiceChain {
  readonly #sources: readonly SpeechSource[]
  readonly #settings: () => VoiceSettings
  readonly #clock: Clock
  readonly #cooldownUntil = new Map<SpeechSourceId, number>()
  readonly #notified = new Set<SpeechOutputNotice>()

  constructor({ sources, settings, clock }: VoiceChainOptions) {
    this.#sources = sources
    this.#settings = settings
    this.#clock = clock
  }

  /** `onNotice` is called with notices that were not reported before, in this or another reply. */
  forReply(onNotice: (notice: SpeechOutputNotice) => void): ReplyVoices {
    const failed = new Set<SpeechSourceId>()
    const notify = (notice: SpeechOutputNotice) => {
      if (this.#notified.has(notice)) return
      this.#notified.add(notice)
      onNotice(notice)
    }
    const fail = (id: SpeechSourceId, { reason }: SpeechSourceError) => {
      failed.add(id)
      this.#cooldownUntil.set(id, this.#clock.now() + COOLDOWN_MS)
      if (reason) notify(reason)
    }
    const isOut = ({ id }: SpeechSource) =>
      failed.has(id) || (this.#cooldownUntil.get(id) ?? -Infinity) > this.#clock.now()

    return {
      fail,
      hasFailed: (source) => failed.has(source),
      make: async (request, signal) => {
        const preferred = preferredSource(this.#settings())
        const candidates = this.#candidates(preferred)
        for (const source of candidates) {
          if (isOut(source)) continue
          try {
            const speech = await source.make(request, signal)
            if (source.id !== preferred)
              notify(source.id === 'server-basic' ? 'voice-basic' : 'voice-browser')
            return { speech, source: source.id }
          } catch (error) {
            signal.throwIfAborted()
            if (error instanceof UnreadableTextError) continue
            fail(source.id, error instanceof SpeechSourceError ? error : new SpeechSourceError(undefined))
          }
        }
        notify('voice-silent')
        return undefined
      },
    }
  }

  /** A user who chose the browser's voice did not agree to pay for the server's. */
  #candidates(preferred: SpeechSourceId): SpeechSource[] {
    const rest = this.#sources.filter(({ id }) => id !== preferred && id !== 'server')
    return [...this.#sources.filter(({ id }) => id === preferred), ...rest]
  }
}

/** Returns the source of the provider setting. */
const preferredSource = ({ provider }: VoiceSettings): SpeechSourceId => provider
