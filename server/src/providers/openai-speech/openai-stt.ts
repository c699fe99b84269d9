import { z } from 'zod'
import type { SttProvider, SttRequest, SttResult } from '../speech/stt.ts'
import { AVAILABLE } from '../wire/availability.ts'
import { parseJson } from '../wire/event-stream.ts'
import { brokenProtocol, failureOfConnection } from '../wire/failures.ts'
import { languageCode, languageHint } from '../wire/languages.ts'
import { multipart } from '../wire/multipart.ts'
import type { Content } from '../wire/post.ts'
import { postSpeech, SPEECH_SERVICE, type OpenAiSpeechOptions } from './exchange.ts'
import { createOpenAiStreaming } from './openai-stt-stream.ts'

const segment = z.object({ no_speech_prob: z.number(), avg_logprob: z.number() })
const answer = z.object({
  text: z.string(),
  language: z.string().nullish(),
  duration: z.coerce.number().nonnegative().nullish(),
  segments: z.array(segment.partial()).nullish(),
})
type Answer = z.output<typeof answer>

export interface OpenAiSttOptions extends OpenAiSpeechOptions {
  /** model of transcription while one speaks; absent: there is none */
  readonly liveModel?: string | undefined
}

/** Transcribes by the OpenAI protocol, at OpenAI or any compatible server. */
export function createOpenAiStt(options: OpenAiSttOptions): SttProvider {
  const { liveModel } = options
  return {
    streaming: liveModel === undefined ? undefined : createOpenAiStreaming({ ...options, model: liveModel }),
    id: SPEECH_SERVICE.id,
    name: options.name,
    model: options.model,
    location: options.location,
    languages: undefined,
    containers: ['wav', 'webm', 'ogg', 'mp4', 'mp3'],
    availability: () => Promise.resolve(AVAILABLE),
    async transcribe(request, signal): Promise<SttResult> {
      const { body } = await postSpeech(
        options,
        '/audio/transcriptions',
        formOf(request, options.model),
        signal,
      )
      const { text, language, duration, segments } = parseAnswer(await body.text().catch(rethrow))
      return {
        text: isUnheard(segments) ? '' : text,
        language: languageCode(language ?? undefined),
        durationSeconds: duration ?? undefined,
      }
    },
  }
}

function formOf({ audio, container, language, prompt }: SttRequest, model: string): Content {
  const fields = {
    model,
    response_format: knowsVerboseJson(model) ? 'verbose_json' : 'json',
    language: languageHint(language),
    prompt: prompt === '' ? undefined : prompt,
  }
  // The service recognises the container by the name's ending.
  return multipart(fields, { file: { name: `utterance.${container}`, bytes: audio } })
}

/**
 * Returns whether a model supports `verbose_json`: OpenAI's `gpt-…-transcribe` models support only plain
 * `json`; Whisper and its relatives report language and length too.
 */
const knowsVerboseJson = (model: string) => !model.startsWith('gpt-')

function parseAnswer(text: string): Answer {
  const parsed = answer.safeParse(parseJson(text))
  if (!parsed.success) throw brokenProtocol(SPEECH_SERVICE, 'the transcription is not what the protocol says')
  return parsed.data
}

/**
 * Applies Whisper's own rule for audio without speech, for which it otherwise returns sentences of its
 * training.
 */
function isUnheard(segments: Answer['segments']): boolean {
  if (!segments || segments.length === 0) return false
  return segments.every(({ no_speech_prob = 0, avg_logprob = 0 }) => no_speech_prob > 0.6 && avg_logprob < -1)
}

function rethrow(error: unknown): never {
  throw failureOfConnection(SPEECH_SERVICE, error, 'after-headers')
}
