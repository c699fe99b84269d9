import { type InferenceSession, Tensor } from 'onnxruntime-web/wasm'
import { openModel } from '../model-runtime.ts'

/** Numbers per embedding. */
export const EMBEDDING_SIZE = 96
/** Samples between two embeddings: 80 ms. */
export const HOP_SAMPLES = 1_280
/** End of the window of the first embedding of a stream: ten pieces, ms. */
export const FIRST_EMBEDDING_MS = 800
export const EMBEDDING_MS = 80
const BANDS = 32
/** Mel frames, 10 ms each, between two embeddings. */
const HOP_FRAMES = 8
/** Mel frames that an embedding describes: 775 ms. */
const WINDOW_FRAMES = 76
/** Earlier samples that the first mel frames of a hop need: the model's windows are 25 ms long, and it drops the rest. */
const CONTEXT_SAMPLES = 480

/**
 * Google's speech embedding as openWakeWord runs it: a mel spectrogram of 32 bands, and a convolutional network that
 * describes the last 775 ms of it by 96 numbers, every 80 ms. Similar words have similar sequences of embeddings.
 */
export interface SpeechEmbedding {
  /** Returns an embedding for each further 80 ms, once 775 ms of audio are known. */
  push(samples: Int16Array): Promise<readonly Float32Array[]>
  /** Forgets the audio before, as after a gap in it. */
  reset(): void
}

interface SpeechEmbeddingFiles {
  /** the model file, or its address */
  readonly mel: string | Uint8Array
  readonly embedding: string | Uint8Array
}

/** Returns a function that creates independent streams over the same models. */
export async function loadSpeechEmbedding(files: SpeechEmbeddingFiles): Promise<() => SpeechEmbedding> {
  const [mel, embedding] = await Promise.all([openModel(files.mel), openModel(files.embedding)])
  return () => new SpeechEmbeddingStream(mel, embedding)
}

class SpeechEmbeddingStream implements SpeechEmbedding {
  readonly #mel: InferenceSession
  readonly #embedding: InferenceSession
  /** samples that are not part of a hop yet, behind the context of the next hop */
  #samples = new Float32Array(CONTEXT_SAMPLES)
  #frames = new Float32Array()

  constructor(mel: InferenceSession, embedding: InferenceSession) {
    this.#mel = mel
    this.#embedding = embedding
  }

  async push(samples: Int16Array): Promise<readonly Float32Array[]> {
    const all = new Float32Array(this.#samples.length + samples.length)
    all.set(this.#samples)
    // The models expect the range of 16-bit integers.
    all.set(samples, this.#samples.length)
    const embeddings: Float32Array[] = []
    let offset = 0
    for (; offset + CONTEXT_SAMPLES + HOP_SAMPLES <= all.length; offset += HOP_SAMPLES) {
      const embedding = await this.#embedHop(all.slice(offset, offset + CONTEXT_SAMPLES + HOP_SAMPLES))
      if (embedding) embeddings.push(embedding)
    }
    this.#samples = all.slice(offset)
    return embeddings
  }

  reset(): void {
    this.#samples = new Float32Array(CONTEXT_SAMPLES)
    this.#frames = new Float32Array()
  }

  async #embedHop(samples: Float32Array): Promise<Float32Array | undefined> {
    const spectrum = await outputOf(this.#mel, new Tensor('float32', samples, [1, samples.length]))
    const kept = this.#frames.subarray(
      Math.max(0, this.#frames.length - (WINDOW_FRAMES - HOP_FRAMES) * BANDS),
    )
    const frames = new Float32Array(kept.length + spectrum.length)
    frames.set(kept)
    // openWakeWord's scale, which fits the network.
    frames.set(
      spectrum.map((value) => value / 10 + 2),
      kept.length,
    )
    this.#frames = frames
    if (frames.length < WINDOW_FRAMES * BANDS) return undefined
    const window = new Tensor('float32', frames, [1, WINDOW_FRAMES, BANDS, 1])
    return (await outputOf(this.#embedding, window)).slice()
  }
}

async function outputOf(session: InferenceSession, input: Tensor): Promise<Float32Array> {
  const [inputName = ''] = session.inputNames
  const [outputName = ''] = session.outputNames
  const output = (await session.run({ [inputName]: input }))[outputName]
  if (!(output?.data instanceof Float32Array)) throw new Error('the model has no output of numbers')
  return output.data
}
