import { listVoices, postStt, postTts } from '@vee/contract/http/speech'
import type { Speech } from '#domain/voice/speech/index.ts'
import { bytes, json, route, type Route } from '../http/route.ts'

export const speechRoutes = (speech: Speech): readonly Route[] => [
  route(postStt, async ({ file, body, caller, ownKeys, signal }) =>
    json(await speech.transcribe(file.stream, body, { caller, ownKeys }, signal)),
  ),
  route(postTts, async ({ body, caller, ownKeys, signal }) => {
    const { audio, contentType, provider, voiceId } = await speech.synthesize(
      body,
      { caller, ownKeys },
      signal,
    )
    return bytes(audio, { 'content-type': contentType, 'x-tts-provider': provider, 'x-tts-voice': voiceId })
  }),
  route(listVoices, async () => json(await speech.voices())),
]
