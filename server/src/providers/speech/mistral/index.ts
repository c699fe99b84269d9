import { apiKey, trimmedText, variableNotes, webAddress } from '#lib/variable-types.ts'
import type { SpeechModule } from '../speech-provider.ts'
import { MISTRAL } from './api.ts'
import { createMistralStt } from './mistral-stt.ts'
import { speechVendorOptions } from '../speech-vendor-options.ts'

const VARIABLES = {
  MISTRAL_API_KEY: apiKey.optional().register(variableNotes, {
    meaning: 'Key for transcription by Mistral',
    example: '0a1b2c…',
    secret: true,
  }),
  MISTRAL_BASE_URL: webAddress.default('https://api.mistral.ai').register(variableNotes, {
    meaning: 'Mistral, or a server with its API for transcription, without /v1',
    example: 'https://api.mistral.ai',
  }),
  MISTRAL_STT_MODEL: trimmedText
    .default('voxtral-mini-latest')
    .register(variableNotes, { meaning: "Mistral's model for recordings", example: 'voxtral-mini-2602' }),
  MISTRAL_LIVE_MODEL: trimmedText.default('voxtral-mini-transcribe-realtime-2602').register(variableNotes, {
    meaning: "Mistral's model while one speaks",
    example: 'voxtral-mini-transcribe-realtime-3',
  }),
}

/** Transcription by Mistral's Voxtral. */
export const mistralSpeech = {
  id: MISTRAL.id,
  variables: VARIABLES,
  // As far as known in November 2026.
  prices: {
    sttPerMinuteUsd: {
      'voxtral-mini': 0.003,
      'voxtral-mini-2602': 0.003,
      'voxtral-mini-transcribe-realtime-2602': 0.006,
      'voxtral-mini-transcribe-realtime-3': 0.008,
    },
  },
  create(variables, { timeoutMs }) {
    if (variables.MISTRAL_API_KEY === undefined) return {}
    const options = speechVendorOptions(
      { name: MISTRAL.name, domain: 'mistral.ai' },
      { apiKey: variables.MISTRAL_API_KEY, baseUrl: variables.MISTRAL_BASE_URL, timeoutMs },
    )
    return {
      stt: createMistralStt({
        ...options,
        model: variables.MISTRAL_STT_MODEL,
        streamingModel: variables.MISTRAL_LIVE_MODEL,
      }),
    }
  },
} as const satisfies SpeechModule<typeof VARIABLES>
