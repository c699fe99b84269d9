export { createSpeech, type Speech } from './speech.ts'
