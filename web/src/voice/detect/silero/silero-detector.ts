import { MIN_SPEECH_MS, type Detection, type Detector } from '@vee/contract/audio/detector'
import { CAPTURE_SAMPLE_RATE } from '../../capture/frames.ts'
import type { SileroReport, SileroRequest } from './silero-messages.ts'
import { SpeechJudge, WINDOW_SAMPLES } from './speech-judge.ts'
import { SpeedBudget } from './speed-budget.ts'

/** The used part of a worker. */
export interface DetectorWorker {
  postMessage(message: SileroRequest): void
  addEventListener(type: 'message', listener: (event: { readonly data: SileroReport }) => void): void
  terminate(): void
}

/** Onsets of the two detectors that are so close are of the same sound, ms. */
const SAME_ONSET_MS = 300
/** A start that the model has not confirmed after this is accepted, so that no word is lost, ms. */
const MAX_WAIT_MS = 300

/**
 * Creates a detector with Silero's model, for noisy rooms. Sound is speech while the model detects a voice, which
 * excludes fans, typing and music, and while the light detector detects sound at the level of the speaker, which
 * excludes others in the room. Until the model is loaded, and after it failed or proved too slow, the light detector
 * decides alone.
 * @param onTooSlow called once if the model does not keep up with the audio
 */
export function createSileroDetector(
  worker: DetectorWorker,
  energyDetector: Detector,
  onTooSlow: () => void = () => undefined,
): Detector {
  return new SileroDetector(worker, energyDetector, onTooSlow)
}

class SileroDetector implements Detector {
  readonly #worker: DetectorWorker
  readonly #light: Detector
  readonly #onTooSlow: () => void
  #stage: 'loading' | 'loaded' | 'given-up' = 'loading'
  /** the model takes part in decisions */
  #isUsed = false
  #budget = new SpeedBudget()
  #judge = new SpeechJudge()
  #run = 0
  #pushedSamples = 0
  #judgedSamples = 0
  /** onsets of the current sound; undefined without one */
  #loudSince: number | undefined
  #voiceSince: number | undefined
  /** onset of the reported speech */
  #speechSince: number | undefined
  /** it was accepted before the model had a result for it */
  #isUnconfirmed = false
  #detections: Detection[] = []

  constructor(worker: DetectorWorker, energyDetector: Detector, onTooSlow: () => void) {
    this.#worker = worker
    this.#light = energyDetector
    this.#onTooSlow = onTooSlow
    worker.addEventListener('message', ({ data }) => this.#onReport(data))
    this.#begin()
  }

  push(samples: Int16Array): readonly Detection[] {
    if (this.#stage !== 'given-up') this.#worker.postMessage({ type: 'samples', run: this.#run, samples })
    this.#pushedSamples += samples.length
    for (const detection of this.#light.push(samples)) this.#onLight(detection)
    this.#checkSpeed(samples.length)
    const detections = this.#detections
    this.#detections = []
    return detections
  }

  mayHearSpeech(): boolean {
    if (this.#speechSince !== undefined) return false
    if (this.#loudSince === undefined) return this.#light.mayHearSpeech?.() === true
    return this.#isUsed && msOf(this.#pushedSamples) - this.#loudSince <= MAX_WAIT_MS
  }

  reset(): void {
    this.#light.reset()
    this.#begin()
  }

  dispose(): void {
    this.#light.dispose?.()
    this.#worker.terminate()
  }

  #begin(): void {
    this.#run += 1
    this.#judge = new SpeechJudge()
    this.#pushedSamples = 0
    this.#judgedSamples = 0
    this.#loudSince = undefined
    this.#voiceSince = undefined
    this.#speechSince = undefined
    this.#isUnconfirmed = false
    this.#detections = []
    if (this.#stage !== 'given-up') this.#worker.postMessage({ type: 'reset', run: this.#run })
  }

  /** Audio whose result is not known yet, ms. */
  #waitingMs(): number {
    return msOf(this.#pushedSamples - this.#judgedSamples)
  }

  #onReport(report: SileroReport): void {
    if (this.#stage === 'given-up') return
    if (report.type === 'ready') this.#stage = 'loaded'
    else if (report.type === 'broken') this.#giveUp()
    else this.#onWindow(report)
  }

  #onWindow({ run, probability, tookMs }: Extract<SileroReport, { type: 'window' }>): void {
    this.#budget.add(tookMs)
    if (run !== this.#run) return
    this.#judgedSamples += WINDOW_SAMPLES
    const detection = this.#judge.judge(probability)
    if (!detection) return
    this.#voiceSince = detection.type === 'speech-start' ? detection.at : undefined
    if (!this.#isUsed) return
    if (detection.type === 'speech-start') this.#startIfBoth()
    // A short voice may be the start of words that the model lost: the sound was longer, and its words decide.
    else if (!this.#isUnconfirmed || detection.at > (this.#speechSince ?? 0))
      this.#end({ type: 'speech-end', at: detection.at })
  }

  #onLight(detection: Detection): void {
    this.#loudSince = detection.type === 'speech-start' ? detection.at : undefined
    if (!this.#isUsed) this.#report(detection)
    else if (detection.type === 'speech-start') this.#startIfBoth()
    else this.#end(detection)
  }

  #report(detection: Detection): void {
    this.#speechSince = detection.type === 'speech-start' ? detection.at : undefined
    this.#isUnconfirmed = false
    this.#detections.push(detection)
  }

  #startIfBoth(): void {
    const [loud, voice] = [this.#loudSince, this.#voiceSince]
    if (this.#speechSince !== undefined || loud === undefined || voice === undefined) return
    const isSame = Math.abs(loud - voice) <= SAME_ONSET_MS
    this.#report({ type: 'speech-start', at: isSame ? Math.min(loud, voice) : Math.max(loud, voice) })
  }

  #end({ type, at }: Detection): void {
    const since = this.#speechSince
    if (since === undefined) return
    const endsAt = Math.max(at, since)
    this.#report({ type: endsAt - since < MIN_SPEECH_MS ? 'misfire' : type, at: endsAt })
  }

  #checkSpeed(samples: number): void {
    if (this.#stage !== 'loaded') return
    const waitingMs = this.#waitingMs()
    this.#budget.passed(msOf(samples), waitingMs)
    if (this.#budget.isTooSlow()) {
      this.#giveUp()
      this.#onTooSlow()
      return
    }
    if (this.#isUsed) {
      if (waitingMs > MAX_WAIT_MS) this.#startIfLoud()
      return
    }
    // The current sound is the light detector's to its end.
    this.#isUsed = waitingMs <= MAX_WAIT_MS && this.#loudSince === undefined
  }

  #giveUp(): void {
    this.#stage = 'given-up'
    this.#isUsed = false
    this.#worker.terminate()
    this.#startIfLoud()
  }

  #startIfLoud(): void {
    if (this.#loudSince === undefined || this.#speechSince !== undefined) return
    this.#report({ type: 'speech-start', at: this.#loudSince })
    this.#isUnconfirmed = true
  }
}

const msOf = (samples: number): number => (samples * 1_000) / CAPTURE_SAMPLE_RATE

/** Loads the model (5.7 MB) and returns the detector with it. */
export function openSileroDetector(energyDetector: Detector, onTooSlow?: () => void): Detector {
  const worker = new Worker(new URL('./silero.worker.ts', import.meta.url), { type: 'module' })
  return createSileroDetector(worker, energyDetector, onTooSlow)
}
