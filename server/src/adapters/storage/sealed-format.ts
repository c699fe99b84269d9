import { createCipheriv, createDecipheriv, type DecipherGCM } from 'node:crypto'
import type { ByteRange } from '#lib/byte-range.ts'

// Two formats. The segmented one is a STREAM of AES-256-GCM (Hoang, Reyhanitabar, Rogaway and Vizár, 2015), as age and Tink
// use it: segments of 64 KiB, each with its tag; the nonce is the segment's number and whether it is the last. A key seals one
// file, so nonces need no random part. Segments can be read alone, and a file that was cut, extended or reordered is detected.
// The older one is a single AES-256-GCM message: nonce, cipher text, tag.

const NONCE_BYTES = 12
const TAG_BYTES = 16
const SEGMENT_BYTES = 64 * 1024
const SEALED_SEGMENT_BYTES = SEGMENT_BYTES + TAG_BYTES
/** The number of a segment has four bytes of the nonce. */
const NUMBER_AT = 7
const IS_LAST_AT = 11

/** The bytes are not what was sealed with this key. */
export class DamagedFile extends Error {
  constructor(cause?: unknown) {
    super('The sealed file is damaged or has another key.', { cause })
    this.name = 'DamagedFile'
  }
}

/** Encrypts a stream as segments. An empty one has a single empty segment. */
export async function* sealSegments(
  key: Buffer,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer, void> {
  let number = 0
  let held: Uint8Array[] = []
  let heldBytes = 0
  for await (const chunk of source) {
    held.push(chunk)
    heldBytes += chunk.length
    if (heldBytes <= SEGMENT_BYTES) continue
    const joined = Buffer.concat(held)
    let offset = 0
    // At least one byte stays for the last segment.
    for (; joined.length - offset > SEGMENT_BYTES; offset += SEGMENT_BYTES)
      yield sealSegment(key, number++, false, joined.subarray(offset, offset + SEGMENT_BYTES))
    held = [joined.subarray(offset)]
    heldBytes = joined.length - offset
  }
  yield sealSegment(key, number, true, Buffer.concat(held))
}

function sealSegment(key: Buffer, number: number, isLast: boolean, content: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast))
  return Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()])
}

/** Throws DamagedFile if the segment was modified, or is another one. */
function openSegment(key: Buffer, number: number, isLast: boolean, sealed: Buffer): Buffer {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, isLast))
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()])
  } catch (error) {
    throw new DamagedFile(error)
  }
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES)
  nonce.writeUInt32BE(number, NUMBER_AT)
  nonce.writeUInt8(Number(isLast), IS_LAST_AT)
  return nonce
}

/** Sizes of a segmented file. */
export interface SegmentLayout {
  /** of the plain content */
  readonly bytes: number
  readonly segments: number
}

/** Returns the layout of a file by its stored size. Throws DamagedFile for a size that no file has. */
export function segmentLayout(size: number): SegmentLayout {
  const segments = Math.ceil(size / SEALED_SEGMENT_BYTES)
  const lastBytes = size - (segments - 1) * SEALED_SEGMENT_BYTES
  // Only an empty file has a segment without content.
  if (segments === 0 || lastBytes < TAG_BYTES || (lastBytes === TAG_BYTES && segments > 1))
    throw new DamagedFile()
  return { bytes: size - segments * TAG_BYTES, segments }
}

/** Returns which segments hold a range of the plain content. `end` is exclusive. */
export const segmentsOf = ({ start, end }: ByteRange): ByteRange => ({
  start: Math.floor(start / SEGMENT_BYTES),
  end: Math.max(1, Math.ceil(end / SEGMENT_BYTES)),
})

/** Returns where segments are stored. The end may lie behind that of the file. */
export const storedRangeOf = ({ start, end }: ByteRange): ByteRange => ({
  start: start * SEALED_SEGMENT_BYTES,
  end: end * SEALED_SEGMENT_BYTES,
})

/** Returns where the plain content of a run of segments begins. */
export const plainStartOf = (range: ByteRange): number => range.start * SEGMENT_BYTES

/** Returns the part of a stream that a range covers. The stream begins at byte `at` of the file. */
export async function* cutOut(
  plain: AsyncIterable<Buffer>,
  { start, end }: ByteRange,
  offset: number,
): AsyncGenerator<Buffer, void> {
  let position = offset
  for await (const chunk of plain) {
    const requested = chunk.subarray(Math.max(0, start - position), Math.max(0, end - position))
    position += chunk.length
    if (requested.length > 0) yield requested
    if (position >= end) return
  }
}

/** Decrypts stored segments, of which the first is number `first`. Throws DamagedFile at one that was modified. */
export async function* openSegments(
  key: Buffer,
  stored: AsyncIterable<Uint8Array>,
  { first, end, segments }: { readonly first: number; readonly end: number; readonly segments: number },
): AsyncGenerator<Buffer, void> {
  let number = first
  for await (const sealed of splitRecords(stored)) {
    yield openSegment(key, number, number === segments - 1, sealed)
    number += 1
  }
  if (number !== Math.min(end, segments)) throw new DamagedFile()
}

/** Cuts a stream into pieces of a sealed segment's size; the last one may be shorter. */
async function* splitRecords(stored: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void> {
  let held: Uint8Array[] = []
  let heldBytes = 0
  for await (const chunk of stored) {
    held.push(chunk)
    heldBytes += chunk.length
    if (heldBytes < SEALED_SEGMENT_BYTES) continue
    const joined = Buffer.concat(held)
    let offset = 0
    for (; joined.length - offset >= SEALED_SEGMENT_BYTES; offset += SEALED_SEGMENT_BYTES)
      yield joined.subarray(offset, offset + SEALED_SEGMENT_BYTES)
    held = [joined.subarray(offset)]
    heldBytes = joined.length - offset
  }
  if (heldBytes > 0) yield Buffer.concat(held)
}

/** Returns the size of the plain content of a file in the older format. Throws DamagedFile if it is too short. */
export function singleMessageBytes(size: number): number {
  const bytes = size - NONCE_BYTES - TAG_BYTES
  if (bytes < 0) throw new DamagedFile()
  return bytes
}

/** Decrypts a file in the older format. Throws DamagedFile at its end if it was modified: check it before use. */
export async function* openSingleMessage(
  key: Buffer,
  stored: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer, void> {
  let held = Buffer.alloc(0)
  let decipher: DecipherGCM | undefined
  for await (const chunk of stored) {
    held = Buffer.concat([held, chunk])
    if (!decipher && held.length >= NONCE_BYTES) {
      decipher = createDecipheriv('aes-256-gcm', key, held.subarray(0, NONCE_BYTES))
      held = held.subarray(NONCE_BYTES)
    }
    if (!decipher || held.length <= TAG_BYTES) continue
    yield decipher.update(held.subarray(0, -TAG_BYTES))
    held = held.subarray(-TAG_BYTES)
  }
  try {
    decipher?.setAuthTag(held)
    decipher?.final()
  } catch (error) {
    throw new DamagedFile(error)
  }
  if (!decipher) throw new DamagedFile()
}
