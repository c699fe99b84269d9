/** The numeric parameters of the presence, each in 0..1. */
export const VISUAL_VALUES = [
  'intensity',
  'pulseRate',
  'glowIntensity',
  'neuralActivity',
  'particleActivity',
  'warmth',
  'rippleScale',
  'rippleIntensity',
] as const
export type VisualValue = (typeof VISUAL_VALUES)[number]
export type VisualValues = Readonly<Record<VisualValue, number>>

/** Values preset by a state and shifted by a mood; the two ripple values follow from the state's effects. */
export type PresetValue = Exclude<VisualValue, 'rippleScale' | 'rippleIntensity'>
export type PresetValues = Readonly<Record<PresetValue, number>>

/** A row of a preset table, in the order of VISUAL_VALUES. */
export type PresetRow = readonly [
  intensity: number,
  pulseRate: number,
  glowIntensity: number,
  neuralActivity: number,
  particleActivity: number,
  warmth: number,
]

export function presetValues(row: PresetRow): PresetValues {
  const [intensity, pulseRate, glowIntensity, neuralActivity, particleActivity, warmth] = row
  return { intensity, pulseRate, glowIntensity, neuralActivity, particleActivity, warmth }
}

export function clamp01(value: number): number {
  return Math.min(1, Math.max(0, value))
}

export function mix(from: number, to: number, fraction: number): number {
  return from + (to - from) * fraction
}

/** Returns the cubic ease-out of 0..1. */
export function easeOut(progress: number): number {
  return 1 - (1 - clamp01(progress)) ** 3
}

export function smoothstep(from: number, to: number, value: number): number {
  const t = clamp01((value - from) / (to - from))
  return t * t * (3 - 2 * t)
}
