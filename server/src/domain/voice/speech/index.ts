export { createSpeech, type Speech } from './speech.ts'
export type { SpokenText } from './synthesize.ts'
export type { RecordingHints } from './transcribe.ts'
export type { LiveTranscription, WordsSoFar } from './transcribe-live.ts'
