import { createOpenAiStt } from './openai-speech/openai-stt.ts'
import { createOpenAiTts } from './openai-speech/openai-tts.ts'
import type { SpeechProviders } from './speech-provider.ts'
import { isLoopbackHost } from './wire/loopback.ts'
import type { EndpointConnection } from './endpoint-connection.ts'

/** Returns the speech providers of an endpoint for which the host has configured speech models. */
export function endpointSpeech(connection: EndpointConnection, timeoutMs: number): SpeechProviders {
  const { id, name, baseUrl, apiKey, protocol, transcriptionModel, speechModel } = connection
  if (protocol !== 'openai') return {}
  const options = (model: string) => ({
    name,
    location: isLoopbackHost(new URL(baseUrl).hostname) ? ('server' as const) : ('vendor' as const),
    apiKey,
    baseUrl,
    model,
    timeoutMs,
  })
  const tts = speechModel === null ? undefined : createOpenAiTts(options(speechModel))
  return {
    ...(transcriptionModel !== null && { stt: { ...createOpenAiStt(options(transcriptionModel)), id } }),
    ...(tts && {
      tts: {
        ...tts,
        id,
        // Ids of voices are unique over all providers.
        voices: async () =>
          (await tts.voices()).map((voice) => ({
            ...voice,
            id: `${id}_${voice.providerVoiceId}`,
            provider: id,
          })),
      },
    }),
  }
}
