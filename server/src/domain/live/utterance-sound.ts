import { LIVE_SAMPLE_RATE } from '@vee/contract/live/limits'

import type { SoundBudget } from './sound-budget.ts'

const HEADER_BYTES = 44
const BYTES_PER_SAMPLE = 2

/** Buffers the audio of an utterance: 16-bit little-endian mono PCM. */
export class UtteranceSound {
  readonly #budget: SoundBudget
  readonly #network: string
  #chunks: Uint8Array[] = []
  #length = 0

  constructor(budget: SoundBudget, network: string) {
    this.#budget = budget
    this.#network = network
  }

  get bytes(): number {
    return this.#length
  }

  get seconds(): number {
    return this.#length / BYTES_PER_SAMPLE / LIVE_SAMPLE_RATE
  }

  /** Returns false, and buffers nothing, if there is no room. */
  add(chunk: Uint8Array): boolean {
    if (!this.#budget.take(this.#network, chunk.length)) return false
    this.#chunks.push(chunk)
    this.#length += chunk.length
    return true
  }

  /** Returns the audio so far as a WAV file. */
  wav(): Uint8Array {
    return Buffer.concat([wavHeader(this.#length), ...this.#chunks], HEADER_BYTES + this.#length)
  }

  forget(): void {
    this.#budget.release(this.#network, this.#length)
    this.#chunks = []
    this.#length = 0
  }
}

function wavHeader(dataBytes: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('RIFF', 0)
  header.writeUInt32LE(HEADER_BYTES - 8 + dataBytes, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(LIVE_SAMPLE_RATE, 24)
  header.writeUInt32LE(LIVE_SAMPLE_RATE * BYTES_PER_SAMPLE, 28)
  header.writeUInt16LE(BYTES_PER_SAMPLE, 32)
  header.writeUInt16LE(8 * BYTES_PER_SAMPLE, 34)
  header.write('data', 36)
  header.writeUInt32LE(dataBytes, 40)
  return header
}
