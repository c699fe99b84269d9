export { createEspeakTts } from './espeak-tts.ts'
