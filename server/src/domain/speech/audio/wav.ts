import { hasText, viewOf, type AudioReader } from './recognised-audio.ts'

const FORMAT_INTEGER = 1
const FORMAT_FLOAT = 3
const FORMAT_EXTENSIBLE = 0xfffe

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
 * Parses a RIFF/WAVE file of integer or float PCM. A data size beyond the file (a streamed header) ends with
 * the file.
 */
export function parseWav(bytes: Uint8Array): WavAudio | undefined {
  if (!hasText(bytes, 0, 'RIFF') || !hasText(bytes, 8, 'WAVE')) return undefined
  const view = viewOf(bytes)
  let format: WavFormat | undefined
  for (let offset = 12; offset + 8 <= bytes.length;) {
    const size = view.getUint32(offset + 4, true)
    const start = offset + 8
    if (hasText(bytes, offset, 'fmt ')) format = parseFormat(bytes.subarray(start, start + size))
    if (hasText(bytes, offset, 'data') && format !== undefined) {
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
  const isReadable =
    isPcm && widths.includes(format.bitsPerSample) && format.channels > 0 && format.sampleRate > 0
  return isReadable ? format : undefined
}

export const readWav: AudioReader = (bytes) => {
  const wav = parseWav(bytes)
  return wav && { container: 'wav', codec: 'pcm', durationSeconds: wav.durationSeconds }
}
