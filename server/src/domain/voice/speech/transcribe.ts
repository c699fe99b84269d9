import { MAX_AUDIO_SECONDS, type Transcription, MAX_AUDIO_BYTES } from '@vee/contract/http/speech'
import type { SttProvider, SttRequest } from '#providers/speech/stt.ts'
import { callerKeyOf } from '../../accounts/index.ts'
import { failureFor } from '../../money/ledger/index.ts'
import { DomainError } from '../../errors/domain-error.ts'
import { recogniseAudio } from './audio/recognise.ts'
import type { RecognisedAudio } from './audio/recognised-audio.ts'
import { speechSecondsIn } from './audio/speech-seconds.ts'
import { isSilentWav, MIN_SPEECH_SECONDS } from './audio/silence.ts'
import { isInventedForSilence } from '@vee/contract/spoken/invented-words'
import { withoutModelTags } from '@vee/contract/spoken/model-tags'
import { parseWav } from '@vee/contract/audio/parse-wav'
import { callPaid, payForSpeech } from './pay-for-speech.ts'
import { availableOf, chooseTranscriber, describePreparation } from './providers.ts'
import type { OwnSpeech, SpeechLedger, TeamTerms } from './ports.ts'
import { promptFor } from './prompt.ts'
import { expectedLanguages, isOutside } from './spoken-languages.ts'
import type { SpeechRequester } from './synthesize.ts'

const MEBIBYTE = 1024 * 1024

/** Both limits of a recording, for error messages. */
const AUDIO_LIMITS = `Send at most ${MAX_AUDIO_BYTES / MEBIBYTE} MB and ${MAX_AUDIO_SECONDS / 60} minutes.`

/**
 * Reads a recording as it arrives. Throws at the first chunk beyond the limit, so that no more is ever
 * buffered.
 */
async function readRecording(
  arriving: AsyncIterable<Uint8Array>,
  maxBytes = MAX_AUDIO_BYTES,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of arriving) {
    length += chunk.length
    if (length > maxBytes)
      throw new DomainError(
        'TOO_LARGE',
        `The audio is larger than ${maxBytes / MEBIBYTE} MB. ${AUDIO_LIMITS}`,
      )
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, length)
}

/** Bit rate of speech as browsers record it, for an estimate if the container has no length. */
const BYTES_PER_SECOND = 4_000
/**
 * Highest bit rate at which a compressed recording is charged by its own length, in bytes a second (256 kbit/s). Beyond it
 * the length follows from the bytes: a header may claim any length.
 */
const CHARGED_BYTES_PER_SECOND = 32_000
/** Highest bit rate of the codecs that are accepted, in bytes a second (512 kbit/s), and room for headers and tags. */
const MAX_BYTES_PER_SECOND = 64_000
const HEADER_BYTES = 1_000_000

export interface TranscriptionDependencies {
  /** in order of preference */
  readonly providers: readonly SttProvider[]
  readonly ledger: SpeechLedger
  readonly ownSpeech: OwnSpeech
  readonly teamTerms: TeamTerms
}

/** What the caller knows about a recording. */
export interface RecordingHints {
  /** the expected language, BCP 47 */
  readonly language?: string | undefined
  /** BCP 47: without a `language`, detection is held to these; the first is preferred */
  readonly languages?: readonly string[] | undefined
  /** words and names that are likely to occur */
  readonly prompt?: string | undefined
  /** measured by the caller; used only if the container has no duration */
  readonly durationSeconds?: number | undefined
}

/**
 * Transcribes a recording. Only audio that may contain words is sent to a provider. The hints are read after
 * the recording, because the form is complete then.
 */
export async function transcribe(
  { providers, ledger, ownSpeech, teamTerms }: TranscriptionDependencies,
  arriving: AsyncIterable<Uint8Array>,
  readHints: () => Promise<RecordingHints>,
  { caller, ownKeys }: SpeechRequester,
  signal: AbortSignal,
): Promise<Transcription> {
  const available = await availableOf(providers)
  if (available.length === 0) throw noTranscriber()
  const bytes = await readRecording(arriving)
  const { durationSeconds: claimedSeconds, ...hints } = await readHints()
  const { language, languages } = expectedLanguages(hints.language, hints.languages)
  const audio = recognise(bytes)
  const durationSeconds = audio.durationSeconds ?? claimedSeconds
  const chosen = chooseTranscriber(available, audio, language ?? languages?.[0])
  if (!chosen) throw unreadable(available, audio)
  assertDurationAllowed(durationSeconds)
  assertPlausibleBitrate(bytes, audio)
  const minSeconds = secondsByBytes(bytes, audio)
  const fields = { language: language ?? null, durationSeconds: durationSeconds ?? 0, provider: chosen.id }
  if (containsNoSpeech(bytes, audio)) return { ...fields, text: '', costUsd: 0, isNoSpeech: true }
  assertPrepared(chosen, language)
  const prompt = await promptFor(teamTerms, hints.prompt, caller)

  const speech = speechSecondsIn(bytes)
  const hear = async (languageChoice: Pick<SttRequest, 'language' | 'languages'>): Promise<Transcription> => {
    const expected = {
      kind: 'stt',
      seconds: Math.max(durationSeconds ?? bytes.length / BYTES_PER_SECOND, minSeconds),
    } as const
    const {
      provider: paid,
      payer,
      reservation,
    } = await payForSpeech(
      ledger,
      { provider: chosen, ownProvider: ownSpeech.stt(ownKeys ?? {}) },
      expected,
      { caller, ownKeys },
    )
    const { container } = audio
    const request = { audio: bytes, container, ...languageChoice, prompt, caller: callerKeyOf(caller) }
    const result = await callPaid(reservation, expected, signal, () =>
      paid.transcribe(request, signal),
    ).catch((error: unknown) => {
      throw failureFor(payer, error)
    })
    const seconds = Math.max(durationSeconds ?? 0, result.durationSeconds ?? 0, minSeconds)
    const costUsd = await reservation.settle({ kind: 'stt', seconds })
    const text = spokenWords(result.text, speech)
    return {
      text,
      language: result.language ?? languageChoice.language ?? null,
      durationSeconds: seconds,
      provider: paid.id,
      costUsd,
      isNoSpeech: text === '',
    }
  }
  const transcription = await hear({ language, languages })
  if (!isOutside(transcription, languages)) return transcription
  // The engine detected a language that the speaker does not speak.
  const again = await hear({ language: languages?.[0], languages: undefined })
  return { ...again, costUsd: again.costUsd + transcription.costUsd }
}

