import type { Detection, Detector } from '@vee/contract/audio/detector'
import { MAX_SOCKET_TURN_SECONDS } from '@vee/contract/socket/socket-limits'
import { CAPTURE_SAMPLE_RATE, type Frame } from '../capture/frames.ts'
import { type PendingTranscription, type InterimWords, NO_WORDS, TranscriptionError } from './transcriber.ts'

const samplesOf = (seconds: number) => seconds * CAPTURE_SAMPLE_RATE

/** Audio before the detected start of speech that belongs to the utterance. */
const PRE_ROLL_SAMPLES = samplesOf(0.5)
/** Silence that ends an utterance, in addition to what the detector needs to know of it. */
const PAUSE_SAMPLES = samplesOf(0.8)
/** After this length any pause between words ends an utterance … */
const ENOUGH_SAMPLES = samplesOf(30)
/** … and after this one it ends within words: a turn of the server is no longer. */
const MAX_SAMPLES = samplesOf(MAX_SOCKET_TURN_SECONDS - 5)
/** Rest after a failure in ms, doubled by each further one in a row. */
const COOLDOWN_MS = 2_000
const MAX_COOLDOWN_MS = 60_000

/** The stream contains the audio; there is no recording to send. */
const NO_RECORDING = { audio: new Blob([]), durationSeconds: 0 }

interface Utterance {
  readonly samples: number
  readonly isSpeech: boolean
  /** silence since the last speech */
  readonly silentSamples: number
}

const BEGINNING: Utterance = { samples: 0, isSpeech: true, silentSamples: 0 }

/** Returns the utterance with the next frame. */
function continueUtterance(
  utterance: Utterance,
  samples: number,
  detections: readonly Detection[],
): Utterance {
  const isSpeech = isSpeechAfter(utterance.isSpeech, detections)
  return {
    samples: utterance.samples + samples,
    isSpeech,
    silentSamples: isSpeech ? 0 : utterance.silentSamples + samples,
  }
}

const isSpeechAfter = (before: boolean, detections: readonly Detection[]): boolean =>
  detections.reduce((_, { type }) => type === 'speech-start', before)

/** Returns true where an utterance ends: at a pause, at the latest at the maximum length. */
function isComplete({ samples, isSpeech, silentSamples }: Utterance): boolean {
  if (samples >= MAX_SAMPLES) return true
  if (isSpeech) return false
  return silentSamples >= PAUSE_SAMPLES || samples >= ENOUGH_SAMPLES
}

/**
 *     silent ──speech──▶ speaking ──pause, settle──▶ silent
 *
 * Both change to `off` if there is no engine that streams.
 */
type State =
  | { readonly kind: 'silent' }
  | {
      readonly kind: 'speaking'
      readonly id: number
      readonly transcription: PendingTranscription
      readonly utterance: Utterance
      /** Takes its current words as the final ones. */
      readonly freeze: () => void
    }
  | { readonly kind: 'off' }

type Speaking = Extract<State, { readonly kind: 'speaking' }>

export interface CaptionerOptions {
  readonly detector: Detector
  /** Starts the transcription of one utterance. */
  readonly transcribe: (onWords: (words: InterimWords) => void) => PendingTranscription
  /** returns whether the words are visible: nothing is transcribed otherwise */
  readonly isShown: () => boolean
  /** called with all words of an utterance whenever they change; none if they were no speech */
  readonly onWords: (utterance: number, words: InterimWords) => void
  /** returns ms */
  readonly now: () => number
}

/**
 * Transcribes a continuous track while it is spoken, one utterance after another. It loses words where the
 * engine fails: they are for display only.
 */
export class Captioner {
  readonly #options: CaptionerOptions
  #state: State = { kind: 'silent' }
  #isSpeech = false
  #preRollFrames: Frame[] = []
  #count = 0
  #failures = 0
  #cooldownUntil = 0

  constructor(options: CaptionerOptions) {
    this.#options = options
  }

  pushFrame(frame: Frame): void {
    if (this.#state.kind === 'off') return
    const detections = this.#options.detector.push(frame.samples)
    this.#isSpeech = isSpeechAfter(this.#isSpeech, detections)
    if (!this.#options.isShown()) return this.#hide()
    if (this.#state.kind === 'speaking') return this.#continue(this.#state, frame, detections)
    this.#remember(frame)
    if (this.#isSpeech && this.#options.now() >= this.#cooldownUntil) this.#begin()
  }

  /** Completes the current utterance, as before a gap in the audio. */
  settle(): void {
    this.#complete()
    this.#options.detector.reset()
    this.#isSpeech = false
    this.#preRollFrames = []
  }

  /** Ends it; words that are still awaited are dropped. */
  close(): void {
    if (this.#state.kind === 'speaking') this.#state.transcription.abort()
    this.#state = { kind: 'off' }
  }

  #remember(frame: Frame): void {
    this.#preRollFrames.push(frame)
    while (this.#preRollFrames.length * frame.samples.length > PRE_ROLL_SAMPLES) this.#preRollFrames.shift()
  }

  #begin(): void {
    const id = ++this.#count
    let words = NO_WORDS
    let isFrozen = false
    const publish = (next: InterimWords) => {
      if (isFrozen) return
      words = next
      this.#options.onWords(id, words)
    }
    const transcription = this.#options.transcribe(publish)
    const freeze = () => {
      publish({ text: words.text + words.tail, tail: '' })
      isFrozen = true
    }
    this.#state = { kind: 'speaking', id, transcription, utterance: BEGINNING, freeze }
    for (const frame of this.#preRollFrames) transcription.pushFrame?.(frame)
    this.#preRollFrames = []
  }

  #continue(state: Speaking, frame: Frame, detections: readonly Detection[]): void {
    const utterance = continueUtterance(state.utterance, frame.samples.length, detections)
    this.#state = { ...state, utterance }
    state.transcription.pushFrame?.(frame)
    if (isComplete(utterance)) this.#complete()
  }

  #complete(): void {
    if (this.#state.kind !== 'speaking') return
    const { id, transcription, freeze } = this.#state
    this.#state = { kind: 'silent' }
    transcription.endAudio?.()
    transcription.finish(NO_RECORDING).then(
      ({ text }) => {
        this.#failures = 0
        if (!this.#isOff) this.#options.onWords(id, { text, tail: '' })
      },
      (error: unknown) => {
        if (this.#isOff) return
        freeze()
        this.#onFailure(error)
      },
    )
  }

  get #isOff(): boolean {
    return this.#state.kind === 'off'
  }

  #onFailure(error: unknown): void {
    if (error instanceof TranscriptionError && error.reason === 'unavailable') return this.close()
    this.#failures += 1
    const rest = Math.min(COOLDOWN_MS * 2 ** (this.#failures - 1), MAX_COOLDOWN_MS)
    this.#cooldownUntil = this.#options.now() + rest
  }

  /** Nothing is streamed that is not seen. The words so far remain. */
  #hide(): void {
    this.#preRollFrames = []
    if (this.#state.kind !== 'speaking') return
    const { transcription, freeze } = this.#state
    freeze()
    transcription.abort()
    this.#state = { kind: 'silent' }
  }
}
