const FORMAT_INTEGER = 1
const FORMAT_FLOAT = 3
const FORMAT_EXTENSIBLE = 0xfffe
/**
 * Sample rates of recordings, in Hz: from telephones to studios. A few bytes at one sample a second would become
 * hours at the rate of a model.
 */
const MIN_RATE = 8_000
const MAX_RATE = 192_000

/** Uncompressed audio. `data` is a view of the file, never a copy. */
export interface WavAudio {
  readonly isFloat: boolean
  readonly bitsPerSample: number
  readonly channels: number
  readonly sampleRate: number
  readonly data: Uint8Array
  readonly durationSeconds: number
}

type WavFormat = Omit<WavAudio, 'data' | 'durationSeconds'>

/**
 * Parses a RIFF/WAVE file of integer or float PCM at 8 to 192 kHz. A data size beyond the file (a streamed header) ends with
 * the file.
 */
export function parseWav(bytes: Uint8Array): WavAudio | undefined {
  if (textAt(bytes, 0) !== 'RIFF' || textAt(bytes, 8) !== 'WAVE') return undefined
  const view = viewOf(bytes)
  let format: WavFormat | undefined
  for (let offset = 12; offset + 8 <= bytes.length;) {
    const size = view.getUint32(offset + 4, true)
    const start = offset + 8
    if (textAt(bytes, offset) === 'fmt ') format = parseFormat(bytes.subarray(start, start + size))
    if (textAt(bytes, offset) === 'data' && format !== undefined) {
      const data = bytes.subarray(start, start + size)
      const bytesPerSecond = (format.sampleRate * format.channels * format.bitsPerSample) / 8
      return { ...format, data, durationSeconds: data.length / bytesPerSecond }
    }
    offset = start + size + (size % 2)
  }
  return undefined
}

function parseFormat(chunk: Uint8Array): WavFormat | undefined {
  if (chunk.length < 16) return undefined
  const view = viewOf(chunk)
  const tag = view.getUint16(0, true)
  const encoding = tag === FORMAT_EXTENSIBLE && chunk.length >= 26 ? view.getUint16(24, true) : tag
  const format = {
    isFloat: encoding === FORMAT_FLOAT,
    channels: view.getUint16(2, true),
    sampleRate: view.getUint32(4, true),
    bitsPerSample: view.getUint16(14, true),
  }
  const widths = format.isFloat ? [32, 64] : [8, 16, 24, 32]
  const isPcm = encoding === FORMAT_INTEGER || encoding === FORMAT_FLOAT
  const hasRate = format.sampleRate >= MIN_RATE && format.sampleRate <= MAX_RATE
  const isReadable = isPcm && widths.includes(format.bitsPerSample) && format.channels > 0 && hasRate
  return isReadable ? format : undefined
}

/** Returns a function that reads the n-th sample as a number from −1 to 1. */
export function wavSampleReader({ data, isFloat, bitsPerSample }: WavAudio): (index: number) => number {
  const view = viewOf(data)
  if (isFloat) {
    return bitsPerSample === 32 ? (i) => view.getFloat32(i * 4, true) : (i) => view.getFloat64(i * 8, true)
  }
  if (bitsPerSample === 8) return (i) => (view.getUint8(i) - 128) / 128
  if (bitsPerSample === 16) return (i) => view.getInt16(i * 2, true) / 0x8000
  if (bitsPerSample === 24)
    return (i) => (view.getInt8(i * 3 + 2) * 0x10000 + view.getUint16(i * 3, true)) / 0x800000
  return (i) => view.getInt32(i * 4, true) / 0x80000000
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Returns four characters of a chunk's name; fewer at the end of the bytes. */
const textAt = (bytes: Uint8Array, offset: number) =>
  String.fromCharCode(...bytes.subarray(offset, offset + 4))
