import { createEnergyDetector } from '@vee/contract/audio/energy-detector'
import { parseWav, wavSampleReader } from '@vee/contract/audio/parse-wav'

/** Longer recordings contain enough speech for any invented phrase, in seconds. */
const MEASURED_SECONDS = 30
const STEP_SECONDS = 0.1
/** the default of the page's sensitivity, dBFS */
const SENSITIVITY_DB = -50

/** Returns how many seconds of a WAV recording are speech; undefined for other formats and long recordings. */
export function speechSecondsIn(bytes: Uint8Array): number | undefined {
  const wav = parseWav(bytes)
  if (!wav || wav.durationSeconds > MEASURED_SECONDS) return undefined
  const { channels, sampleRate, bitsPerSample, data } = wav
  const detector = createEnergyDetector({ sensitivityDb: SENSITIVITY_DB, sampleRate })
  const read = wavSampleReader(wav)
  const frames = Math.floor(data.length / (bitsPerSample / 8) / channels)
  const step = Math.max(1, Math.round(sampleRate * STEP_SECONDS))
  let [startedAt, speechMs] = [undefined as number | undefined, 0]
  for (let from = 0; from < frames; from += step) {
    const samples = Int16Array.from({ length: Math.min(step, frames - from) }, (_, index) =>
      Math.round(Math.max(-1, Math.min(1, read((from + index) * channels))) * 32_767),
    )
    for (const { type, at } of detector.push(samples)) {
      if (type === 'speech-start') startedAt = at
      if (type === 'speech-end' && startedAt !== undefined) speechMs += at - startedAt
      if (type !== 'speech-start') startedAt = undefined
    }
  }
  if (startedAt !== undefined) speechMs += (frames / sampleRate) * 1_000 - startedAt
  return speechMs / 1_000
}
