import { z } from 'zod'
import type { SttProvider, SttRequest, SttResult } from '../stt.ts'
import { AVAILABLE } from '../../wire/availability.ts'
import { parseJson } from '../../wire/event-stream.ts'
import { brokenProtocol, failureOfConnection } from '../../wire/failures.ts'
import { keyTerms } from '../key-terms.ts'
import { languageCode, languageHint } from '../../wire/languages.ts'
import { multipart } from '../../wire/multipart.ts'
import { type Content, postContent } from '../../wire/post.ts'
import { MISTRAL, type MistralOptions } from './api.ts'
import { createMistralStreaming } from './mistral-stt-stream.ts'

/** Terms of `context_bias` are single words, at most 100 of them. */
const MAX_BIAS_TERMS = 100

const transcription = z.object({
  text: z.string(),
  language: z.string().nullish(),
  usage: z.object({ prompt_audio_seconds: z.number().nonnegative().nullish() }).nullish(),
})

/** Transcribes by Mistral's Voxtral (https://docs.mistral.ai/studio/audio/speech-to-text). */
export function createMistralStt(options: MistralOptions): SttProvider {
  const { apiKey, baseUrl, timeoutMs } = options
  return {
    id: MISTRAL.id,
    name: options.name,
    model: options.model,
    location: options.location,
    languages: undefined,
    containers: ['wav', 'webm', 'ogg', 'mp4', 'mp3'],
    availability: () => Promise.resolve(AVAILABLE),
    streaming: createMistralStreaming(options),
    async transcribe(request, signal): Promise<SttResult> {
      const target = { provider: MISTRAL, apiKey, baseUrl, timeoutMs }
      const form = formOf(request, options.model)
      const { body } = await postContent(target, '/v1/audio/transcriptions', form, signal)
      const text = await body.text().catch((error: unknown) => {
        throw failureOfConnection(MISTRAL, error, 'after-headers')
      })
      const parsed = transcription.safeParse(parseJson(text))
      if (!parsed.success) throw brokenProtocol(MISTRAL, 'the transcription is not what the protocol says')
      const { language, usage } = parsed.data
      return {
        text: parsed.data.text,
        language: languageCode(language ?? undefined),
        durationSeconds: usage?.prompt_audio_seconds ?? undefined,
      }
    },
  }
}

function formOf({ audio, container, language, prompt }: SttRequest, model: string): Content {
  const words = keyTerms(prompt, {}).flatMap((term) => term.split(/\s+/))
  const fields = {
    model,
    language: languageHint(language),
    context_bias: [...new Set(words)].slice(0, MAX_BIAS_TERMS),
  }
  return multipart(fields, { file: { name: `utterance.${container}`, bytes: audio } })
}
