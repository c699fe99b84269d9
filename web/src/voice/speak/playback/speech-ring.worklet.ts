import { rmsOf } from '../../detect/level.ts'
import { RING_PROCESSOR } from './ring-messages.ts'
import type { RingReport, RingRequest } from './ring-messages.ts'
import { SpeechRing } from './speech-ring.ts'

/** Samples between reports while speech plays, about 20 ms; the first report is immediate. */
const REPORT_EVERY = 1_024

/** Runs on the audio thread: plays received samples and reports its progress. */
class SpeechRingProcessor extends AudioWorkletProcessor {
  #ring = new SpeechRing(sampleRate)
  #speech = 0
  #played = 0
  #sinceReport = REPORT_EVERY

  constructor() {
    super()
    this.port.addEventListener('message', (event: MessageEvent<RingRequest>) =>
      this.#handleRequest(event.data),
    )
    this.port.start()
  }

  #handleRequest(request: RingRequest): void {
    if (request.type === 'write') return this.#ring.write(request.samples)
    if (request.type === 'end-sentence') return this.#ring.endSentence()
    if (request.type === 'pause') return this.#setPaused(request.isPaused)
    this.#ring.flush()
    this.#speech = request.speech
    this.#played = 0
    this.#sinceReport = REPORT_EVERY
  }

  #setPaused(isPaused: boolean): void {
    this.#ring.setPaused(isPaused)
    if (isPaused) this.#report(0)
  }

  process(_inputs: Float32Array[][], outputs: Float32Array[][]): boolean {
    const output = outputs[0]?.[0]
    if (!output || this.#ring.isEmpty) return true
    const played = this.#ring.pull(output)
    this.#played += played
    this.#sinceReport += output.length
    const isOver = this.#ring.isEmpty
    if (isOver || this.#sinceReport >= REPORT_EVERY)
      this.#report(isOver || this.#ring.isPaused ? 0 : rmsOf(output))
    if (isOver) this.#sinceReport = REPORT_EVERY
    return true
  }

  #report(level: number): void {
    this.#sinceReport = 0
    this.port.postMessage({ speech: this.#speech, played: this.#played, level } satisfies RingReport)
  }
}

registerProcessor(RING_PROCESSOR, SpeechRingProcessor)
