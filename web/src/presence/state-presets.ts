import type { AppState } from './states.ts'
import { presetValues, type PresetRow, type PresetValues } from './values.ts'

export type Effect = 'glow' | 'pulse' | 'ripple' | 'wave' | 'shimmer' | 'neural' | 'particle'

/**
 * The shape of the membrane in a state.
 * - bow: below 0 it hangs down to the dock, above 0 it arches (-1..1)
 * - aperture: distance between the strands (0..1)
 * - span: fraction of the width that moves (0..1)
 * - flow: sound moves inward (-1), stands (0) or moves outward (1)
 * - gather: 0 an open film, 1 a braid
 * - dash: 1 breaks the strands into word-long dashes
 * - gap: 1 breaks the line in the middle
 * - shimmer: 1 makes a light run along the strands
 */
export const POSE_PARTS = ['bow', 'aperture', 'span', 'flow', 'gather', 'dash', 'gap', 'shimmer'] as const
export type Pose = Readonly<Record<(typeof POSE_PARTS)[number], number>>

export interface StatePreset {
  readonly values: PresetValues
  readonly pose: Pose
  readonly effects: readonly Effect[]
}

type PoseRow = readonly [
  bow: number,
  aperture: number,
  span: number,
  flow: number,
  gather: number,
  dash: number,
  gap: number,
]

function preset(row: PresetRow, poseRow: PoseRow, effects: readonly Effect[]): StatePreset {
  const [bow, aperture, span, flow, gather, dash, gap] = poseRow
  const shimmer = effects.includes('shimmer') ? 1 : 0
  return {
    values: presetValues(row),
    pose: { bow, aperture, span, flow, gather, dash, gap, shimmer },
    effects,
  }
}

/** intensity, pulse, glow, neural, particle, warmth · bow, aperture, span, flow, gather, dash, gap · effects */
export const STATE_PRESETS: Readonly<Record<AppState, StatePreset>> = {
  idle: preset([0.3, 0.2, 0.32, 0.08, 0.15, 0.5], [0, 0.34, 0.9, 0, 0.1, 0, 0], ['glow', 'pulse']),
  listening: preset(
    [0.6, 0.38, 0.55, 0.2, 0.25, 0.58],
    [-0.85, 0.62, 0.92, -1, 0.25, 0, 0],
    ['glow', 'ripple', 'wave'],
  ),
  transcribing: preset(
    [0.5, 0.5, 0.45, 0.5, 0.22, 0.5],
    [-0.35, 0.4, 0.78, -0.6, 0.35, 1, 0],
    ['shimmer', 'neural'],
  ),
  thinking: preset(
    [0.48, 0.28, 0.52, 0.8, 0.3, 0.46],
    [0, 0.92, 0.46, 0, 1, 0, 0],
    ['neural', 'glow', 'shimmer'],
  ),
  processing: preset(
    [0.56, 0.46, 0.54, 0.9, 0.42, 0.42],
    [0, 0.86, 0.58, 0.2, 0.9, 0, 0],
    ['neural', 'particle', 'shimmer'],
  ),
  responding: preset(
    [0.62, 0.44, 0.6, 0.42, 0.38, 0.6],
    [0.35, 0.7, 0.74, 0.7, 0.5, 0, 0],
    ['glow', 'ripple', 'neural'],
  ),
  speaking: preset(
    [0.8, 0.58, 0.7, 0.24, 0.46, 0.68],
    [0.5, 0.72, 0.96, 1, 0.15, 0, 0],
    ['glow', 'wave', 'ripple', 'pulse'],
  ),
  'vad-wake': preset(
    [0.72, 0.72, 0.8, 0.28, 0.55, 0.64],
    [-0.3, 0.5, 0.96, 1, 0.55, 0, 0],
    ['ripple', 'glow', 'pulse'],
  ),
  'vad-active': preset(
    [0.66, 0.48, 0.6, 0.26, 0.3, 0.6],
    [-1, 0.74, 0.84, -1, 0.3, 0, 0],
    ['ripple', 'wave', 'glow'],
  ),
  error: preset([0.36, 0.14, 0.3, 0.04, 0, 0.92], [-0.1, 0.12, 0.86, 0, 0, 0, 1], ['pulse']),
  connecting: preset([0.4, 0.46, 0.4, 0.3, 0.18, 0.46], [0, 0.16, 0.8, 0.8, 0, 1, 0], ['shimmer', 'wave']),
}