const noTranscriber = () => new DomainError('STT_UNAVAILABLE', 'This server has no speech recognition.')

function unreadable(providers: readonly SttProvider[], { container, codec }: RecognisedAudio): DomainError {
  const read = [...new Set(providers.flatMap(({ containers }) => containers))]
  const list = new Intl.ListFormat('en', { type: 'disjunction' }).format(
    read.map((name) => name.toUpperCase()),
  )
  // A container that is read, with a codec that is not.
  const exception = read.includes(container) ? `, without ${codec.toUpperCase()}` : ''
  return new DomainError('UNSUPPORTED_MEDIA', `Speech recognition on this server reads ${list}${exception}.`)
}

/**
 * Starts the download of a missing model and throws STT_PREPARING; the caller sends the recording again
 * later.
 */
function assertPrepared({ preparable }: SttProvider, language: string | undefined): void {
  if (!preparable?.preparation(language)) return
  preparable.prepare(language)
  const preparation = preparable.preparation(language)
  if (!preparation) return
  throw new DomainError('STT_PREPARING', 'Speech recognition is being set up on this server.', {
    details: describePreparation(preparation),
  })
}

function recognise(bytes: Uint8Array): RecognisedAudio {
  if (bytes.length === 0) {
    throw new DomainError('VALIDATION', 'The audio is empty.', {
      details: [{ path: 'audio', message: 'The audio is empty.' }],
    })
  }
  const audio = recogniseAudio(bytes)
  if (audio === undefined) {
    throw new DomainError(
      'UNSUPPORTED_MEDIA',
      'The audio must be WebM or Ogg with Opus, MP4 with AAC or Opus, MP3, or WAV with PCM at 8 to 192 kHz.',
    )
  }
  return audio
}

function assertDurationAllowed(seconds: number | undefined): void {
  if (seconds !== undefined && seconds > MAX_AUDIO_SECONDS) {
    throw new DomainError(
      'TOO_LARGE',
      `The audio is longer than ${MAX_AUDIO_SECONDS / 60} minutes. ${AUDIO_LIMITS}`,
    )
  }
}

/**
 * Throws for a compressed recording with more bytes than its length can hold: the vendor would decode more
 * than is charged.
 */
function assertPlausibleBitrate(bytes: Uint8Array, { codec, durationSeconds }: RecognisedAudio): void {
  if (codec === 'pcm' || durationSeconds === undefined) return
  if (bytes.length <= durationSeconds * MAX_BYTES_PER_SECOND + HEADER_BYTES) return
  throw new DomainError('TOO_LARGE', 'The audio has more data than its stated length can hold.')
}

/** Returns the minimum charge of a compressed recording, in seconds. PCM is charged by its data. */
function secondsByBytes(bytes: Uint8Array, { codec, durationSeconds = 0 }: RecognisedAudio): number {
  if (codec === 'pcm') return 0
  const seconds = Math.max(0, bytes.length - HEADER_BYTES) / CHARGED_BYTES_PER_SECOND
  return seconds > durationSeconds ? seconds : 0
}

/** Only WAV can be checked for silence without decoding; of other formats only the length is known. */
function containsNoSpeech(bytes: Uint8Array, { durationSeconds }: RecognisedAudio): boolean {
  if (durationSeconds !== undefined && durationSeconds < MIN_SPEECH_SECONDS) return true
  const wav = parseWav(bytes)
  return wav !== undefined && isSilentWav(wav)
}

/** Returns the words of a transcription; nothing for what models return without speech. */
export function spokenWords(transcription: string, speechSeconds: number | undefined): string {
  const text = withoutModelTags(transcription).trim()
  return hasWords(text) && !isInventedForSilence(text, speechSeconds) ? text : ''
}

/**
 * Models that recognize nothing return dots, or a remark in brackets such as "[BLANK_AUDIO]" or "(silence)".
 */
function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text.replace(/^\s*[[(][^\])]*[\])]\s*$/u, ''))
}
