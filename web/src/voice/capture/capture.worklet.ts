import { createFramer } from './framer.ts'
import {
  CAPTURE_PROCESSOR,
  CAPTURE_SAMPLE_RATE,
  type Frame,
  FRAME_SAMPLES,
  type WorkletMessage,
  type WorkletRequest,
} from './frames.ts'
import { createResampler } from './resampler.ts'

/** Runs on the audio thread: reads the microphone's first channel at the context's rate, and posts frames. */
class CaptureProcessor extends AudioWorkletProcessor {
  #resample = createResampler(sampleRate, CAPTURE_SAMPLE_RATE)
  #framer = createFramer(FRAME_SAMPLES)
  #port: MessagePort | undefined
  #isOver = false

  constructor() {
    super()
    this.port.addEventListener('message', (event: MessageEvent<WorkletRequest>) => {
      if (event.data === 'flush') this.#flush()
      else this.#port = event.ports[0]
    })
    this.port.start()
  }

  process(inputs: Float32Array[][]): boolean {
    const samples = inputs[0]?.[0]
    if (samples) for (const frame of this.#framer.push(this.#resample(samples))) this.#send(frame)
    return !this.#isOver
  }

  #flush(): void {
    this.#isOver = true
    const last = this.#framer.flush()
    if (last) this.#send(last)
    this.#port?.postMessage(undefined satisfies WorkletMessage)
    this.port.postMessage(undefined satisfies WorkletMessage)
  }

  #send(frame: Frame): void {
    this.#port?.postMessage(frame satisfies WorkletMessage)
    this.port.postMessage(frame satisfies WorkletMessage, [frame.samples.buffer])
  }
}

registerProcessor(CAPTURE_PROCESSOR, CaptureProcessor)
