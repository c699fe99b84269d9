import { FRAME_SAMPLES } from '../../web/src/voice/capture/frames.ts'
import { meterOf, rmsOf } from '../../web/src/voice/detect/level.ts'
import type { Clock } from '../../web/src/voice/speak/clock.ts'
import type { SpeechOutput, SpeechOutputEvent, SpokenTurn } from '../../web/src/voice/speak/speech-output.ts'
import { RATE } from './sounds.ts'

/** A sentence that Vee speaks. */
export interface SpokenSentence {
  readonly text: string
  readonly samples: Float32Array
}

export interface VoiceEvent {
  readonly at: number
  readonly type: 'started' | 'paused' | 'resumed' | 'ducked' | 'stopped' | 'finished'
}

/** Time from the text to the first sound of a voice, ms. */
const VOICE_DELAY_MS = 250
const DUCKED = 0.25

/** Plays sentences in virtual time, frame by frame, with their positions. */
export class VirtualSpeechOutput implements SpeechOutput {
  readonly events: VoiceEvent[] = []
  readonly #clock: Clock
  readonly #sentences: readonly SpokenSentence[]
  #turn: SpokenTurn | undefined
  #startsAt = Infinity
  #position = 0
  #sentence = 0
  #isStarted = false
  #isDucked = false
  #isPaused = false
  #level = 0
  #listener: (event: SpeechOutputEvent) => void = () => undefined

  constructor(clock: Clock, sentences: readonly SpokenSentence[]) {
    this.#clock = clock
    this.#sentences = sentences
  }

  get text(): string {
    return this.#sentences.map(({ text }) => text).join(' ')
  }

  begin(turn: SpokenTurn): void {
    this.stop()
    this.#turn = turn
    this.#startsAt = this.#clock.now() + VOICE_DELAY_MS
    this.#position = 0
    this.#sentence = 0
    this.#isStarted = false
  }

  append(): void {}
  retract(): void {}
  end(): void {}
  addAside(): void {}
  dropAside(): void {}
  replay(turn: SpokenTurn): void {
    this.begin(turn)
  }
  unlock(): void {}
  dispose(): void {}

  stop() {
    const turn = this.#turn
    this.#turn = undefined
    this.#level = 0
    this.#isDucked = false
    this.#isPaused = false
    if (turn) {
      this.#note('stopped')
      this.#listener({ type: 'stopped', turnId: turn.turnId, playedUntil: 0 })
    }
    return { playedUntil: 0 }
  }

  duck(isDucked: boolean): void {
    if (isDucked && !this.#isDucked && this.#turn) this.#note('ducked')
    this.#isDucked = isDucked
  }

  setPaused(isPaused: boolean): void {
    if (this.#turn && isPaused !== this.#isPaused) this.#note(isPaused ? 'paused' : 'resumed')
    this.#isPaused = isPaused
  }

  level(): number {
    return this.#level
  }

  isMeasured(): boolean {
    return true
  }

  subscribe(listener: (event: SpeechOutputEvent) => void) {
    this.#listener = listener
    return () => undefined
  }

  /** Returns the sentence that the next frame belongs to, and how much of it was played (0…1). */
  get current(): { readonly text: string; readonly share: number; readonly ms: number } | undefined {
    const sentence =
      this.#isStarted && this.#turn && !this.#isPaused ? this.#sentences[this.#sentence] : undefined
    if (!sentence) return undefined
    const { length } = sentence.samples
    return { text: sentence.text, share: Math.min(1, this.#position / length), ms: (1_000 * length) / RATE }
  }

  /** Returns the next frame that the loudspeaker plays. */
  play(): Float32Array {
    const frame = new Float32Array(FRAME_SAMPLES)
    const turn = this.#turn
    if (!turn || this.#clock.now() < this.#startsAt || this.#isPaused) return this.#measured(frame)
    if (!this.#isStarted) {
      this.#isStarted = true
      this.#note('started')
      this.#listener({ type: 'started', turnId: turn.turnId })
      this.#tellSentence(turn)
    }
    const sentence = this.#sentences[this.#sentence]
    if (!sentence) {
      this.#turn = undefined
      this.#note('finished')
      this.#listener({ type: 'finished', turnId: turn.turnId })
      return this.#measured(frame)
    }
    const gain = this.#isDucked ? DUCKED : 1
    frame.set(
      sentence.samples
        .subarray(this.#position, this.#position + FRAME_SAMPLES)
        .map((sample) => gain * sample),
    )
    this.#position += FRAME_SAMPLES
    if (this.#position >= sentence.samples.length + RATE / 5) {
      this.#position = 0
      this.#sentence += 1
      this.#tellSentence(turn)
    }
    return this.#measured(frame)
  }

  #tellSentence({ turnId, replyId }: SpokenTurn): void {
    const before = this.#sentences
      .slice(0, this.#sentence)
      .reduce((sum, { text }) => sum + text.length + 1, 0)
    const sentence = this.#sentences[this.#sentence]
    if (sentence)
      this.#listener({
        type: 'sentence',
        turnId,
        range: { replyId, start: before, end: before + sentence.text.length },
      })
  }

  #measured(frame: Float32Array): Float32Array {
    this.#level = meterOf(rmsOf(frame))
    return frame
  }

  #note(type: VoiceEvent['type']): void {
    this.events.push({ at: this.#clock.now(), type })
  }
}
