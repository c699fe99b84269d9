import { MOOD_OFFSETS } from './mood-offsets.ts'
import type { Mood } from './moods.ts'
import type { PresenceEnergy, PresencePreferences, PresenceProfile } from './profile.ts'
import { POSE_PARTS, STATE_PRESETS, type Effect, type Pose } from './state-presets.ts'
import type { AppState } from './states.ts'
import {
  clamp01,
  easeOut,
  mix,
  presetValues,
  VISUAL_VALUES,
  type PresetValue,
  type PresetValues,
  type VisualValue,
  type VisualValues,
} from './values.ts'

/** The state of the presence at one moment. */
export interface Look {
  readonly values: VisualValues
  readonly pose: Pose
}

const PREFERRED_STATE_BUMP = 0.1
/** The offsets of a theme's energy to the values of a presence at rest. */
const ENERGY_OFFSETS: Readonly<Record<PresenceEnergy, PresetValues>> = {
  feminine: presetValues([0, -0.03, 0.08, 0, 0.04, 0.12]),
  masculine: presetValues([0.06, 0.05, -0.04, 0.06, -0.05, -0.1]),
  neutral: presetValues([0, 0, 0, 0, 0, 0]),
  agnostic: presetValues([-0.02, 0.02, 0.03, 0.03, 0.06, -0.03]),
}
const RIPPLE_SCALE_AT_REST = 0.4
/** The contribution of a state's effect to the ripple: the maximum of scales, the sum of intensities. */
const EFFECT_RIPPLES: Readonly<Partial<Record<Effect, { scale: number; intensity: number }>>> = {
  ripple: { scale: 0.5, intensity: 0.32 },
  wave: { scale: 0.7, intensity: 0.18 },
}

/**
 * Returns the target of a state in a mood, with a theme and the user's preferences. Every value is in 0..1.
 */
export function resolveLook(
  state: AppState,
  mood: Mood,
  profile: PresenceProfile,
  preferences: PresencePreferences,
): Look {
  const preset = STATE_PRESETS[state]
  const strength = profile.moodMultipliers[mood] ?? 1
  const atRest = ENERGY_OFFSETS[state === 'idle' ? profile.energy : 'neutral']
  const shifted = (value: PresetValue) =>
    clamp01(preset.values[value] + MOOD_OFFSETS[mood][value] * strength + atRest[value])
  const bump = profile.preferredStates.includes(state) ? PREFERRED_STATE_BUMP : 0
  const ripples = preset.effects.flatMap((effect) => EFFECT_RIPPLES[effect] ?? [])
  return {
    values: {
      intensity: clamp01(shifted('intensity') + bump),
      pulseRate: shifted('pulseRate'),
      glowIntensity: shifted('glowIntensity'),
      neuralActivity: preferences.enableNeuralEffects ? shifted('neuralActivity') : 0,
      particleActivity: preferences.enableParticles
        ? clamp01(shifted('particleActivity') * profile.particleMultiplier)
        : 0,
      warmth: shifted('warmth'),
      rippleScale: Math.max(RIPPLE_SCALE_AT_REST, ...ripples.map((ripple) => ripple.scale)),
      rippleIntensity: clamp01(ripples.reduce((sum, ripple) => sum + ripple.intensity, 0)),
    },
    pose: preset.pose,
  }
}

/** Returns the blend of two looks; progress 0..1, eased out. */
export function blendLooks(from: Look, to: Look, progress: number): Look {
  const fraction = easeOut(progress)
  const values: Record<VisualValue, number> = { ...to.values }
  for (const value of VISUAL_VALUES) values[value] = mix(from.values[value], to.values[value], fraction)
  const pose: Record<keyof Pose, number> = { ...to.pose }
  for (const key of POSE_PARTS) pose[key] = mix(from.pose[key], to.pose[key], fraction)
  return { values, pose }
}

const REDUCED_MOTION_ON = -0.5
const REDUCED_MOTION_OFF = 0.3

/** Returns the values after reduced motion was switched; the next state's blend returns to its preset. */
export function afterMotionSwitch(look: Look, reducedMotion: boolean): Look {
  const delta = reducedMotion ? REDUCED_MOTION_ON : REDUCED_MOTION_OFF
  return {
    ...look,
    values: {
      ...look.values,
      intensity: clamp01(look.values.intensity + delta),
      pulseRate: clamp01(look.values.pulseRate + delta),
    },
  }
}
