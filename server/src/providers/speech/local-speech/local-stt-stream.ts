import { type Detector, sensitivityOfThreshold } from '@vee/contract/audio/detector'
import { createEnergyDetector } from '@vee/contract/audio/energy-detector'
import { pcmSamples } from '@vee/contract/audio/pcm-samples'
import { ProviderFailure } from '../../failure.ts'
import type { SttStream, SttStreamEvent } from '../stt-stream.ts'
import { EventQueue } from '../../wire/event-queue.ts'
import { startsUnspaced } from '../../wire/languages.ts'
import { localFailure } from './local-failure.ts'
import { MODEL_SAMPLE_RATE } from './wav-samples.ts'

/** New audio from which the words so far are transcribed again, in samples: 0.8 s. */
const STEP_SAMPLES = 0.8 * MODEL_SAMPLE_RATE
/** A segment of at least this length ends at the next pause, in samples: 6 s. Its words are final then. */
const SEGMENT_SAMPLES = 6 * MODEL_SAMPLE_RATE
/** Words so far are transcribed only if that takes at most this long, because final words wait for it, in ms. */
const FAST_MS = 500
/** The detector's default level. */
const SENSITIVITY_DB = sensitivityOfThreshold(0.15)

export interface SegmentDecoding {
  /** Transcribes a segment. Rejects with ProviderFailure. */
  readonly decode: (
    samples: Int16Array<ArrayBuffer>,
    signal: AbortSignal,
  ) => Promise<{ readonly text: string; readonly language: string | undefined }>
  /** Returns true if nobody else waits for the engine: words so far are transcribed only then. */
  readonly isIdle: () => boolean
  /** Returns the expected time of a transcription, in ms, from those before. */
  readonly expectedMs: (seconds: number) => number
}

/**
 * Transcribes while one speaks with an engine for whole recordings: the growing segment is transcribed again and again,
 * while the engine is idle, and one last time when it ends in a pause. Its words may change until then.
 */
export class RedecodingStream implements SttStream {
  readonly events: EventQueue<SttStreamEvent> = new EventQueue()
  readonly #decoding: SegmentDecoding
  readonly #signal: AbortSignal
  readonly #detector: Detector = createEnergyDetector({ sensitivityDb: SENSITIVITY_DB })
  /** audio of the current segment */
  #samples = new Int16Array(new ArrayBuffer(SEGMENT_SAMPLES * 2))
  #length = 0
  #decodedLength = 0
  #isSpeaking = false
  #hasSpeech = false
  #hasWords = false
  #isDecoding = false
  #isOver = false
  /** segments that end, and requests for final words, one after the other */
  #work: Promise<void> = Promise.resolve()

  constructor(decoding: SegmentDecoding, signal: AbortSignal) {
    this.#decoding = decoding
    this.#signal = signal
    if (signal.aborted) this.#end()
    else signal.addEventListener('abort', () => this.#end(), { once: true })
  }

  push(pcm: Uint8Array): void {
    if (this.#isOver) return
    const samples = pcmSamples(pcm)
    this.#add(samples)
    let hasPaused = false
    for (const { type } of this.#detector.push(samples)) {
      this.#isSpeaking = type === 'speech-start'
      this.#hasSpeech ||= this.#isSpeaking
      hasPaused ||= type === 'speech-end'
    }
    if (hasPaused && this.#length >= SEGMENT_SAMPLES) this.#endSegment()
    else this.#showWords()
  }

  flush(): void {
    this.#endSegment()
    this.#after(() => this.events.push({ type: 'flushed' }))
  }

  finish(): void {
    this.flush()
    this.#after(() => this.#end())
  }

  #add(samples: Int16Array): void {
    if (this.#length + samples.length > this.#samples.length) {
      const larger = new Int16Array(new ArrayBuffer(2 * (this.#samples.length * 2 + samples.length * 2)))
      larger.set(this.#samples.subarray(0, this.#length))
      this.#samples = larger
    }
    this.#samples.set(samples, this.#length)
    this.#length += samples.length
  }

  /** Makes the words of the segment final. */
  #endSegment(): void {
    const [samples, hasSpeech] = [this.#samples.slice(0, this.#length), this.#hasSpeech]
    this.#length = 0
    this.#decodedLength = 0
    this.#hasSpeech = this.#isSpeaking
    if (!hasSpeech || samples.length === 0) return
    this.#after(async () => {
      const { text, language } = await this.#decoding.decode(samples, this.#signal)
      const final = this.#spaced(text)
      this.#hasWords ||= final !== ''
      this.events.push({ type: 'words', final, tail: '', language })
    })
  }

  /** Emits the words so far, which may change. */
  #showWords(): void {
    if (this.#isDecoding || !this.#hasSpeech || this.#length - this.#decodedLength < STEP_SAMPLES) return
    if (!this.#decoding.isIdle() || this.#decoding.expectedMs(this.#length / MODEL_SAMPLE_RATE) > FAST_MS)
      return
    this.#isDecoding = true
    this.#decodedLength = this.#length
    const samples = this.#samples.slice(0, this.#length)
    this.#after(async () => {
      try {
        const { text, language } = await this.#decoding.decode(samples, this.#signal)
        // The segment has ended meanwhile: its final words follow.
        if (this.#length >= samples.length)
          this.events.push({ type: 'words', final: '', tail: this.#spaced(text), language })
      } finally {
        this.#isDecoding = false
      }
    })
  }

  #after(work: () => Promise<void> | void): void {
    this.#work = this.#work.then(async () => {
      if (this.#isOver) return
      try {
        await work()
      } catch (error) {
        this.#end(
          error instanceof ProviderFailure
            ? error
            : localFailure('broken', 'Local speech recognition failed.', error),
        )
      }
    })
  }

  #spaced(text: string): string {
    const words = text.trim().replaceAll(/\s+/g, ' ')
    if (words === '' || !this.#hasWords) return words
    return startsUnspaced(words) ? words : ` ${words}`
  }

  #end(failure?: ProviderFailure): void {
    this.#isOver = true
    this.events.end(this.#signal.aborted ? undefined : failure)
  }
}
