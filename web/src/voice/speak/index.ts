export { createSpeaker, type MutableSpeaker, type SpeakerOptions } from './create-speaker.ts'
export type { Announcements } from './text/chunker.ts'
export { listBrowserVoices } from './voices/browser-voices.ts'
