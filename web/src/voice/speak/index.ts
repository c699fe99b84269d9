export {
  createSpeechOutput,
  type MutableSpeechOutput,
  type SpeechOutputOptions,
} from './create-speech-output.ts'
export type { Announcements } from '@vee/contract/speech-text/speech-segmenter'
export { listBrowserVoices } from './voices/browser-voices.ts'
