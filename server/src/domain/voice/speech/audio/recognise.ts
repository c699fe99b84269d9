import { readMp3 } from './mp3.ts'
import { readMp4 } from './mp4.ts'
import { readOgg } from './ogg.ts'
import { parseWav } from '@vee/contract/audio/parse-wav'
import { readWebm } from './webm.ts'
import type { AudioReader, RecognisedAudio } from './recognised-audio.ts'

const readWav: AudioReader = (bytes) => {
  const wav = parseWav(bytes)
  return wav && { container: 'wav', codec: 'pcm', durationSeconds: wav.durationSeconds }
}

const READERS: readonly AudioReader[] = [readWav, readWebm, readOgg, readMp4, readMp3]

/**
 * Returns container, codec and length of a recording from its bytes; its name and media type are not trusted.
 */
export function recogniseAudio(bytes: Uint8Array): RecognisedAudio | undefined {
  for (const read of READERS) {
    const audio = read(bytes)
    if (audio) return audio
  }
  return undefined
}
