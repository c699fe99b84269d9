export const MOODS = [
  'calm',
  'warm',
  'engaged',
  'excited',
  'contemplative',
  'attentive',
  'curious',
  'focused',
] as const
export type Mood = (typeof MOODS)[number]
