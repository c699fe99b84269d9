export { createOpenAiStt } from './openai-stt.ts'
export { createOpenAiTts } from './openai-tts.ts'
export type { OpenAiSpeechOptions } from './exchange.ts'
