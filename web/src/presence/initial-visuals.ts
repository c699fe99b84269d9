import { resolveLook } from './look.ts'
import { DEFAULT_PRESENCE_PREFERENCES, PLAIN_PROFILE } from './profile.ts'
import type { VisualValues } from './values.ts'

/** The initial state: idle and calm. */
export const INITIAL_LOOK = resolveLook('idle', 'calm', PLAIN_PROFILE, DEFAULT_PRESENCE_PREFERENCES)

const INITIAL_GLOW_RADIUS_PX = 10
const GLOW_RADIUS_FLOOR_PX = 4
const INITIAL_BORDER_PULSE_SECONDS = 2
const FASTEST_BORDER_PULSE_SECONDS = 0.6
const INITIAL_TEXT_STREAM_SPEED = 0.7

/** Returns the glow radius around a strand: 10 px at the initial glow, growing with it. */
export function glowRadiusPx(glowIntensity: number): number {
  const growth = glowIntensity / INITIAL_LOOK.values.glowIntensity
  return GLOW_RADIUS_FLOOR_PX + (INITIAL_GLOW_RADIUS_PX - GLOW_RADIUS_FLOOR_PX) * growth
}

/** Returns the duration of one pulse of an edge: 2 s at the initial pulse rate, 0.6 s at the fastest. */
export function borderPulseSeconds(pulseRate: number): number {
  const fraction = (pulseRate - INITIAL_LOOK.values.pulseRate) / (1 - INITIAL_LOOK.values.pulseRate)
  return (
    INITIAL_BORDER_PULSE_SECONDS + (FASTEST_BORDER_PULSE_SECONDS - INITIAL_BORDER_PULSE_SECONDS) * fraction
  )
}

/** CSS variables of the presence by name. */
export type VisualVariables = Readonly<Record<`--visual-${string}`, string>>

export function visualVariables(values: VisualValues): VisualVariables {
  return {
    '--visual-glow-radius': `${glowRadiusPx(values.glowIntensity).toFixed(1)}px`,
    '--visual-border-pulse': `${borderPulseSeconds(values.pulseRate).toFixed(2)}s`,
    '--visual-text-stream-speed': String(INITIAL_TEXT_STREAM_SPEED),
  }
}
