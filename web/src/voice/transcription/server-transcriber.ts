import {
  type PendingTranscription,
  TranscriptionError,
  type TranscriptionFailure,
  type TranscriptionRequest,
  type Recording,
  type Transcriber,
  type Transcript,
} from './transcriber.ts'

/**
 * POST /stt with the caller's identity. Resolves with the JSON of the response; rejects with an error that
 * carries the contract's `code`, or that of a missing response.
 */
export type SendAudio = (form: FormData, signal: AbortSignal) => Promise<unknown>

const LIMIT_MS = 90_000

const FAILURES: Readonly<Record<string, TranscriptionFailure>> = {
  STT_UNAVAILABLE: 'unavailable',
  STT_PREPARING: 'preparing',
  RATE_LIMITED: 'rate-limited',
  ALLOWANCE_EXHAUSTED: 'credits-exhausted',
  COST_LIMIT_EXCEEDED: 'credits-exhausted',
  SPEECH_CREDITS_EXHAUSTED: 'credits-exhausted',
  OWN_KEY_REJECTED: 'own-key-refused',
  UNAUTHORIZED: 'session-expired',
  SESSION_EXPIRED: 'session-expired',
  PROVIDER_TIMEOUT: 'timed-out',
  OFFLINE: 'offline',
  UNREACHABLE: 'offline',
  TIMEOUT: 'offline',
}

/** Returns the failure for an error code of the contract. */
export const transcriptionFailureOf = (code: string): TranscriptionFailure => FAILURES[code] ?? 'broken'

/**
 * @param prompt returns words that help the engine with names and jargon, '' for none; called for every
 * utterance
 */
export function createServerTranscriber(sendAudio: SendAudio, prompt: () => string): Transcriber {
  return {
    start(request): PendingTranscription {
      const cancel = new AbortController()
      return {
        finish: (recording) => transcribe(sendAudio, formOf(recording, request, prompt()), cancel.signal),
        abort: () => cancel.abort(),
      }
    },
  }
}

function formOf(recording: Recording, request: TranscriptionRequest, prompt: string): FormData {
  const form = new FormData()
  form.set('durationSeconds', recording.durationSeconds.toFixed(2))
  if (request.language !== undefined) form.set('language', request.language)
  if (request.language === undefined && request.languages?.length)
    form.set('languages', request.languages.join(','))
  if (prompt !== '') form.set('prompt', prompt)
  // Last, so that a streaming server has the fields before the audio.
  form.set('audio', recording.audio, 'utterance.wav')
  return form
}

async function transcribe(sendAudio: SendAudio, form: FormData, cancelled: AbortSignal): Promise<Transcript> {
  const limit = AbortSignal.timeout(LIMIT_MS)
  try {
    const body = await sendAudio(form, AbortSignal.any([cancelled, limit]))
    return {
      text: textOf(body, 'text').trim(),
      language: textOf(body, 'language') || undefined,
      provider: textOf(body, 'provider') || undefined,
    }
  } catch (error) {
    if (cancelled.aborted) throw new TranscriptionError('cancelled')
    if (limit.aborted) throw new TranscriptionError('timed-out')
    throw new TranscriptionError(transcriptionFailureOf(textOf(error, 'code')), { cause: error })
  }
}

function textOf(body: unknown, field: string): string {
  if (typeof body !== 'object' || body === null) return ''
  const value = (body as Record<string, unknown>)[field]
  return typeof value === 'string' ? value : ''
}
