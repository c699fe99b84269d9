import type { AudioCodec, SttRequest } from '#providers/stt.ts'

/** Facts about a recording, read from its bytes. */
export interface RecognisedAudio {
  readonly container: SttRequest['container']
  readonly codec: AudioCodec
  /** undefined if the container does not contain it */
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
 * Maximum number of parts: Opus packets of 10 ms make 360,000 in an hour. More can only occur in a hostile
 * file and is not read.
 */
const MAX_PARTS = 500_000

/** Yields the parts of a container in order, as far as they can be read. */
export function* containerPartsOf<Part extends { readonly next: number }>(
  partAt: (offset: number) => Part | undefined,
  start = 0,
): Generator<Part, void, undefined> {
  let part = partAt(start)
  for (let count = 0; part !== undefined && count < MAX_PARTS; count++) {
    yield part
    part = partAt(part.next)
  }
}
