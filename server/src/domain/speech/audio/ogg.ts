import { hasText, partsOf, viewOf, type AudioReader } from './recognised-audio.ts'

const PAGE_HEADER_BYTES = 27
/** Opus counts in 48 kHz samples, whatever was recorded. */
const GRANULES_PER_SECOND = 48_000
const NO_GRANULE = -1n

/** Reads Ogg with an Opus stream; the last page's position tells how long it is. */
export const readOgg: AudioReader = (bytes) => {
  if (!hasText(bytes, 0, 'OggS')) return undefined
  const head = packetStart(bytes, 0)
  if (!hasText(bytes, head, 'OpusHead') || head + 12 > bytes.length) return undefined
  const preSkip = viewOf(bytes).getUint16(head + 10, true)
  let lastGranule = 0
  for (const { granule } of partsOf((offset) => pageAt(bytes, offset))) {
    if (granule !== NO_GRANULE) lastGranule = Math.max(lastGranule, Number(granule))
  }
  return {
    container: 'ogg',
    codec: 'opus',
    durationSeconds: Math.max(0, lastGranule - preSkip) / GRANULES_PER_SECOND,
  }
}

const segmentCount = (bytes: Uint8Array, page: number) => bytes[page + PAGE_HEADER_BYTES - 1] ?? 0
const packetStart = (bytes: Uint8Array, page: number) => page + PAGE_HEADER_BYTES + segmentCount(bytes, page)

function pageAt(bytes: Uint8Array, offset: number): { granule: bigint; next: number } | undefined {
  if (!hasText(bytes, offset, 'OggS') || offset + PAGE_HEADER_BYTES > bytes.length) return undefined
  const start = packetStart(bytes, offset)
  const segments = bytes.subarray(offset + PAGE_HEADER_BYTES, start)
  return {
    granule: viewOf(bytes).getBigInt64(offset + 6, true),
    next: segments.reduce((end, length) => end + length, start),
  }
}
