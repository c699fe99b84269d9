import { WAV_HEADER_BYTES, wavHeader } from '@vee/contract/audio/wav-header'

const SAMPLE_RATE_AT = 24

/** A file for download; `extension` without the dot. */
export interface SoundFile {
  readonly sound: Blob
  readonly extension: 'mp3' | 'wav'
}

/**
 * Returns one file of consecutive audio parts, in their format. MP3 consists of frames and is concatenated
 * unchanged. Streamed WAV, as from the server's own voice, has a header with an unknown length before every
 * part: players that read it stop after the first part, or reject it, so one header with the total length is
 * written.
 */
export async function concatAudio(parts: readonly Blob[]): Promise<SoundFile> {
  const [first] = parts
  if (!first?.type.startsWith('audio/wav')) {
    return { sound: new Blob([...parts], { type: 'audio/mpeg' }), extension: 'mp3' }
  }
  const streamed = new DataView(await first.slice(0, WAV_HEADER_BYTES).arrayBuffer())
  const samples = parts.map((part) => part.slice(WAV_HEADER_BYTES))
  const length = samples.reduce((sum, { size }) => sum + size, 0)
  const header = wavHeader(length, streamed.getUint32(SAMPLE_RATE_AT, true))
  return { sound: new Blob([header, ...samples], { type: 'audio/wav' }), extension: 'wav' }
}
