/** Loudness of sound. Levels are root mean squares of samples in −1…1. */

export function rmsOf(samples: Float32Array): number {
  if (samples.length === 0) return 0
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return Math.sqrt(sum / samples.length)
}

/** −60 dBFS: even a whisper close to the microphone exceeds this at times; a muted microphone does not. */
const SILENCE = 0.001

/** Returns true if a recording with this maximum level cannot contain a word. In doubt, returns false. */
export function isSilent(loudestLevel: number): boolean {
  return loudestLevel < SILENCE
}

const METER_FLOOR_DB = -50

/** A level as a meter shows it, 0…1: even steps of loudness, from a quiet room to full scale. */
export function meterOf(level: number): number {
  if (level <= 0) return 0
  const decibels = 20 * Math.log10(level)
  return Math.min(1, Math.max(0, 1 - decibels / METER_FLOOR_DB))
}
