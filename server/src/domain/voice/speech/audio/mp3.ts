import { ContainerParts, hasText, viewOf, type AudioReader } from './recognised-audio.ts'

const LAYER_3 = 1
/** kbit/s by the header's index, for MPEG 1 and for MPEG 2 and 2.5 */
const BITRATES_V1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const BITRATES_V2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const SAMPLE_RATES_V1 = [44_100, 48_000, 32_000]
/** by the header's version bits: 2.5, reserved, 2, 1 */
const RATE_DIVISORS = [4, 0, 2, 1]

interface Frame {
  readonly seconds: number
  readonly next: number
}

/** Reads MPEG layer III, with or without an ID3 tag before it; every frame counts, so variable bit rates are right. */
export const readMp3: AudioReader = (bytes) => {
  const start = audioStart(bytes)
  const first = frameAt(bytes, start)
  // Two bytes may look like a frame by chance; a second frame at the end of the first one does not.
  if (first === undefined || (first.next < bytes.length && frameAt(bytes, first.next) === undefined))
    return undefined
  let durationSeconds = 0
  for (const frame of new ContainerParts((offset) => frameAt(bytes, offset), start))
    durationSeconds += frame.seconds
  return { container: 'mp3', codec: 'mp3', durationSeconds }
}

/** Returns the offset after an ID3v2 tag, whose size is encoded in seven bits per byte. */
function audioStart(bytes: Uint8Array): number {
  if (!hasText(bytes, 0, 'ID3') || bytes.length < 10) return 0
  return 10 + bytes.subarray(6, 10).reduce((size, byte) => size * 128 + (byte & 0x7f), 0)
}

function frameAt(bytes: Uint8Array, offset: number): Frame | undefined {
  if (offset + 4 > bytes.length) return undefined
  const header = viewOf(bytes).getUint32(offset)
  const isSynced = header >>> 21 === 0x7ff && ((header >>> 17) & 3) === LAYER_3
  const version = (header >>> 19) & 3
  const isVersion1 = version === 3
  const divisor = RATE_DIVISORS[version] ?? 0
  const bitrate = (isVersion1 ? BITRATES_V1 : BITRATES_V2)[(header >>> 12) & 15] ?? 0
  const fullRate = SAMPLE_RATES_V1[(header >>> 10) & 3] ?? 0
  if (!isSynced || divisor === 0 || bitrate === 0 || fullRate === 0) return undefined
  const sampleRate = fullRate / divisor
  const samples = isVersion1 ? 1152 : 576
  const padding = (header >>> 9) & 1
  const size = Math.floor((samples * bitrate * 125) / sampleRate) + padding
  return { seconds: samples / sampleRate, next: offset + size }
}
