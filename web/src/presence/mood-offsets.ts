import type { Mood } from './moods.ts'
import { presetValues, type PresetValues } from './values.ts'

/** A mood's offsets to a state's values: intensity, pulse, glow, neural, particle, warmth. */
export const MOOD_OFFSETS: Readonly<Record<Mood, PresetValues>> = {
  calm: presetValues([0, -0.1, -0.04, -0.05, -0.05, 0.05]),
  warm: presetValues([0, -0.04, 0.08, -0.02, 0, 0.2]),
  engaged: presetValues([0.08, 0.05, 0.05, 0.06, 0.05, 0.08]),
  excited: presetValues([0.14, 0.2, 0.12, 0.08, 0.2, 0.1]),
  contemplative: presetValues([-0.08, -0.14, -0.02, 0.12, -0.08, -0.05]),
  attentive: presetValues([0.06, 0.05, 0.05, 0.05, -0.05, 0]),
  curious: presetValues([0.05, 0.1, 0.03, 0.12, 0.1, 0.05]),
  focused: presetValues([0.02, -0.08, -0.03, 0.15, -0.12, -0.1]),
}
