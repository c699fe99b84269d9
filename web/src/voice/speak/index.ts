export { createSpeaker, type MutableSpeaker, type SpeakerOptions } from './create-speaker.ts'
export type { Announcements } from '@vee/contract/speech-text/speech-segmenter'
export { listBrowserVoices } from './voices/browser-voices.ts'
