import { containerPartsOf, viewOf, type AudioReader } from './recognised-audio.ts'

const EBML = 0x1a45dfa3
const DOC_TYPE = 0x4282
const TIMESTAMP_SCALE = 0x2ad7b1
const DURATION = 0x4489
const CODEC_ID = 0x86
const CLUSTER_TIMESTAMP = 0xe7
const SIMPLE_BLOCK = 0xa3
const BLOCK = 0xa1
/** Segment, Info, Tracks, TrackEntry, Cluster, BlockGroup: their children are parsed in place. */
const PARENTS = new Set([EBML, 0x18538067, 0x1549a966, 0x1654ae6b, 0xae, 0x1f43b675, 0xa0])

const NANOSECONDS = 1e9
/** Duration that the last block adds to its start: browsers write blocks of 20 to 60 ms. */
const LAST_BLOCK_SECONDS = 0.02

interface Element {
  readonly id: number
  readonly body: Uint8Array
  readonly next: number
}

/**
 * Reads WebM with an Opus track. A streaming recorder writes neither a duration nor sizes of the segment and
 * its clusters, so parents are entered instead of skipped, and the time of the last block replaces the
 * missing duration.
 */
export const readWebm: AudioReader = (bytes) => {
  if (bytes.length < 4 || viewOf(bytes).getUint32(0) !== EBML) return undefined
  let docType = ''
  let hasOpus = false
  let scale = 1_000_000
  let duration = 0
  let clusterTime = 0
  let lastBlockTime: number | undefined
  for (const { id, body } of containerPartsOf((offset) => elementAt(bytes, offset))) {
    if (id === DOC_TYPE) docType = text(body)
    else if (id === TIMESTAMP_SCALE) scale = unsigned(body)
    else if (id === DURATION) duration = float(body)
    else if (id === CODEC_ID) hasOpus ||= text(body) === 'A_OPUS'
    else if (id === CLUSTER_TIMESTAMP) clusterTime = unsigned(body)
    else if (id === SIMPLE_BLOCK || id === BLOCK)
      lastBlockTime = Math.max(lastBlockTime ?? 0, clusterTime + blockTime(body))
  }
  if (docType !== 'webm' || !hasOpus) return undefined
  const heard = lastBlockTime === undefined ? 0 : (lastBlockTime * scale) / NANOSECONDS + LAST_BLOCK_SECONDS
  return {
    container: 'webm',
    codec: 'opus',
    durationSeconds: Math.max((duration * scale) / NANOSECONDS, heard),
  }
}

function elementAt(bytes: Uint8Array, offset: number): Element | undefined {
  const idLength = vintLength(bytes[offset])
  const sizeLength = vintLength(bytes[offset + idLength])
  const start = offset + idLength + sizeLength
  if (idLength === 0 || idLength > 4 || sizeLength === 0 || start > bytes.length) return undefined
  const id = unsigned(bytes.subarray(offset, offset + idLength))
  const size = sizeOf(bytes.subarray(offset + idLength, start))
  const end = Math.min(start + size, bytes.length)
  return { id, body: bytes.subarray(start, end), next: PARENTS.has(id) ? start : end }
}

/** Returns the length of a variable-length integer in bytes from its first byte; 0 if there is none. */
const vintLength = (first = 0) => (first === 0 ? 0 : Math.clz32(first) - 23)

/** The first set bit marks the length and is no part of the size: 2 ** 56 and a little is not exact in a number. */
function sizeOf(vint: Uint8Array): number {
  let size = (vint[0] ?? 0) & (0xff >> vint.length)
  for (let index = 1; index < vint.length; index++) size = size * 256 + (vint[index] ?? 0)
  return size
}

const unsigned = (body: Uint8Array) => body.reduce((value, byte) => value * 256 + byte, 0)
const text = (body: Uint8Array) => String.fromCharCode(...body.subarray(0, 32))
const float = (body: Uint8Array) =>
  body.length === 4 ? viewOf(body).getFloat32(0) : body.length === 8 ? viewOf(body).getFloat64(0) : 0

/** Returns the time of a block relative to its cluster; it follows the track number. */
function blockTime(body: Uint8Array): number {
  const offset = vintLength(body[0])
  return offset + 2 <= body.length ? viewOf(body).getInt16(offset) : 0
}
