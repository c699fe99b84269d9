import { SOCKET_SAMPLE_RATE } from '../socket/socket-limits.ts'
import {
  END_KNOWN_AFTER_MS,
  MIN_SPEECH_MS,
  type Detection,
  type Detector,
  type DetectorOptions,
} from './detector.ts'

/** These values were measured on recordings of speech in noise. */
const HOP_MS = 10
const HIGH_PASS_HZ = 200
/** fraction of a hop in the smoothed loudness */
const SMOOTHING = 0.6
/**
 * Window of the minimum that estimates the noise floor: it falls at once and rises after this time, so that
 * steady noise is not speech forever.
 */
const FLOOR_HOPS = 1_500 / HOP_MS
const FLOOR_DB = { least: -75, most: -25 }
/** how far above the floor speech begins and ends, dB */
const ON_ABOVE_FLOOR = 9
const OFF_ABOVE_FLOOR = 5
/** half of the distance between the lines of begin and end, dB */
const HYSTERESIS = 2
/** zero crossings per second: noise has more than a voice */
const MAX_START_CROSSINGS = 4_000
const START_WINDOW = 8
const START_HOPS = 5
/** So many of them may be a beginning: most clicks and taps are shorter. */
const SUSPECTED_HOPS = 3
/** Sound this far below the speaker's level is others in the room: it neither starts nor extends speech, dB. */
const BELOW_SPEAKER = 10
/**
 * Background: talk, music or a fan, averaged over syllables. Its level varies little in a second, and the level of
 * one person who speaks closely varies a lot, because of the gaps between words.
 */
const SYLLABLE_HOPS = 200 / HOP_MS
const SPREAD_HOPS = 1_500 / HOP_MS
const BACKGROUND_SPREAD = 9.5
/**
 * One person above a background that is known and audible varies less, because the gaps between words are filled: up to
 * this far above it, only sound as steady as a fan is background, dB.
 */
const OVER_BACKGROUND = 14
const STEADY_SPREAD = 4.5
/** The first sound of a stream, from whose average the background is known. */
const FIRST_HOPS = 500 / HOP_MS
/** A person is this far above the background, dB. */
const ABOVE_BACKGROUND = 5
/** Longer speech before it turned out to be background may contain words. */
const BACKGROUND_SPEECH_MS = 1_800
/** fraction of a hop in the background's level */
const BACKGROUND_SHARE = 0.01
/** A soft ending is shorter: only sound of others lasts so long after the speaker. */
const OTHERS_END_SPEECH_AFTER_MS = 450
/** fraction of a loud hop in the speaker's level: up within a syllable or two, down within a few sentences */
const SPEAKER_RISE = 0.08
const SPEAKER_FALL = 0.005
/** The speaker's level counts from so much loud sound on … */
const SPEAKER_KNOWN_HOPS = 600 / HOP_MS
/** … and falls without such sound, dB per hop, so that a softer speaker is detected after a while. */
const SPEAKER_DECAY = 0.8 / (1_000 / HOP_MS)
const FULL_SCALE = 0x8000
const SILENCE_DB = -100

interface Hop {
  readonly decibels: number
  readonly crossings: number
}

/** Detects speech by its level above the noise floor. 2 kB, no model; the default. */
export function createEnergyDetector(options: DetectorOptions): Detector {
  let run = new EnergyRun(options)
  return {
    push: (samples) => run.push(samples),
    mayHearSpeech: () => run.mayHearSpeech,
    reset() {
      // The room stays the same.
      run = new EnergyRun(options, run.background)
    },
  }
}

class EnergyRun {
  readonly #leastOn: number
  readonly #leastOff: number
  readonly #hasOneSpeaker: boolean
  readonly #highPass: (sample: number) => number
  readonly #hopSamples: number
  #energy = 0
  #crossings = 0
  #length = 0
  #lastSample = 0
  #hop = 0
  #smoothed: number | undefined
  #recent: number[] = []
  /** which of the last hops may begin speech, newest last */
  #voiced: boolean[] = []
  /** hop where the speech began that is going on */
  #startedAt: number | undefined
  /** hop after the last loud one */
  #loudUntil = 0
  /** hop after the last one at the speaker's level */
  #speakerUntil = 0
  /** the speaker's average loudness, dB, and how many loud hops it is known from */
  #speaker = SILENCE_DB
  #speakerHops = 0
  /** level of the background, dB; undefined until it is known */
  #background: number | undefined
  /** average energy over a syllable */
  #syllable = 0
  /** loudness of the last hops of the current speech, dB */
  #spoken: number[] = []

