import { packetMilliseconds } from './opus-packet.ts'
import { ContainerParts, viewOf, type AudioReader } from './recognised-audio.ts'

const EBML = 0x1a45dfa3
const DOC_TYPE = 0x4282
const TIMESTAMP_SCALE = 0x2ad7b1
const DURATION = 0x4489
const TRACK_ENTRY = 0xae
const TRACK_NUMBER = 0xd7
const CODEC_ID = 0x86
const CLUSTER_TIMESTAMP = 0xe7
const SIMPLE_BLOCK = 0xa3
const BLOCK = 0xa1
/** Segment, Info, Tracks, TrackEntry, Cluster, BlockGroup: their children are parsed in place. */
const PARENTS = new Set([EBML, 0x18538067, 0x1549a966, 0x1654ae6b, TRACK_ENTRY, 0x1f43b675, 0xa0])

const NANOSECONDS = 1e9
/** Duration that the last block adds to its start: browsers write blocks of 20 to 60 ms. */
const LAST_BLOCK_SECONDS = 0.02

interface Element {
  readonly id: number
  readonly body: Uint8Array
  readonly next: number
}

interface Track {
  number: number
  isOpus: boolean
}

/**
 * Reads WebM with an Opus track. A streaming recorder writes neither a duration nor sizes of the segment and
 * its clusters, so parents are entered instead of skipped. Returns the longest of the stated duration, the
 * time of the last block, and the sum of the packets' durations: a decoder plays all packets regardless of
 * their times.
 */
export const readWebm: AudioReader = (bytes) => {
  if (bytes.length < 4 || viewOf(bytes).getUint32(0) !== EBML) return undefined
  let docType = ''
  const tracks: Track[] = []
  const packets = new PacketDurations()
  let scale = 1_000_000
  let duration = 0
  let clusterTime = 0
  let lastBlockTime: number | undefined
  const elements = new ContainerParts((offset) => elementAt(bytes, offset))
  for (const { id, body } of elements) {
    const track = tracks.at(-1)
    if (id === DOC_TYPE) docType = text(body)
    else if (id === TIMESTAMP_SCALE) scale = unsigned(body)
    else if (id === DURATION) duration = float(body)
    else if (id === TRACK_ENTRY) tracks.push({ number: 0, isOpus: false })
    else if (id === TRACK_NUMBER && track) track.number = unsigned(body)
    else if (id === CODEC_ID && track) track.isOpus = text(body) === 'A_OPUS'
    else if (id === CLUSTER_TIMESTAMP) clusterTime = unsigned(body)
    else if (id === SIMPLE_BLOCK || id === BLOCK) {
      lastBlockTime = Math.max(lastBlockTime ?? 0, clusterTime + blockTime(body))
      packets.addBlock(body)
    }
  }
  const opusTracks = tracks.filter(({ isOpus }) => isOpus)
  if (docType !== 'webm' || opusTracks.length === 0) return undefined
  const played = Math.max(...opusTracks.map(({ number }) => packets.secondsOf(number)))
  const blockSeconds =
    lastBlockTime === undefined ? 0 : (lastBlockTime * scale) / NANOSECONDS + LAST_BLOCK_SECONDS
  return {
    container: 'webm',
    codec: 'opus',
    durationSeconds: elements.isCutOff
      ? Infinity
      : Math.max((duration * scale) / NANOSECONDS, blockSeconds, played),
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

/** Sums the durations of the Opus packets of each track. Blocks of other tracks are summed too, and not asked for. */
class PacketDurations {
  readonly #milliseconds = new Map<number, number>()

  secondsOf(track: number): number {
    return (this.#milliseconds.get(track) ?? 0) / 1_000
  }

  addBlock(body: Uint8Array): void {
    const numberLength = vintLength(body[0])
    const track = sizeOf(body.subarray(0, numberLength))
    let sum = this.#milliseconds.get(track) ?? 0
    for (const offset of packetOffsets(body, numberLength + BLOCK_TIME_AND_FLAGS))
      sum += packetMilliseconds(body[offset], body[offset + 1])
    this.#milliseconds.set(track, sum)
  }
}

const BLOCK_TIME_AND_FLAGS = 3
const XIPH_LACING = 1
const EBML_LACING = 3

/** Returns the offsets of the packets in a block: one, or several with lacing (RFC 9559, section 10.3). */
function packetOffsets(body: Uint8Array, start: number): readonly number[] {
  const lacing = ((body[start - 1] ?? 0) >> 1) & 3
  if (lacing === 0) return start < body.length ? [start] : []
  const count = (body[start] ?? 0) + 1
  const { sizes, end } =
    lacing === XIPH_LACING
      ? xiphSizes(body, start + 1, count - 1)
      : lacing === EBML_LACING
        ? ebmlSizes(body, start + 1, count - 1)
        : { sizes: fixedSizes(body, start + 1, count), end: start + 1 }
  const offsets: number[] = []
  let offset = end
  for (const size of [...sizes, body.length]) {
    if (size > 0 && offset < body.length) offsets.push(offset)
    offset += size
  }
  return offsets
}

interface LacedSizes {
  /** of all packets but the last one, which fills the block */
  readonly sizes: readonly number[]
  /** offset after the sizes */
  readonly end: number
}

function xiphSizes(body: Uint8Array, start: number, count: number): LacedSizes {
  const sizes: number[] = []
  let end = start
  while (sizes.length < count && end < body.length) {
    let size = 0
    while (body[end] === 255) size += body[end++] ?? 0
    sizes.push(size + (body[end++] ?? 0))
  }
  return { sizes, end }
}

/** The first size is written as it is, the others as differences from the one before. */
function ebmlSizes(body: Uint8Array, start: number, count: number): LacedSizes {
  const sizes: number[] = []
  let end = start
  while (sizes.length < count && end < body.length) {
    const length = vintLength(body[end])
    if (length === 0) break
    const value = sizeOf(body.subarray(end, end + length))
    const previous = sizes.at(-1)
    sizes.push(previous === undefined ? value : Math.max(0, previous + value - (2 ** (7 * length - 1) - 1)))
    end += length
  }
  return { sizes, end }
}

const fixedSizes = (body: Uint8Array, start: number, count: number): readonly number[] =>
  Array.from({ length: count - 1 }, () => Math.floor((body.length - start) / count))
