import { postTts } from '@vee/contract/http/speech'
import type { Speech } from '#domain/speech/index.ts'
import { bytes, route } from '../route.ts'

export const postTtsRoute = (speech: Speech) =>
  route(postTts, async ({ body, caller, ownKeys, signal }) => {
    const { audio, contentType, provider, voiceId } = await speech.synthesize(
      body,
      { caller, ownKeys },
      signal,
    )
    return bytes(audio, { 'content-type': contentType, 'x-tts-provider': provider, 'x-tts-voice': voiceId })
  })
