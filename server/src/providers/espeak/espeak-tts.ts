import { SPEECH_PCM_SAMPLE_RATE } from '@vee/contract/http/speech'
import type { Voice } from '@vee/contract/entities/voice'
import type { Availability } from '../failure.ts'
import { awaitFirstChunk } from '../await-first-chunk.ts'
import type { TtsProvider, TtsRequest } from '../tts.ts'
import { AVAILABLE } from '../wire/availability.ts'
import { parseVoices } from './espeak-voices.ts'
import { findProgram } from './find-program.ts'
import { createPcmResampler } from '../sound/resample.ts'
import { encodeSamples, wavStreamHeader } from '../sound/wav.ts'
import { ESPEAK, espeakFailure, listEspeakVoices, runEspeak } from './run-espeak.ts'
import { createSlots } from './slots.ts'
import { readWavStream } from './wav-stream.ts'

export interface EspeakOptions {
  /** folders to look for `espeak-ng` in, as PATH has them */
  readonly searchPath: string
  /** how long the program may keep still, in milliseconds */
  readonly timeLimitMs: number
  /** programs that run at once; more wait their turn */
  readonly maxRunning?: number
}

const PROGRAM = 'espeak-ng'
const DEFAULT_MAX_RUNNING = 4
const MAX_WAITING = 64
const NORMAL_WORDS_PER_MINUTE = 175
/** Beyond these espeak-ng ignores the speed or garbles the words. */
const SLOWEST_WORDS_PER_MINUTE = 80
const FASTEST_WORDS_PER_MINUTE = 450

const NOT_INSTALLED: Availability = {
  available: false,
  reason: 'espeak-ng is not installed on this server.',
  hint: 'Install the package espeak-ng to give Vee a voice without a key.',
  envVar: null,
}

/** Speech by espeak-ng as a separate program: no key, no network, a plain synthetic voice. Makes `wav` and `pcm`. */
export function createEspeakTts({
  searchPath,
  timeLimitMs,
  maxRunning = DEFAULT_MAX_RUNNING,
}: EspeakOptions): TtsProvider {
  const slots = createSlots(maxRunning, MAX_WAITING)
  let known: readonly Voice[] | undefined

  async function requireProgram(): Promise<string> {
    const program = await findProgram(PROGRAM, searchPath)
    if (program === undefined) throw espeakFailure('unavailable', 'espeak-ng is not installed.')
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
      known ??= parseVoices(await listEspeakVoices(await requireProgram(), timeLimitMs))
      return known
    },
    async synthesize(request, signal) {
      const program = await requireProgram()
      const release = await slots.take(signal)
      if (release === undefined) {
        throw signal.aborted
          ? espeakFailure('cut', 'The speech was cancelled.')
          : espeakFailure('rate-limited', 'Too many texts are being spoken at once.')
      }
      const args = argumentsFor(request)
      const wav = runEspeak({
        program,
        args,
        input: plainText(request.text),
        timeLimitMs,
        signal,
        onEnd: release,
      })
      return awaitFirstChunk(encoded(wav, request.format), ESPEAK, (error) =>
        espeakFailure('broken', 'espeak-ng failed.', error),
      )
    },
  }
}

function argumentsFor({ providerVoiceId, speed }: TtsRequest): string[] {
  const wordsPerMinute = Math.round(NORMAL_WORDS_PER_MINUTE * speed)
  const bounded = Math.min(FASTEST_WORDS_PER_MINUTE, Math.max(SLOWEST_WORDS_PER_MINUTE, wordsPerMinute))
  return ['-b', '1', '-v', providerVoiceId, '-s', String(bounded), '--stdin', '--stdout']
}

/** Takes away what espeak-ng would obey in place of saying it: control characters and `[[phonemes]]`. */
function plainText(text: string): string {
  return text.replaceAll(/(?!\n)\p{Cc}/gu, ' ').replaceAll('[[', '[ [')
}

/** The program's 22.05 kHz as the 24 kHz that `pcm` promises. */
async function* encoded(
  source: AsyncIterable<Uint8Array>,
  format: TtsRequest['format'],
): AsyncGenerator<Uint8Array, void, undefined> {
  const wav = await readWavStream(source)
  if (wav === undefined) return
  const resampler = createPcmResampler(wav.sampleRate, SPEECH_PCM_SAMPLE_RATE)
  if (format === 'wav') yield wavStreamHeader(SPEECH_PCM_SAMPLE_RATE)
  for await (const samples of wav.samples) yield encodeSamples(resampler.push(samples))
  yield encodeSamples(resampler.end())
}
