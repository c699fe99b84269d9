/** Duration of a fade-out: short enough to be immediate, long enough to avoid a click. */
const FADE_SECONDS = 0.015
const INITIAL_SECONDS = 8
/**
 * After an underrun, playback waits for this much audio, and for twice as much after each further one: one
 * pause, not many.
 */
const MIN_CUSHION_SECONDS = 0.06
const MAX_CUSHION_SECONDS = 0.48

/** Buffers samples in −1…1 for playback on the audio thread; grows if necessary. */
export class SpeechRing {
  readonly #fadeLength: number
  readonly #minCushion: number
  readonly #maxCushion: number
  #samples: Float32Array
  #readAt = 0
  #length = 0
  /** the last samples of interrupted speech, fading out */
  #fading = new Float32Array()
  #isPaused = false
  /** speech fades in again after a pause or underrun */
  #rises = false
  /** the sentence is incomplete */
  #isOpen = false
  /** samples required before playback continues after an underrun; 0 if there was none */
  #cushion = 0
  #isFilling = false

  constructor(sampleRate: number) {
    this.#fadeLength = Math.round(sampleRate * FADE_SECONDS)
    this.#minCushion = Math.round(sampleRate * MIN_CUSHION_SECONDS)
    this.#maxCushion = Math.round(sampleRate * MAX_CUSHION_SECONDS)
    this.#samples = new Float32Array(Math.ceil(sampleRate * INITIAL_SECONDS))
  }

  get isPaused(): boolean {
    return this.#isPaused
  }

  /** Falls silent and keeps the buffer, or resumes from the paused sample. */
  setPaused(isPaused: boolean): void {
    if (isPaused === this.#isPaused) return
    this.#isPaused = isPaused
    this.#rises = !isPaused
    if (isPaused) this.#fadeOut()
  }

  get isEmpty(): boolean {
    return this.#length === 0 && this.#fading.length === 0
  }

  write(samples: Float32Array): void {
    this.#isOpen = true
    if (this.#length + samples.length > this.#samples.length) this.#grow(this.#length + samples.length)
    const writeIndex = (this.#readAt + this.#length) % this.#samples.length
    const fits = Math.min(samples.length, this.#samples.length - writeIndex)
    this.#samples.set(samples.subarray(0, fits), writeIndex)
    this.#samples.set(samples.subarray(fits), 0)
    this.#length += samples.length
    if (this.#length >= this.#cushion) this.#isFilling = false
  }

  /** Marks the end of a sentence: its samples need not wait for more. */
  endSentence(): void {
    this.#isOpen = false
    this.#isFilling = false
  }

  /** Clears the buffer; audible samples fade out. */
  flush(): void {
    if (!this.#isPaused) this.#fadeOut()
    this.#isPaused = false
    this.#rises = false
    this.#readAt = 0
    this.#length = 0
    this.#isOpen = false
    // The next speech may have a better connection: it starts with half the cushion, finally with none.
    this.#cushion = this.#cushion > this.#minCushion ? this.#cushion / 2 : 0
  }

  /** The next samples fade out and do not count as played. */
  #fadeOut(): void {
    const last = new Float32Array(Math.min(this.#length, this.#fadeLength))
    this.#copy(last)
    this.#fading = last.map((sample, index) => sample * (1 - index / last.length))
  }

  /** Fills `output`, with silence if the buffer is empty. Returns the number of buffered samples played. */
  pull(output: Float32Array): number {
    const faded = Math.min(this.#fading.length, output.length)
    output.set(this.#fading.subarray(0, faded))
    this.#fading = this.#fading.subarray(faded)
    const rest = output.subarray(faded)
    const played = this.#isPaused || this.#isFilling ? 0 : this.#read(rest)
    rest.fill(0, played)
    if (this.#rises && played > 0) this.#raise(rest.subarray(0, played))
    const isDry = played < rest.length && this.#isOpen && !this.#isPaused && !this.#isFilling
    if (isDry) this.#runDry(rest.subarray(0, played))
    return played
  }

  /** `played` is the rest of the buffer: it fades out at any length. */
  #runDry(played: Float32Array): void {
    const last = played.subarray(-this.#fadeLength)
    for (let index = 0; index < last.length; index += 1)
      last[index] = (last[index] ?? 0) * (1 - (index + 1) / last.length)
    this.#cushion = Math.min(this.#maxCushion, Math.max(this.#minCushion, 2 * this.#cushion))
    this.#isFilling = true
    this.#rises = true
  }

  #raise(samples: Float32Array): void {
    this.#rises = false
    const length = Math.min(samples.length, this.#fadeLength)
    for (let index = 0; index < length; index += 1) samples[index] = (samples[index] ?? 0) * (index / length)
  }

  #copy(output: Float32Array): number {
    const count = Math.min(this.#length, output.length)
    const untilEnd = Math.min(count, this.#samples.length - this.#readAt)
    output.set(this.#samples.subarray(this.#readAt, this.#readAt + untilEnd))
    output.set(this.#samples.subarray(0, count - untilEnd), untilEnd)
    return count
  }

  #read(output: Float32Array): number {
    const count = this.#copy(output)
    this.#readAt = (this.#readAt + count) % this.#samples.length
    this.#length -= count
    return count
  }

  #grow(length: number): void {
    const larger = new Float32Array(Math.max(length, this.#samples.length * 2))
    const copied = this.#read(larger)
    this.#samples = larger
    this.#readAt = 0
    this.#length = copied
  }
}
