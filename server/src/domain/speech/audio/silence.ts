import { viewOf } from './recognised-audio.ts'
import type { WavAudio } from './wav.ts'

/** Audio that is shorter than this contains no word, in seconds. */
export const SHORTEST_SPEECH_SECONDS = 0.1

const FRAME_SECONDS = 0.02
/**
 * A frame counts as audio if its RMS exceeds −60 dBFS. Speech into the quietest microphone is well above this
 * level and the noise of a muted one well below, so that speech is never classified as silence; the provider
 * decides between.
 */
const SOUND_RMS = 0.001

/** Returns whether less than 0.1 s of the recording in total is louder than silence. */
export function isSilentWav(wav: WavAudio): boolean {
  const readSample = sampleReader(wav)
  const sampleCount = Math.floor(wav.data.length / (wav.bitsPerSample / 8))
  const frameLength = Math.max(1, Math.round(wav.sampleRate * FRAME_SECONDS)) * wav.channels
  const framesNeeded = Math.round(SHORTEST_SPEECH_SECONDS / FRAME_SECONDS)
  let soundFrames = 0
  for (let start = 0; start + frameLength <= sampleCount; start += frameLength) {
    let energy = 0
    for (let i = start; i < start + frameLength; i++) energy += readSample(i) ** 2
    if (Math.sqrt(energy / frameLength) > SOUND_RMS) soundFrames++
    if (soundFrames >= framesNeeded) return false
  }
  return true
}

/** Returns a function that reads the n-th sample as a number from −1 to 1. */
function sampleReader({ data, isFloat, bitsPerSample }: WavAudio): (index: number) => number {
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
