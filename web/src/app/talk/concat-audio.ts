const HEADER_BYTES = 44
const RIFF_LENGTH_AT = 4
const DATA_LENGTH_AT = 40

/** A file as it is handed to the user; `extension` without the dot. */
export interface SoundFile {
  readonly sound: Blob
  readonly extension: 'mp3' | 'wav'
}

/**
 * One file of sounds that follow one another, in the format in which they came. MP3 is frames and is put together as it is.
 * WAV that was sent while it was made, as by the server's own voice, has a header before every part that knows no length: players
 * that believe it stop after the first part, or refuse it, so one header is written that tells the length of all.
 */
export async function concatAudio(parts: readonly Blob[]): Promise<SoundFile> {
  const [first] = parts
  if (!first?.type.startsWith('audio/wav')) {
    return { sound: new Blob([...parts], { type: 'audio/mpeg' }), extension: 'mp3' }
  }
  const header = new DataView(await first.slice(0, HEADER_BYTES).arrayBuffer())
  const samples = parts.map((part) => part.slice(HEADER_BYTES))
  const length = samples.reduce((sum, { size }) => sum + size, 0)
  header.setUint32(RIFF_LENGTH_AT, HEADER_BYTES - 8 + length, true)
  header.setUint32(DATA_LENGTH_AT, length, true)
  return { sound: new Blob([header, ...samples], { type: 'audio/wav' }), extension: 'wav' }
}
