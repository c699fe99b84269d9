import { apiKey, trimmedText, variableNotes, webAddress } from '#lib/variable-types.ts'
import type { SpeechModule } from '../speech-provider.ts'
import { createCartesiaTts } from './cartesia-tts.ts'
import { CARTESIA } from './api.ts'
import { speechVendorOptions } from '../speech-vendor-options.ts'

const VARIABLES = {
  CARTESIA_API_KEY: apiKey.optional().register(variableNotes, {
    meaning: 'Key for speech by Cartesia',
    example: 'sk_car_0a1b2c…',
    secret: true,
  }),
  CARTESIA_BASE_URL: webAddress.default('https://api.cartesia.ai').register(variableNotes, {
    meaning: 'Cartesia, or a server with its API',
    example: 'https://api.cartesia.ai',
  }),
  CARTESIA_TTS_MODEL: trimmedText
    .default('sonic-3.5')
    .register(variableNotes, { meaning: "Cartesia's model for speech", example: 'sonic-3' }),
}

/** Speech by Cartesia. */
export const cartesiaSpeech = {
  id: CARTESIA.id,
  variables: VARIABLES,
  // One credit a character at the price of credits in the smallest plan, as far as known in November 2026.
  prices: { ttsPerMillionCharactersUsd: { 'sonic-3.5': 50, 'sonic-3': 50, sonic: 50 } },
  create(variables, { timeoutMs }) {
    if (variables.CARTESIA_API_KEY === undefined) return {}
    const options = speechVendorOptions(
      { name: CARTESIA.name, domain: 'cartesia.ai' },
      { apiKey: variables.CARTESIA_API_KEY, baseUrl: variables.CARTESIA_BASE_URL, timeoutMs },
    )
    return {
      tts: createCartesiaTts({
        ...options,
        model: variables.CARTESIA_TTS_MODEL,
      }),
    }
  },
} as const satisfies SpeechModule<typeof VARIABLES>
