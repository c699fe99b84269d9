export { createSpeaker, type MutableSpeaker } from './create-speaker.ts'
export type { Announcements } from './text/chunker.ts'
export { listBrowserVoices } from './voices/browser-voices.ts'
