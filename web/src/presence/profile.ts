import type { Mood } from './moods.ts'
import type { AppState } from './states.ts'

/** The character of a theme, which affects its presence at rest. */
export type PresenceEnergy = 'feminine' | 'masculine' | 'neutral' | 'agnostic'

/** A theme's adjustments of the presence. */
export interface PresenceProfile {
  readonly energy: PresenceEnergy
  /** states with slightly more intensity in this theme */
  readonly preferredStates: readonly AppState[]
  /** weight of a mood; default 1 */
  readonly moodMultipliers: Readonly<Partial<Record<Mood, number>>>
  /** 0..1, brightness of light and glow */
  readonly effectIntensity: number
  readonly particleMultiplier: number
  /** the mood after the user chooses this theme */
  readonly moodOnChoice: Mood
}

/** The user's preferences that affect the presence. */
export interface PresencePreferences {
  readonly reducedMotion: boolean
  readonly highContrast: boolean
  readonly enableParticles: boolean
  readonly enableNeuralEffects: boolean
}

export const PLAIN_PROFILE: PresenceProfile = {
  energy: 'neutral',
  preferredStates: [],
  moodMultipliers: {},
  effectIntensity: 0.8,
  particleMultiplier: 1,
  moodOnChoice: 'calm',
}

export const DEFAULT_PRESENCE_PREFERENCES: PresencePreferences = {
  reducedMotion: false,
  highContrast: false,
  enableParticles: true,
  enableNeuralEffects: true,
}
