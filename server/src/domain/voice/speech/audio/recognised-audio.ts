import type { AudioCodec, SttRequest } from '#providers/speech/stt.ts'

/** Facts about a recording, read from its bytes. */
export interface RecognisedAudio {
  readonly container: SttRequest['container']
  readonly codec: AudioCodec
  /** undefined if the container does not contain it; Infinity if the file has more parts than are read */
  readonly durationSeconds: number | undefined
}

/** Reads one container format. Returns undefined for other formats and for unsupported codecs. */
export type AudioReader = (bytes: Uint8Array) => RecognisedAudio | undefined

export const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Returns whether `bytes` contain this ASCII text at `offset`; false beyond their end. */
export function hasText(bytes: Uint8Array, offset: number, text: string): boolean {
  if (offset + text.length > bytes.length) return false
  for (let i = 0; i < text.length; i++) {
    if (bytes[offset + i] !== text.charCodeAt(i)) return false
  }
  return true
}

/**
 * Maximum number of parts: Opus packets of 10 ms, each in a group of its own, make 720,000 in an hour. More can
 * only occur in a hostile file and is not read.
 */
const MAX_PARTS = 750_000

/** The parts of a container in order, as far as they can be read. */
export class ContainerParts<Part extends { readonly next: number }> implements Iterable<Part> {
  readonly #partAt: (offset: number) => Part | undefined
  readonly #start: number
  #isCutOff = false

  constructor(partAt: (offset: number) => Part | undefined, start = 0) {
    this.#partAt = partAt
    this.#start = start
  }

  /** Whether more parts follow that were not read. Valid after the iteration. */
  get isCutOff(): boolean {
    return this.#isCutOff
  }

  *[Symbol.iterator](): Iterator<Part, void, undefined> {
    let part = this.#partAt(this.#start)
    for (let count = 0; part !== undefined && count < MAX_PARTS; count++) {
      yield part
      part = this.#partAt(part.next)
    }
    this.#isCutOff = part !== undefined
  }
}
