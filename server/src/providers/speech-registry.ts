import { createEspeakTts } from './espeak/index.ts'
import { createOpenAiStt, createOpenAiTts, type OpenAiSpeechOptions } from './openai-speech/index.ts'
import type { SttProvider } from './stt.ts'
import type { TtsProvider } from './tts.ts'

type SpeechService = Omit<OpenAiSpeechOptions, 'timeoutMs'>

export interface SpeechRegistryOptions {
  readonly stt: SpeechService
  readonly tts: SpeechService
  readonly timeoutMs: number
  /** folders to look for programs in, as PATH has them */
  readonly searchPath: string
}

export interface SpeechRegistry {
  readonly stt: SttProvider | undefined
  /** in order of preference */
  readonly tts: readonly TtsProvider[]
}

/** The one address that is of no use without a key. */
const VENDOR_BASE_URL = 'https://api.openai.com/v1'

/** The providers of speech that the host has set up. */
export function createSpeechRegistry({
  stt,
  tts,
  timeoutMs,
  searchPath,
}: SpeechRegistryOptions): SpeechRegistry {
  return {
    stt: isConfigured(stt) ? createOpenAiStt({ ...stt, timeoutMs }) : undefined,
    tts: [
      ...(isConfigured(tts) ? [createOpenAiTts({ ...tts, timeoutMs })] : []),
      createEspeakTts({ searchPath, timeLimitMs: timeoutMs }),
    ],
  }
}

/** Speech for keys that people bring along, made for one request each: nothing of a key outlives it. */
export function createOwnSpeech({ stt, tts, timeoutMs }: Omit<SpeechRegistryOptions, 'searchPath'>) {
  return {
    stt: ({ openai }: { readonly openai?: string | undefined }): SttProvider | undefined =>
      openai === undefined ? undefined : createOpenAiStt({ ...stt, apiKey: openai, timeoutMs }),
    tts: ({ openai }: { readonly openai?: string | undefined }): TtsProvider | undefined =>
      openai === undefined ? undefined : createOpenAiTts({ ...tts, apiKey: openai, timeoutMs }),
  }
}

const isConfigured = ({ apiKey, baseUrl }: SpeechService) =>
  apiKey !== undefined || baseUrl !== VENDOR_BASE_URL
