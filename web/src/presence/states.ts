import type { Mood } from './moods.ts'

/** The activities of the app, as shown by the presence and the label. */
export const APP_STATES = [
  'idle',
  'listening',
  'transcribing',
  'thinking',
  'processing',
  'responding',
  'speaking',
  'vad-wake',
  'vad-active',
  'error',
  'connecting',
] as const
export type AppState = (typeof APP_STATES)[number]

/** The mood of a state. At rest the presence is calm again. */
export const MOOD_OF_STATE: Readonly<Record<AppState, Mood>> = {
  idle: 'calm',
  connecting: 'curious',
  listening: 'attentive',
  'vad-wake': 'curious',
  'vad-active': 'attentive',
  transcribing: 'focused',
  thinking: 'contemplative',
  processing: 'focused',
  responding: 'engaged',
  speaking: 'warm',
  error: 'calm',
}
