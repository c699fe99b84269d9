import type { Voice } from '@vee/contract/entities/voice'
import { knowsScript } from '@vee/contract/speech-text/readable'
import type { Clock } from '../clock.ts'
import { isPlausibleSpeech, MIN_SPEECH_BYTES } from './plausible-speech.ts'
import { castVoice, playbackSpeed, serverSpeed } from './cast-voices.ts'
import { SPEECH_SAMPLE_RATE } from '../playback/pcm-decoder.ts'
import type { OnWords, ServerSynthesisRequest, SpeechApi, VoiceCatalogue } from './speech-api.ts'
import { type PlaybackFailureReason, SpeechSourceError, UnreadableTextError } from './speech-source.ts'
import type { SpeechSource, VoiceSettings } from './speech-source.ts'

/** A server that needs longer for the first audio of a segment counts as broken, in ms. */
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

/** A chosen voice is the server's first choice even if it is a basic one. */
const isOffered = (source: ServerSourceOptions['id'], voice: Voice, { speakers }: VoiceSettings) =>
  source === 'server-basic'
    ? voice.quality === 'basic'
    : voice.quality === 'natural' || speakers.some(({ voiceId }) => voiceId === voice.id)

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
    async make({ text, language, onWords, isAside, agentId, isIntroduction }, signal) {
      const limit = new AbortController()
      const inTime = <T>(work: Promise<T>, limitMs = WAIT_LIMIT_MS) =>
        withinLimit(work, { signal, limit, limitMs, clock })

      const voices = (await inTime(catalogue.voices())).filter((voice) => isOffered(id, voice, settings()))
      if (voices.length === 0) throw new SpeechSourceError(undefined)
      const readable = voices.filter(({ lang }) => knowsScript(lang, text))
      const { speakers, rate } = settings()
      const role = castVoice(readable, { language, speakers, speakerId: agentId ?? settings().agentId })
      if (!role) throw new UnreadableTextError()
      const { voice, semitones, pace } = role
      const speed = playbackSpeed(semitones)
      const serverRequest = {
        text,
        voice: voice.id,
        speed: serverSpeed(rate * pace, semitones),
        format: 'pcm',
        language,
        ...(isAside && { isAside }),
      } as const
      const request = (ofServer: ServerSynthesisRequest) =>
        api.makeSpeech(ofServer, AbortSignal.any([signal, limit.signal]))
      const introduction =
        isIntroduction === true && role.introduction !== ''
          ? readAll(request({ ...serverRequest, text: role.introduction, isAside: true }))
          : undefined
      const begin = async () => {
        const words = onWords && wordsAfter(introduction, speed, onWords)
        const withWords = {
          ...serverRequest,
          ...(voice.hasWordTimes === true && words && { onWords: words }),
        }
        const bytes = (await request(withWords))[Symbol.asyncIterator]()
        return { bytes, start: await readStart(bytes), introduction: await introduction }
      }
      const begun = await inTime(begin(), FIRST_AUDIO_LIMIT_MS)
      if (begun.start.length === 0) throw new UnreadableTextError()
      // A response without speech is a failure, not a short sentence.
      if (!isPlausibleSpeech(begun.start)) throw new SpeechSourceError('voice-server-unavailable')
      const start = [...(begun.introduction ?? []), begun.start]
      return { type: 'samples', speed, bytes: stream(start, () => inTime(begun.bytes.next())) }
    },
  }
}

/** Returns all of a short sound; none if it fails, because the words after it are more important. */
async function readAll(sound: Promise<AsyncIterable<Uint8Array>>): Promise<readonly Uint8Array[]> {
  try {
    const chunks: Uint8Array[] = []
    for await (const chunk of await sound) chunks.push(chunk)
    return chunks
  } catch {
    return []
  }
}

const BYTES_PER_MS = (2 * SPEECH_SAMPLE_RATE) / 1_000

/** Returns a function that passes words on with the times at which they are played, after an introduction. */
function wordsAfter(
  introduction: Promise<readonly Uint8Array[]> | undefined,
  speed: number,
  onWords: OnWords,
): OnWords {
  const pass = (words: Parameters<OnWords>[0], startMs: number) =>
    onWords(words.map((word) => ({ ...word, atMs: (startMs + word.atMs) / speed })))
  if (!introduction) return (words) => pass(words, 0)
  const startMs = introduction.then(
    (chunks) => chunks.reduce((length, chunk) => length + chunk.length, 0) / BYTES_PER_MS,
  )
  return (words) => void startMs.then((ms) => pass(words, ms))
}

/** Reads as much as is needed to distinguish speech from other audio, or all of a shorter stream. */
async function readStart(bytes: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  while (length < MIN_SPEECH_BYTES) {
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
  first: readonly Uint8Array[],
  read: () => Promise<IteratorResult<Uint8Array>>,
): AsyncGenerator<Uint8Array> {
  yield* first
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
