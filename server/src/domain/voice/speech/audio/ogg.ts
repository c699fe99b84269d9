import { packetMilliseconds } from './opus-packet.ts'
import { ContainerParts, hasText, viewOf, type AudioReader } from './recognised-audio.ts'

const PAGE_HEADER_BYTES = 27
/** Opus counts in 48 kHz samples for every input rate. */
const GRANULES_PER_SECOND = 48_000
const NO_GRANULE = -1n

/** `OpusHead` and `OpusTags` */
const HEADER_PACKETS = 2

/**
 * Reads Ogg with an Opus stream. Returns the longer of the last page's position and the sum of the packets'
 * durations: a decoder plays all packets regardless of positions.
 */
export const readOgg: AudioReader = (bytes) => {
  if (!hasText(bytes, 0, 'OggS')) return undefined
  const head = packetStart(bytes, 0)
  if (!hasText(bytes, head, 'OpusHead') || head + 12 > bytes.length) return undefined
  const preSkip = viewOf(bytes).getUint16(head + 10, true)
  const counter = new PacketCounter(bytes)
  let lastGranule = 0
  const pages = new ContainerParts((offset) => pageAt(bytes, offset))
  for (const { granule, start, segments } of pages) {
    if (granule !== NO_GRANULE) lastGranule = Math.max(lastGranule, Number(granule))
    counter.addPage(start, segments)
  }
  const granules = Math.max(lastGranule, counter.milliseconds * (GRANULES_PER_SECOND / 1_000))
  return {
    container: 'ogg',
    codec: 'opus',
    durationSeconds: pages.isCutOff ? Infinity : Math.max(0, granules - preSkip) / GRANULES_PER_SECOND,
  }
}

const segmentCount = (bytes: Uint8Array, page: number) => bytes[page + PAGE_HEADER_BYTES - 1] ?? 0
const packetStart = (bytes: Uint8Array, page: number) => page + PAGE_HEADER_BYTES + segmentCount(bytes, page)

/** Sums the durations of Opus packets, which may continue over pages. */
class PacketCounter {
  readonly #bytes: Uint8Array
  #packets = 0
  #isContinued = false
  milliseconds = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  addPage(start: number, segments: Uint8Array): void {
    let offset = start
    for (const length of segments) {
      if (!this.#isContinued && length > 0 && ++this.#packets > HEADER_PACKETS)
        this.milliseconds += packetMilliseconds(this.#bytes[offset], this.#bytes[offset + 1])
      this.#isContinued = length === 255
      offset += length
    }
  }
}

interface Page {
  readonly granule: bigint
  /** offset of its first packet */
  readonly start: number
  /** lengths of the segments of its packets */
  readonly segments: Uint8Array
  readonly next: number
}

function pageAt(bytes: Uint8Array, offset: number): Page | undefined {
  if (!hasText(bytes, offset, 'OggS') || offset + PAGE_HEADER_BYTES > bytes.length) return undefined
  const start = packetStart(bytes, offset)
  const segments = bytes.subarray(offset + PAGE_HEADER_BYTES, start)
  return {
    granule: viewOf(bytes).getBigInt64(offset + 6, true),
    start,
    segments,
    next: segments.reduce((end, length) => end + length, start),
  }
}