  constructor(
    { sensitivityDb, hasOneSpeaker = false, sampleRate = SOCKET_SAMPLE_RATE }: DetectorOptions,
    background?: number,
  ) {
    this.#background = background
    this.#hopSamples = (sampleRate * HOP_MS) / 1_000
    this.#highPass = createHighPass(HIGH_PASS_HZ, sampleRate)
    this.#hasOneSpeaker = hasOneSpeaker
    this.#leastOn = sensitivityDb + HYSTERESIS
    this.#leastOff = sensitivityDb - HYSTERESIS
  }

  get background(): number | undefined {
    return this.#background
  }

  get mayHearSpeech(): boolean {
    return this.#voiced.filter(Boolean).length >= SUSPECTED_HOPS
  }

  push(samples: Int16Array): readonly Detection[] {
    const detections: Detection[] = []
    for (const sample of samples) {
      const hop = this.#add(this.#highPass(sample / FULL_SCALE))
      const detection = hop && this.#judge(hop)
      if (detection) detections.push(detection)
    }
    return detections
  }

  /** The hop that this sample completes. */
  #add(sample: number): Hop | undefined {
    this.#energy += sample * sample
    if (sample >= 0 !== this.#lastSample >= 0) this.#crossings += 1
    this.#lastSample = sample
    this.#length += 1
    if (this.#length < this.#hopSamples) return undefined
    const decibels = Math.max(SILENCE_DB, 10 * Math.log10(this.#energy / this.#hopSamples + Number.EPSILON))
    const hop = { decibels, crossings: (this.#crossings * 1_000) / HOP_MS }
    this.#energy = 0
    this.#crossings = 0
    this.#length = 0
    return hop
  }

  #judge({ decibels, crossings }: Hop): Detection | undefined {
    const hop = this.#hop
    this.#hop += 1
    const before = this.#smoothed ?? decibels
    const loudness = before + SMOOTHING * (decibels - before)
    this.#smoothed = loudness
    this.#recent.push(loudness)
    if (this.#recent.length > FLOOR_HOPS) this.#recent.shift()
    const floor = Math.min(FLOOR_DB.most, Math.max(FLOOR_DB.least, Math.min(...this.#recent)))
    const syllable = this.#followSyllable(decibels)
    const gate = Math.max(this.#followSpeaker(loudness, floor), this.#backgroundGate())
    const isLoud = loudness > Math.max(floor + ON_ABOVE_FLOOR, this.#leastOn, gate)
    if (this.#startedAt === undefined) {
      this.#followBackground(syllable)
      return this.#awaitStart(hop, isLoud && syllable > gate && crossings < MAX_START_CROSSINGS)
    }
    if (this.#isBackground(loudness)) return this.#endBackground()
    return this.#awaitEnd(hop, loudness > Math.max(floor + OFF_ABOVE_FLOOR, this.#leastOff), syllable > gate)
  }

  /** Returns the level over the last syllable, dB. */
  #followSyllable(decibels: number): number {
    this.#syllable += (10 ** (decibels / 10) - this.#syllable) / SYLLABLE_HOPS
    return 10 * Math.log10(this.#syllable + Number.EPSILON)
  }

  #backgroundGate(): number {
    return this.#hasOneSpeaker && this.#background !== undefined
      ? this.#background + ABOVE_BACKGROUND
      : SILENCE_DB
  }

  #followBackground(syllable: number): void {
    if (this.#background !== undefined) this.#background += BACKGROUND_SHARE * (syllable - this.#background)
    else if (this.#hop >= FIRST_HOPS) this.#background = syllable
  }

  /** Returns whether the current sound varies too little for one person who speaks. */
  #isBackground(loudness: number): boolean {
    if (!this.#hasOneSpeaker) return false
    this.#spoken.push(loudness)
    if (this.#spoken.length < SPREAD_HOPS) return false
    if (this.#spoken.length > SPREAD_HOPS) this.#spoken.shift()
    // Sorting at every fifth hop is often enough.
    if (this.#hop % 5 !== 0) return false
    const sorted = this.#spoken.toSorted((left, right) => left - right)
    const levelAt = (fraction: number) => sorted[Math.floor(fraction * SPREAD_HOPS)] ?? SILENCE_DB
    return (
      levelAt(0.9) - levelAt(0.1) < (this.#isOverBackground(levelAt(0.5)) ? STEADY_SPREAD : BACKGROUND_SPREAD)
    )
  }

  /** Returns whether a sound of this level may be a person above an audible background. */
  #isOverBackground(level: number): boolean {
    const background = this.#background ?? SILENCE_DB
    const above = level - background
    return background > this.#leastOn && above >= ABOVE_BACKGROUND && above <= OVER_BACKGROUND
  }

  /** The sound was background from its start, or the speaker has finished in front of it. */
  #endBackground(): Detection {
    const startedAt = this.#startedAt ?? this.#hop
    const lengthMs = (this.#speakerUntil - startedAt) * HOP_MS
    const sorted = this.#spoken.toSorted((left, right) => left - right)
    this.#background = sorted[sorted.length >> 1]
    this.#startedAt = undefined
    this.#speakerHops = 0
    this.#speaker = SILENCE_DB
    const hop = this.#hop
    return { type: lengthMs > BACKGROUND_SPEECH_MS ? 'speech-end' : 'misfire', at: hop * HOP_MS }
  }

  /** Updates the speaker's level. Returns the loudness below which sound is of others, dB. */
  #followSpeaker(loudness: number, floor: number): number {
    const isKnown = this.#hasOneSpeaker && this.#speakerHops >= SPEAKER_KNOWN_HOPS
    const gate = isKnown ? this.#speaker - BELOW_SPEAKER : SILENCE_DB
    if (loudness <= Math.max(floor + ON_ABOVE_FLOOR, this.#leastOn, gate)) {
      this.#speaker -= SPEAKER_DECAY
      return gate
    }
    this.#speakerHops += 1
    const fraction = loudness > this.#speaker ? SPEAKER_RISE : SPEAKER_FALL
    this.#speaker += fraction * (loudness - this.#speaker)
    return gate
  }

  #awaitStart(hop: number, isVoiced: boolean): Detection | undefined {
    this.#voiced = [...this.#voiced, isVoiced].slice(-START_WINDOW)
    if (this.#voiced.filter(Boolean).length < START_HOPS) return undefined
    this.#startedAt = hop + 1 - this.#voiced.length + this.#voiced.indexOf(true)
    this.#loudUntil = hop + 1
    this.#speakerUntil = hop + 1
    this.#voiced = []
    this.#spoken = []
    return { type: 'speech-start', at: this.#startedAt * HOP_MS }
  }

  #awaitEnd(hop: number, isLoud: boolean, isSpeaker: boolean): Detection | undefined {
    if (isLoud) this.#loudUntil = hop + 1
    if (isLoud && isSpeaker) this.#speakerUntil = hop + 1
    if (this.#startedAt === undefined) return undefined
    const isQuiet = (hop + 1 - this.#loudUntil) * HOP_MS >= END_KNOWN_AFTER_MS
    const isOthers = (hop + 1 - this.#speakerUntil) * HOP_MS >= OTHERS_END_SPEECH_AFTER_MS
    if (!isQuiet && !isOthers) return undefined
    const endsAt = isQuiet ? this.#loudUntil : this.#speakerUntil
    const lengthMs = (endsAt - this.#startedAt) * HOP_MS
    this.#startedAt = undefined
    return { type: lengthMs < MIN_SPEECH_MS ? 'misfire' : 'speech-end', at: endsAt * HOP_MS }
  }
}

/** A second-order high-pass filter (Butterworth), for a stream of samples at one rate. Frequencies in Hz. */
function createHighPass(cutoff: number, sampleRate: number): (sample: number) => number {
  const omega = (2 * Math.PI * cutoff) / sampleRate
  const cosine = Math.cos(omega)
  const alpha = Math.sin(omega) / Math.SQRT2
  const a0 = 1 + alpha
  const b0 = (1 + cosine) / 2 / a0
  const b1 = -2 * b0
  const a1 = (-2 * cosine) / a0
  const a2 = (1 - alpha) / a0
  let [x1, x2, y1, y2] = [0, 0, 0, 0]

  return (x0) => {
    const y0 = b0 * x0 + b1 * x1 + b0 * x2 - a1 * y1 - a2 * y2
    ;[x1, x2, y1, y2] = [x0, x1, y0, y1]
    return y0
  }
}
