import { HOP_SAMPLES, type SpeechEmbedding } from './speech-embedding.ts'
import type { WakeWordReport, WakeWordRequest } from './wake-word-messages.ts'
import { normalized, WordMatcher } from './word-templates.ts'

const SAMPLES_PER_MS = 16
/** A word starts this long before the end of the first embedding that describes it. */
const ONSET_BEFORE_EMBEDDING = 320 * SAMPLES_PER_MS
/**
 * Processing that takes longer than the audio itself, on average over this many pieces (10 s), falls behind for good; a
 * device that is busy for a moment catches up.
 */
const MEASURED_PIECES = 125

/** Looks for taught words in the microphone's sound, and describes recordings of them. Runs in the worker. */
export class WakeWordListener {
  readonly #open: () => SpeechEmbedding
  readonly #report: (message: WakeWordReport) => void
  readonly #now: () => number
  readonly #stream: SpeechEmbedding
  #matcher = new WordMatcher([])
  /** samples since the start */
  #sampleIndex = 0
  /** processing time relative to the audio's length, of the last pieces */
  #loads: readonly number[] = []

  constructor(open: () => SpeechEmbedding, report: (message: WakeWordReport) => void, now: () => number) {
    this.#open = open
    this.#report = report
    this.#now = now
    this.#stream = open()
  }

  async handle(request: WakeWordRequest): Promise<void> {
    switch (request.type) {
      case 'listen':
        this.#matcher = new WordMatcher(request.words)
        break
      case 'samples':
        await this.#listen(request.samples)
        break
      case 'embed': {
        const embeddings = (await this.#open().push(request.samples)).map((embedding) =>
          normalized(embedding),
        )
        this.#report({ type: 'embedded', id: request.id, embeddings })
      }
    }
  }

  async #listen(samples: Int16Array): Promise<void> {
    const startedAt = this.#now()
    this.#sampleIndex += samples.length
    for (const embedding of await this.#stream.push(samples)) {
      const match = this.#matcher.push(normalized(embedding))
      if (!match) continue
      const first = this.#sampleIndex - (match.length - 1) * HOP_SAMPLES
      const from = Math.max(0, first - ONSET_BEFORE_EMBEDDING)
      this.#report({ type: 'spotted', word: match.word, from, at: this.#sampleIndex })
    }
    this.#measure((this.#now() - startedAt) / (samples.length / SAMPLES_PER_MS))
  }

  #measure(load: number): void {
    this.#loads = [...this.#loads, load].slice(-MEASURED_PIECES)
    const total = this.#loads.reduce((sum, measured) => sum + measured, 0)
    if (this.#loads.length === MEASURED_PIECES && total > MEASURED_PIECES) this.#report({ type: 'broken' })
  }
}
