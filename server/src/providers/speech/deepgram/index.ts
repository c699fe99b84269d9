import { apiKey, trimmedText, variableNotes, webAddress } from '#lib/variable-types.ts'
import type { SpeechModule } from '../speech-provider.ts'
import { createDeepgramStt } from './deepgram-stt.ts'
import { createDeepgramTts } from './deepgram-tts.ts'
import { DEEPGRAM } from './api.ts'
import { speechVendorOptions } from '../speech-vendor-options.ts'

const VARIABLES = {
  DEEPGRAM_API_KEY: apiKey.optional().register(variableNotes, {
    meaning: 'Key for transcription and speech by Deepgram',
    example: '0a1b2c…',
    secret: true,
  }),
  DEEPGRAM_BASE_URL: webAddress.default('https://api.deepgram.com').register(variableNotes, {
    meaning: 'Deepgram in another region, or a server with its API, without /v1',
    example: 'https://api.eu.deepgram.com',
  }),
  DEEPGRAM_STT_MODEL: trimmedText
    .default('nova-3')
    .register(variableNotes, { meaning: "Deepgram's model for transcription", example: 'nova-3' }),
  DEEPGRAM_LIVE_MODEL: trimmedText.optional().register(variableNotes, {
    meaning:
      "Deepgram's model while one speaks; Flux also recognizes the end of a turn, and DEEPGRAM_STT_MODEL takes over in languages that it does not know",
    example: 'flux-general-multi',
    shownDefault: 'DEEPGRAM_STT_MODEL',
  }),
}

/** Transcription and speech by Deepgram. */
export const deepgramSpeech = {
  id: DEEPGRAM.id,
  variables: VARIABLES,
  // Pay as you go, as far as known in November 2026.
  prices: {
    sttPerMinuteUsd: {
      /** pre-recorded audio in one language: 0.0043, and 0.0013 for key terms, which a request may have */
      'nova-3': 0.0056,
      'nova-2': 0.0043,
      /** live audio in several languages: the list price is 0.0092, with key terms 0.0105 */
      'nova-3-streaming': 0.0105,
      'nova-2-streaming': 0.0059,
      /** as the above, which takes over in other languages: the list price is 0.0078 */
      'flux-general-multi-streaming': 0.0105,
      'flux-general-en-streaming': 0.0105,
    },
    ttsPerMillionCharactersUsd: { 'aura-2': 30 },
  },
  create(variables, { timeoutMs }) {
    if (variables.DEEPGRAM_API_KEY === undefined) return {}
    const options = speechVendorOptions(
      { name: DEEPGRAM.name, domain: 'deepgram.com' },
      { apiKey: variables.DEEPGRAM_API_KEY, baseUrl: variables.DEEPGRAM_BASE_URL, timeoutMs },
    )
    return {
      stt: createDeepgramStt({
        ...options,
        model: variables.DEEPGRAM_STT_MODEL,
        streamingModel: variables.DEEPGRAM_LIVE_MODEL,
      }),
      tts: createDeepgramTts(options),
    }
  },
} as const satisfies SpeechModule<typeof VARIABLES>
