import { apiKey, trimmedText, variableNotes, webAddress } from '#lib/variable-types.ts'
import type { SpeechModule } from '../speech-provider.ts'
import { createAssemblyAiStt } from './assemblyai-stt.ts'
import { ASSEMBLYAI } from './api.ts'
import { speechVendorOptions } from '../speech-vendor-options.ts'

const VARIABLES = {
  ASSEMBLYAI_API_KEY: apiKey.optional().register(variableNotes, {
    meaning: 'Key for transcription by AssemblyAI',
    example: '0a1b2c…',
    secret: true,
  }),
  ASSEMBLYAI_BASE_URL: webAddress.default('https://api.assemblyai.com').register(variableNotes, {
    meaning: "AssemblyAI's address for recordings; https://api.eu.assemblyai.com keeps them in the EU",
    example: 'https://api.eu.assemblyai.com',
  }),
  ASSEMBLYAI_STREAMING_URL: webAddress.default('https://streaming.assemblyai.com').register(variableNotes, {
    meaning: "AssemblyAI's address while one speaks; https://streaming.eu.assemblyai.com is in the EU",
    example: 'https://streaming.eu.assemblyai.com',
  }),
  ASSEMBLYAI_STT_MODEL: trimmedText.default('universal-3-pro').register(variableNotes, {
    meaning: "AssemblyAI's model for recordings; universal-2 takes over in languages that it does not know",
    example: 'universal-3-pro',
  }),
  ASSEMBLYAI_LIVE_MODEL: trimmedText.default('universal-streaming-multilingual').register(variableNotes, {
    meaning:
      "AssemblyAI's model while one speaks; whisper-rt takes over in languages other than English, French, German, Italian, Portuguese and Spanish",
    example: 'universal-streaming-multilingual',
  }),
}

/** Transcription by AssemblyAI. */
export const assemblyAiSpeech = {
  id: ASSEMBLYAI.id,
  variables: VARIABLES,
  // Pay as you go, as far as known in November 2026. Streams are billed by the duration of their sessions.
  prices: {
    sttPerMinuteUsd: {
      /** 0.21 an hour, and 0.05 for key terms */
      'universal-3-pro': 0.0044,
      'universal-2': 0.0034,
      /** the price of whisper-rt, which takes over in other languages: 0.30 an hour; the model's own is 0.15, key terms 0.04 */
      'universal-streaming-multilingual': 0.005,
      'universal-streaming-english': 0.005,
      'whisper-rt': 0.005,
      'u3-rt-pro': 0.0083,
    },
  },
  create(variables, { timeoutMs }) {
    if (variables.ASSEMBLYAI_API_KEY === undefined) return {}
    const options = speechVendorOptions(
      { name: ASSEMBLYAI.name, domain: 'assemblyai.com' },
      { apiKey: variables.ASSEMBLYAI_API_KEY, baseUrl: variables.ASSEMBLYAI_BASE_URL, timeoutMs },
    )
    return {
      stt: createAssemblyAiStt({
        ...options,
        streamingUrl: variables.ASSEMBLYAI_STREAMING_URL,
        model: variables.ASSEMBLYAI_STT_MODEL,
        streamingModel: variables.ASSEMBLYAI_LIVE_MODEL,
      }),
    }
  },
} as const satisfies SpeechModule<typeof VARIABLES>
