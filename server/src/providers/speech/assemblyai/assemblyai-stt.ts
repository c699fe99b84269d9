import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import type { SttProvider, SttRequest, SttResult } from '../stt.ts'
import { AVAILABLE } from '../../wire/availability.ts'
import { parseJson } from '../../wire/event-stream.ts'
import { brokenProtocol, failureOfConnection, timedOut } from '../../wire/failures.ts'
import { keyTerms } from '../key-terms.ts'
import { languageCode, languageHint } from '../../wire/languages.ts'
import { type Exchange, postContent, sendWithoutBody } from '../../wire/post.ts'
import { createAssemblyAiStreaming } from './assemblyai-stt-stream.ts'
import { ASSEMBLYAI, type AssemblyAiOptions, assemblyAiTarget } from './api.ts'

/** Transcribes what the configured model does not know, in 99 languages. */
const OTHER_MODEL = 'universal-2'
/** The state of a transcription is requested again after this time, which doubles up to the maximum, in ms. */
const ASK_AGAIN_MS = 150
const MAX_ASK_AGAIN_MS = 1_000
/** Longest transcription, in ms: an hour of audio takes about a minute. */
const JOB_LIMIT_MS = 300_000
const KEY_TERMS = { maxTerms: 200, maxTermLength: 50 }

const uploaded = z.object({ upload_url: z.string() })
const transcript = z.object({
  id: z.string().regex(/^[\w-]{1,100}$/),
  status: z.enum(['queued', 'processing', 'completed', 'error']),
  text: z.string().nullish(),
  language_code: z.string().nullish(),
  audio_duration: z.number().nonnegative().nullish(),
})
type Transcript = z.infer<typeof transcript>

/**
 * Transcribes by AssemblyAI's jobs for recordings (https://www.assemblyai.com/docs/api-reference/transcripts): upload,
 * job, result. The result is deleted at the vendor.
 */
export function createAssemblyAiStt(options: AssemblyAiOptions): SttProvider {
  return {
    id: ASSEMBLYAI.id,
    name: options.name,
    model: options.model,
    location: options.location,
    languages: undefined,
    containers: ['wav', 'webm', 'ogg', 'mp4', 'mp3'],
    availability: () => Promise.resolve(AVAILABLE),
    streaming: createAssemblyAiStreaming(options),
    async transcribe(request, signal): Promise<SttResult> {
      const job = await startJob(options, request, signal)
      try {
        const { status, text, language_code, audio_duration } = await resultOf(options, job, signal)
        if (status === 'error') throw brokenProtocol(ASSEMBLYAI, 'the recording could not be transcribed')
        return {
          text: text ?? '',
          language: languageCode(languageHint(language_code?.replace('_', '-'))),
          durationSeconds: audio_duration ?? undefined,
        }
      } finally {
        forget(options, job).catch(() => undefined)
      }
    },
  }
}

async function startJob(
  options: AssemblyAiOptions,
  { audio, language, languages, prompt }: SttRequest,
  signal: AbortSignal,
): Promise<Transcript> {
  const target = assemblyAiTarget(options)
  const content = { type: 'application/octet-stream', bytes: audio }
  const { upload_url: audioUrl } = await read(
    await postContent(target, '/v2/upload', content, signal),
    uploaded,
  )
  const terms = keyTerms(prompt, KEY_TERMS)
  const hint = languageHint(language)
  const requestBody = {
    audio_url: audioUrl,
    speech_models: [...new Set([options.model, OTHER_MODEL])],
    ...(hint === undefined ? detectionAmong(languages ?? []) : { language_code: hint }),
    ...(terms.length > 0 && { keyterms_prompt: terms }),
  }
  const body = { type: 'application/json', bytes: JSON.stringify(requestBody) }
  return await read(await postContent(target, '/v2/transcript', body, signal), transcript)
}

function detectionAmong(languages: readonly string[]): object {
  const [first, ...others] = languages.flatMap((tag) => languageHint(tag) ?? [])
  return {
    language_detection: true,
    ...(first !== undefined && {
      language_detection_options: { expected_languages: [first, ...others], fallback_language: first },
    }),
  }
}

/** Returns the job when it is completed or has failed. */
async function resultOf(
  options: AssemblyAiOptions,
  job: Transcript,
  signal: AbortSignal,
): Promise<Transcript> {
  const end = performance.now() + JOB_LIMIT_MS
  let state = job
  for (let waitMs = ASK_AGAIN_MS; performance.now() < end; waitMs = Math.min(waitMs * 2, MAX_ASK_AGAIN_MS)) {
    if (state.status === 'completed' || state.status === 'error') return state
    await delay(waitMs, undefined, { signal, ref: false }).catch((error: unknown) => {
      throw failureOfConnection(ASSEMBLYAI, error, 'after-headers')
    })
    const path = `/v2/transcript/${job.id}`
    state = await read(await sendWithoutBody(assemblyAiTarget(options), 'GET', path, signal), transcript)
  }
  throw timedOut(ASSEMBLYAI)
}

async function read<T>({ body }: Exchange, schema: z.ZodType<T>): Promise<T> {
  const text = await body.text().catch((error: unknown) => {
    throw failureOfConnection(ASSEMBLYAI, error, 'after-headers')
  })
  const parsed = schema.safeParse(parseJson(text))
  if (!parsed.success) throw brokenProtocol(ASSEMBLYAI, 'the response is not what the protocol says')
  return parsed.data
}

/** Deletes what the vendor stores of a recording. */
async function forget(options: AssemblyAiOptions, { id }: Transcript): Promise<void> {
  const signal = AbortSignal.timeout(options.timeoutMs)
  const path = `/v2/transcript/${id}`
  const { body } = await sendWithoutBody(assemblyAiTarget(options), 'DELETE', path, signal)
  await body.dump()
}
