import type { z } from 'zod'
import type { SpeechModule } from '../speech-provider.ts'
import { createEspeakTts } from './espeak-tts.ts'

/** Speech by espeak-ng, where it is installed. */
export const espeakSpeech = {
  id: 'espeak',
  variables: {},
  prices: 'free',
  create: (_: object, { searchPath, timeoutMs }) => ({
    tts: createEspeakTts({ searchPath, timeLimitMs: timeoutMs }),
  }),
} as const satisfies SpeechModule<z.ZodRawShape>
