export { createEspeakTts, type EspeakOptions } from './espeak-tts.ts'
