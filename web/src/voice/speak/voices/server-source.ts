import type { Voice } from '@vee/contract/entities/voice'
import { canRead } from '@vee/contract/speakable/readable'
import type { Clock } from '../clock.ts'
import { isPlausibleSpeech, SHORTEST_SPEECH_BYTES } from './plausible-speech.ts'
import { voiceForReply } from './choose-voice.ts'
import type { SpeechApi, VoiceCatalogue } from './speech-api.ts'
import { type PlaybackFailureReason, SpeechSourceError, UnreadableTextError } from './speech-source.ts'
import type { SpeechSource, VoiceSettings } from './speech-source.ts'

/** A server that needs longer for the first audio of a piece counts as broken, in ms. */
const FIRST_AUDIO_LIMIT_MS = 3_000
/** A server that delays further audio this long counts as broken, in ms. */
const WAIT_LIMIT_MS = 10_000

interface ServerSourceOptions {
  readonly id: 'server' | 'server-basic'
  readonly api: SpeechApi
  readonly catalogue: VoiceCatalogue
  readonly settings: () => VoiceSettings
  readonly clock: Clock
}

/** The selected voice is the server's first choice even if it is a basic one. */
const isOffered = (source: ServerSourceOptions['id'], voice: Voice, { voiceId }: VoiceSettings) =>
  source === 'server-basic' ? voice.quality === 'basic' : voice.quality === 'natural' || voice.id === voiceId

/** Returns the source of speech that the server streams while it is synthesized. */
export function createServerSource({
  id,
  api,
  catalogue,
  settings,
  clock,
}: ServerSourceOptions): SpeechSource {
  return {
    id,
    async make({ text, language, onWords, isAside }, signal) {
      const limit = new AbortController()
      const inTime = <T>(work: Promise<T>, limitMs = WAIT_LIMIT_MS) =>
        withinLimit(work, { signal, limit, limitMs, clock })

      const voices = (await inTime(catalogue.voices())).filter((voice) => isOffered(id, voice, settings()))
      if (voices.length === 0) throw new SpeechSourceError(undefined)
      const readable = voices.filter(({ lang }) => canRead(lang, text))
      const voice = voiceForReply(readable, language, settings().voiceId, settings().wish)
      if (!voice) throw new UnreadableTextError()
      const serverRequest = {
        text,
        voice: voice.id,
        speed: settings().rate,
        format: 'pcm',
        language,
        ...(voice.hasWordTimes === true && onWords && { onWords }),
        ...(isAside && { isAside }),
      } as const
      const begin = async () => {
        const sound = await api.makeSpeech(serverRequest, AbortSignal.any([signal, limit.signal]))
        const bytes = sound[Symbol.asyncIterator]()
        return { bytes, start: await readStart(bytes) }
      }
      const begun = await inTime(begin(), FIRST_AUDIO_LIMIT_MS)
      if (begun.start.length === 0) throw new UnreadableTextError()
      // A response without speech is a failure, not a short sentence.
      if (!isPlausibleSpeech(begun.start)) throw new SpeechSourceError('voice-server-unavailable')
      return { type: 'samples', bytes: stream(begun.start, () => inTime(begun.bytes.next())) }
    },
  }
}

/** Reads as much as is needed to distinguish speech from other audio, or all of a shorter stream. */
async function readStart(bytes: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  while (length < SHORTEST_SPEECH_BYTES) {
    const { done, value } = await bytes.next()
    if (done === true) break
    chunks.push(value)
    length += value.length
  }
  const start = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    start.set(chunk, offset)
    offset += chunk.length
  }
  return start
}

async function* stream(
  first: Uint8Array,
  read: () => Promise<IteratorResult<Uint8Array>>,
): AsyncGenerator<Uint8Array> {
  yield first
  for (let next = await read(); next.done !== true; next = await read()) yield next.value
}

const CAUSES: ReadonlyMap<unknown, PlaybackFailureReason> = new Map([
  ['SPEECH_CREDITS_EXHAUSTED', 'voice-credits-exhausted'],
  ['OWN_KEY_REJECTED', 'voice-own-key-refused'],
])

const causeOf = (error: unknown): PlaybackFailureReason =>
  (error instanceof Error && 'code' in error ? CAUSES.get(error.code) : undefined) ??
  'voice-server-unavailable'

interface Limits {
  readonly signal: AbortSignal
  /** aborted at the timeout */
  readonly limit: AbortController
  readonly limitMs: number
  readonly clock: Clock
}

/** Converts every error to a SpeechSourceError, except for an intended abort. */
async function withinLimit<T>(work: Promise<T>, { signal, limit, limitMs, clock }: Limits): Promise<T> {
  const timeUp = Promise.withResolvers<never>()
  const stopWaiting = clock.after(limitMs, () => {
    limit.abort()
    timeUp.reject(new SpeechSourceError('voice-server-unavailable'))
  })
  try {
    return await Promise.race([work, timeUp.promise])
  } catch (error) {
    signal.throwIfAborted()
    throw new SpeechSourceError(causeOf(error), { cause: error })
  } finally {
    stopWaiting()
  }
}
