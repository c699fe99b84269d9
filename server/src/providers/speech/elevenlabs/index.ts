import { apiKey, trimmedText, variableNotes, webAddress } from '#lib/variable-types.ts'
import type { SpeechModule } from '../speech-provider.ts'
import { createElevenLabsTts } from './elevenlabs-tts.ts'
import { ELEVENLABS } from './api.ts'
import { speechVendorOptions } from '../speech-vendor-options.ts'

const VARIABLES = {
  ELEVENLABS_API_KEY: apiKey.optional().register(variableNotes, {
    meaning: 'Key for speech by ElevenLabs',
    example: 'sk_0a1b2c…',
    secret: true,
  }),
  ELEVENLABS_BASE_URL: webAddress.default('https://api.elevenlabs.io').register(variableNotes, {
    meaning: 'ElevenLabs, or its address in another region',
    example: 'https://api.eu.residency.elevenlabs.io',
  }),
  ELEVENLABS_TTS_MODEL: trimmedText
    .default('eleven_flash_v2_5')
    .register(variableNotes, { meaning: "ElevenLabs' model for speech", example: 'eleven_multilingual_v2' }),
}

/** Speech by ElevenLabs. */
export const elevenLabsSpeech = {
  id: ELEVENLABS.id,
  variables: VARIABLES,
  // As far as known in November 2026.
  prices: {
    ttsPerMillionCharactersUsd: {
      eleven_flash_v2_5: 50,
      eleven_turbo_v2_5: 50,
      eleven_multilingual_v2: 100,
      eleven_v3: 100,
    },
  },
  create(variables, { timeoutMs }) {
    if (variables.ELEVENLABS_API_KEY === undefined) return {}
    const options = speechVendorOptions(
      { name: ELEVENLABS.name, domain: 'elevenlabs.io' },
      { apiKey: variables.ELEVENLABS_API_KEY, baseUrl: variables.ELEVENLABS_BASE_URL, timeoutMs },
    )
    return {
      tts: createElevenLabsTts({
        ...options,
        model: variables.ELEVENLABS_TTS_MODEL,
      }),
    }
  },
} as const satisfies SpeechModule<typeof VARIABLES>
