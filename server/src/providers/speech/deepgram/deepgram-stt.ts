import { z } from 'zod'
import { ProviderFailure } from '../../failure.ts'
import type { SttProvider, SttRequest, SttResult } from '../stt.ts'
import { AVAILABLE } from '../../wire/availability.ts'
import { parseJson } from '../../wire/event-stream.ts'
import { brokenProtocol, failureOfConnection } from '../../wire/failures.ts'
import { languageHint } from '../../wire/languages.ts'
import { DEEPGRAM, postDeepgram } from './api.ts'
import { deepgramLanguage, deepgramLanguages, deepgramKeyTerms } from './parameters.ts'
import { createDeepgramStreaming, type DeepgramStreamingOptions } from './deepgram-stt-stream.ts'

const CONTENT_TYPES = {
  wav: 'audio/wav',
  webm: 'audio/webm',
  ogg: 'audio/ogg',
  mp4: 'audio/mp4',
  mp3: 'audio/mpeg',
} as const satisfies Record<SttRequest['container'], string>

const channel = z.object({
  detected_language: z.string().nullish(),
  alternatives: z.array(z.object({ transcript: z.string() })).nullish(),
})
const transcription = z.object({
  metadata: z.object({ duration: z.number().nonnegative().nullish() }).nullish(),
  results: z.object({ channels: z.array(channel).min(1) }),
})

/** Transcribes by Deepgram's endpoint for pre-recorded audio (https://developers.deepgram.com/reference/listen-file). */
export function createDeepgramStt(options: DeepgramStreamingOptions): SttProvider {
  return {
    id: DEEPGRAM.id,
    name: options.name,
    model: options.model,
    location: options.location,
    languages: deepgramLanguages(options.model),
    containers: ['wav', 'webm', 'ogg', 'mp4', 'mp3'],
    availability: () => Promise.resolve(AVAILABLE),
    streaming: createDeepgramStreaming(options),
    async transcribe(request, signal): Promise<SttResult> {
      const content = { type: CONTENT_TYPES[request.container], bytes: request.audio }
      const parameters = parametersOf(request, options.model)
      const { body } = await postDeepgram(options, '/v1/listen', parameters, content, signal).catch(
        (error: unknown) => {
          throw isTooLarge(error) ? tooLarge(error) : error
        },
      )
      const text = await body.text().catch((error: unknown) => {
        throw failureOfConnection(DEEPGRAM, error, 'after-headers')
      })
      return resultOf(text)
    },
  }
}

function parametersOf({ language, languages, prompt }: SttRequest, model: string): URLSearchParams {
  const parameters = new URLSearchParams({ model, smart_format: 'true' })
  const supportedLanguage = deepgramLanguage(language, model)
  // Without both it assumes English.
  if (supportedLanguage === undefined) {
    const allowed = (languages ?? []).flatMap((tag) => languageHint(tag) ?? [])
    for (const value of allowed.length > 0 ? allowed : ['true']) parameters.append('detect_language', value)
  } else parameters.set('language', supportedLanguage)
  // Other models reject the parameter.
  if (model.startsWith('nova-3')) {
    for (const term of deepgramKeyTerms(prompt)) parameters.append('keyterm', term)
  }
  return parameters
}

function resultOf(text: string): SttResult {
  const parsed = transcription.safeParse(parseJson(text))
  const first = parsed.data?.results.channels[0]
  if (!first) throw brokenProtocol(DEEPGRAM, 'the transcription is not what the protocol says')
  return {
    text: first.alternatives?.[0]?.transcript ?? '',
    // A detected language may have a region, as in `nl-BE`.
    language: languageHint(first.detected_language ?? undefined) ?? null,
    durationSeconds: parsed.data?.metadata?.duration ?? undefined,
  }
}

const isTooLarge = (error: unknown) => error instanceof ProviderFailure && error.status === 413

const tooLarge = (cause: unknown) =>
  new ProviderFailure({
    kind: 'too-large',
    provider: DEEPGRAM.id,
    message: 'Deepgram rejected the recording because of its size.',
    status: 413,
    cause,
  })
