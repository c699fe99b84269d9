import type { Speech } from '#domain/speech/index.ts'
import { listVoicesRoute } from './list-voices.ts'
import { postSttRoute } from './post-stt.ts'
import { postTtsRoute } from './post-tts.ts'

export const speechRoutes = (speech: Speech) => [
  postSttRoute(speech),
  postTtsRoute(speech),
  listVoicesRoute(speech),
]
