import type { SttRequest } from '#providers/stt.ts'

/** What the bytes of a recording say about themselves. */
export interface RecognisedAudio {
  readonly container: SttRequest['container']
  readonly codec: 'pcm' | 'opus' | 'aac' | 'mp3'
  /** undefined when the container does not tell */
  readonly durationSeconds: number | undefined
}

/** Reads one container. Undefined when the bytes are another one, or hold a codec that is not taken. */
export type AudioReader = (bytes: Uint8Array) => RecognisedAudio | undefined

export const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Whether `bytes` carry this ASCII text at `offset`; false beyond their end. */
export function hasText(bytes: Uint8Array, offset: number, text: string): boolean {
  if (offset + text.length > bytes.length) return false
  for (let i = 0; i < text.length; i++) {
    if (bytes[offset + i] !== text.charCodeAt(i)) return false
  }
  return true
}

/**
 * More parts than a recording of the permitted length has (Opus packets of 10 ms make 360,000 in an hour). What
 * lies beyond can only be a file made to keep the reader busy, and is not read.
 */
const MAX_PARTS = 500_000

/** The parts of a container one after the other, as far as they can be read. */
export function* partsOf<Part extends { readonly next: number }>(
  partAt: (offset: number) => Part | undefined,
  start = 0,
): Generator<Part, void, undefined> {
  let part = partAt(start)
  for (let count = 0; part !== undefined && count < MAX_PARTS; count++) {
    yield part
    part = partAt(part.next)
  }
}
