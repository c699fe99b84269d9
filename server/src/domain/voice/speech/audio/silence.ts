import { type WavAudio, wavSampleReader } from '@vee/contract/audio/parse-wav'

/** Audio that is shorter than this contains no word, in seconds. */
export const MIN_SPEECH_SECONDS = 0.1

const FRAME_SECONDS = 0.02
/**
 * A frame counts as audio if its RMS exceeds −60 dBFS. Speech into the quietest microphone is well above this
 * level and the noise of a muted one well below, so that speech is never classified as silence; the provider
 * decides between.
 */
export const SOUND_RMS = 0.001

/** Returns whether less than 0.1 s of the recording in total is louder than silence. */
export function isSilentWav(wav: WavAudio): boolean {
  const readSample = wavSampleReader(wav)
  const sampleCount = Math.floor(wav.data.length / (wav.bitsPerSample / 8))
  const frameLength = Math.max(1, Math.round(wav.sampleRate * FRAME_SECONDS)) * wav.channels
  const framesNeeded = Math.round(MIN_SPEECH_SECONDS / FRAME_SECONDS)
  let soundFrames = 0
  for (let start = 0; start + frameLength <= sampleCount; start += frameLength) {
    let energy = 0
    for (let i = start; i < start + frameLength; i++) energy += readSample(i) ** 2
    if (Math.sqrt(energy / frameLength) > SOUND_RMS) soundFrames++
    if (soundFrames >= framesNeeded) return false
  }
  return true
}
