import { WAV_HEADER_BYTES, wavHeader } from '@vee/contract/audio/wav-header'
import { SOCKET_SAMPLE_RATE } from '@vee/contract/socket/socket-limits'

import type { HeldBytesLimit } from './held-bytes-limit.ts'

const BYTES_PER_SAMPLE = 2

/** Buffers the audio of an utterance: 16-bit little-endian mono PCM. */
export class UtteranceSound {
  readonly #limit: HeldBytesLimit
  readonly #network: string
  #chunks: Uint8Array[] = []
  #length = 0

  constructor(limit: HeldBytesLimit, network: string) {
    this.#limit = limit
    this.#network = network
  }

  get bytes(): number {
    return this.#length
  }

  get seconds(): number {
    return this.#length / BYTES_PER_SAMPLE / SOCKET_SAMPLE_RATE
  }

  /** Returns false, and buffers nothing, if there is no room. */
  add(chunk: Uint8Array): boolean {
    if (!this.#limit.reserveBytes(this.#network, chunk.length)) return false
    this.#chunks.push(chunk)
    this.#length += chunk.length
    return true
  }

  /** Returns the audio so far as a WAV file. */
  wav(): Uint8Array {
    return Buffer.concat(
      [new Uint8Array(wavHeader(this.#length, SOCKET_SAMPLE_RATE)), ...this.#chunks],
      WAV_HEADER_BYTES + this.#length,
    )
  }

  forget(): void {
    this.#limit.release(this.#network, this.#length)
    this.#chunks = []
    this.#length = 0
  }
}
