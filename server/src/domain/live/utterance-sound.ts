import { LIVE_SAMPLE_RATE } from '@vee/contract/live/limits'

const HEADER_BYTES = 44
const BYTES_PER_SAMPLE = 2

/** The sound of an utterance while it arrives: 16-bit little-endian mono PCM. */
export class UtteranceSound {
  #chunks: Uint8Array[] = []
  #length = 0

  get bytes(): number {
    return this.#length
  }

  get seconds(): number {
    return this.#length / BYTES_PER_SAMPLE / LIVE_SAMPLE_RATE
  }

  add(chunk: Uint8Array): void {
    this.#chunks.push(chunk)
    this.#length += chunk.length
  }

  /** All of it so far, as a WAV file. */
  wav(): Uint8Array {
    return Buffer.concat([wavHeader(this.#length), ...this.#chunks], HEADER_BYTES + this.#length)
  }

  forget(): void {
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
