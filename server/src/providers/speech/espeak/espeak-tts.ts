import type { Voice } from '@vee/contract/entities/voice'
import type { Availability } from '../../failure.ts'
import { awaitFirstChunk } from '../../sound/await-first-chunk.ts'
import type { TtsProvider, TtsRequest } from '../tts.ts'
import { AVAILABLE } from '../../wire/availability.ts'
import { parseVoices } from './espeak-voices.ts'
import { findProgram } from '../../program/find-program.ts'
import { programFailure, readProgram, runProgram } from '../../program/run-program.ts'
import { createSlots } from '../../program/slots.ts'
import { encodeStream } from '../../sound/encode-stream.ts'
import { readProgramWav } from '../../sound/wav-reader.ts'
import type { ProviderName } from '../../wire/failures.ts'

export interface EspeakOptions {
  /** folders to search for `espeak-ng`, in the format of PATH */
  readonly searchPath: string
  /** maximum time without output, in ms */
  readonly timeLimitMs: number
  /** maximum number of programs that run at the same time; further calls wait */
  readonly maxRunning?: number
}

const PROGRAM = 'espeak-ng'
const ESPEAK = { id: 'espeak', name: 'eSpeak NG' } as const satisfies ProviderName
/** Enough for every voice that espeak-ng could list. */
const MAX_LIST_BYTES = 1024 * 1024
/** Maximum size of the audio: half an hour; the longest text that the API accepts fills a fraction of it. */
const MAX_SOUND_BYTES = 80 * 1024 * 1024
const DEFAULT_MAX_RUNNING = 4
const MAX_WAITING = 64
const NORMAL_WORDS_PER_MINUTE = 175
/** Outside of these limits espeak-ng ignores the speed or garbles the words. */
const SLOWEST_WORDS_PER_MINUTE = 80
const FASTEST_WORDS_PER_MINUTE = 450

const NOT_INSTALLED: Availability = {
  available: false,
  reason: 'espeak-ng is not installed on this server.',
  hint: 'Install the package espeak-ng to give Vee a voice without a key.',
  envVar: null,
  problem: 'not-installed',
}

/**
 * Synthesizes speech by espeak-ng as a separate program: no key, no network, a plain synthetic voice.
 * Produces `wav` and `pcm`.
 */
export function createEspeakTts({
  searchPath,
  timeLimitMs,
  maxRunning = DEFAULT_MAX_RUNNING,
}: EspeakOptions): TtsProvider {
  const slots = createSlots(maxRunning, MAX_WAITING)
  let cachedVoices: readonly Voice[] | undefined

  async function requireProgram(): Promise<string> {
    const program = await findProgram(PROGRAM, searchPath)
    if (program === undefined) throw programFailure(ESPEAK, 'unavailable', 'is not installed.')
    return program
  }

  return {
    ...ESPEAK,
    model: PROGRAM,
    location: 'server',
    formats: ['wav', 'pcm'],
    availability: async () =>
      (await findProgram(PROGRAM, searchPath)) === undefined ? NOT_INSTALLED : AVAILABLE,
    async voices() {
      cachedVoices ??= parseVoices(
        await readProgram({
          provider: ESPEAK,
          program: await requireProgram(),
          args: ['--voices'],
          input: '',
          timeLimitMs,
          maxOutputBytes: MAX_LIST_BYTES,
          signal: new AbortController().signal,
          onEnd: () => {},
        }),
      )
      return cachedVoices
    },
    async synthesize(request, signal) {
      const program = await requireProgram()
      const release = await slots.require(ESPEAK, signal)
      const wav = runProgram({
        provider: ESPEAK,
        program,
        args: argumentsFor(request),
        input: plainText(request.text),
        timeLimitMs,
        maxOutputBytes: MAX_SOUND_BYTES,
        signal,
        onEnd: release,
      })
      return awaitFirstChunk(encoded(wav, request.format), ESPEAK, (error) =>
        programFailure(ESPEAK, 'broken', 'failed.', error),
      )
    },
  }
}

function argumentsFor({ providerVoiceId, speed }: TtsRequest): string[] {
  const wordsPerMinute = Math.round(NORMAL_WORDS_PER_MINUTE * speed)
  const bounded = Math.min(FASTEST_WORDS_PER_MINUTE, Math.max(SLOWEST_WORDS_PER_MINUTE, wordsPerMinute))
  return ['-b', '1', '-v', providerVoiceId, '-s', String(bounded), '--stdin', '--stdout']
}

/**
 * Removes everything that espeak-ng would interpret instead of speaking it: control characters and
 * `[[phonemes]]`.
 */
function plainText(text: string): string {
  return text.replaceAll(/(?!\n)\p{Cc}/gu, ' ').replaceAll('[[', '[ [')
}

async function* encoded(
  source: AsyncIterable<Uint8Array>,
  format: TtsRequest['format'],
): AsyncGenerator<Uint8Array, void, undefined> {
  const wav = await readProgramWav(source, ESPEAK)
  if (wav !== undefined) yield* encodeStream(wav, format)
}
