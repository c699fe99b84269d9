import type { SttProvider, SttRequest } from '../stt.ts'
import { AVAILABLE } from '../../wire/availability.ts'
import { boundedText } from '../../wire/bounded-text.ts'
import { failureOfConnection } from '../../wire/failures.ts'
import { languageHint } from '../../wire/languages.ts'
import { multipart } from '../../wire/multipart.ts'
import type { Content } from '../../wire/post.ts'
import { postSpeech, SPEECH_SERVICE, type OpenAiSpeechOptions } from './api.ts'
import { inKnownFormat } from './response-formats.ts'
import { readTranscription } from './transcription-answer.ts'
import { createOpenAiStreaming } from './openai-stt-stream.ts'

export interface OpenAiSttOptions extends OpenAiSpeechOptions {
  /** model of transcription while one speaks; absent: there is none */
  readonly streamingModel?: string | undefined
}

/** Transcribes by the OpenAI protocol, at OpenAI or any compatible server. */
export function createOpenAiStt(options: OpenAiSttOptions): SttProvider {
  const { streamingModel } = options
  return {
    streaming:
      streamingModel === undefined ? undefined : createOpenAiStreaming({ ...options, model: streamingModel }),
    id: SPEECH_SERVICE.id,
    name: options.name,
    model: options.model,
    location: options.location,
    languages: undefined,
    containers: ['wav', 'webm', 'ogg', 'mp4', 'mp3'],
    availability: () => Promise.resolve(AVAILABLE),
    transcribe: (request, signal) =>
      inKnownFormat(options.baseUrl, options.model, async (format) => {
        const { body, mediaType } = await postSpeech(
          options,
          '/audio/transcriptions',
          formOf(request, options.model, format),
          signal,
        )
        return readTranscription(await boundedText(body, MAX_ANSWER_BYTES).catch(rethrow), mediaType)
      }),
  }
}

/** Longest answer, in bytes: an hour of words with their times. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024

function formOf({ audio, container, language, prompt }: SttRequest, model: string, format: string): Content {
  const fields = {
    model,
    response_format: format,
    language: languageHint(language),
    prompt: prompt === '' ? undefined : prompt,
  }
  // The service recognises the container by the name's ending.
  return multipart(fields, { file: { name: `utterance.${container}`, bytes: audio } })
}

function rethrow(error: unknown): never {
  throw failureOfConnection(SPEECH_SERVICE, error, 'after-headers')
}
