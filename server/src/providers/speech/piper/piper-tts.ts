import type { Voice } from '@vee/contract/entities/voice'
import { awaitFirstChunk } from '../../sound/await-first-chunk.ts'
import type { Availability } from '../../failure.ts'
import { findProgram } from '../../program/find-program.ts'
import { programFailure, runProgram } from '../../program/run-program.ts'
import { createSlots } from '../../program/slots.ts'
import { encodeStream } from '../../sound/encode-stream.ts'
import { readRawSamples } from '../../sound/raw-samples.ts'
import type { TtsProvider } from '../tts.ts'
import { AVAILABLE } from '../../wire/availability.ts'
import type { ProviderName } from '../../wire/failures.ts'
import { findPiperVoices, type PiperVoice } from './piper-voices.ts'

const PROGRAM = 'piper'
const PIPER = { id: 'piper', name: 'Piper' } as const satisfies ProviderName
/** Maximum number of runs: each has a model in memory, of 60 to 120 MB. */
const MAX_RUNNING = 2
const MAX_WAITING = 64
/** Maximum size of the audio: half an hour. */
const MAX_SOUND_BYTES = 80 * 1024 * 1024
/** Lifetime of a cached list of the folders, in ms. */
const MAX_VOICES_AGE_MS = 30_000

export interface PiperOptions {
  /** folders to search for `piper`, in the format of PATH */
  readonly searchPath: string
  /** folders to search for voices */
  readonly folders: readonly string[]
  /** longest time without output, in milliseconds */
  readonly timeLimitMs: number
}

/**
 * Synthesizes speech by Piper as a separate program, the one in C++ (rhasspy/piper) or the one in Python
 * (OHF-Voice/piper1-gpl): both take the text by standard input and write raw audio. Produces `wav` and `pcm`.
 */
export function createPiperTts({ searchPath, folders, timeLimitMs }: PiperOptions): TtsProvider {
  const slots = createSlots(MAX_RUNNING, MAX_WAITING)
  let cachedVoices:
    | { readonly voices: Promise<readonly PiperVoice[]>; readonly fetchedAt: number }
    | undefined
  const voices = () => {
    if (!cachedVoices || Date.now() - cachedVoices.fetchedAt > MAX_VOICES_AGE_MS) {
      cachedVoices = { voices: findPiperVoices(folders), fetchedAt: Date.now() }
    }
    return cachedVoices.voices
  }

  return {
    ...PIPER,
    model: PROGRAM,
    location: 'server',
    formats: ['wav', 'pcm'],
    async availability() {
      if ((await findProgram(PROGRAM, searchPath)) === undefined) return NOT_INSTALLED
      return (await voices()).length > 0 ? AVAILABLE : NO_VOICE
    },
    voices: async () => (await voices()).map(toVoice),
    async synthesize({ text, providerVoiceId, speed, format }, signal) {
      const program = await findProgram(PROGRAM, searchPath)
      if (program === undefined) throw programFailure(PIPER, 'unavailable', 'is not installed.')
      const voice = (await voices()).find(({ id }) => id === providerVoiceId)
      if (voice === undefined) throw programFailure(PIPER, 'refused', 'has no such voice.')
      const onEnd = await slots.require(PIPER, signal)
      const sound = runProgram({
        provider: PIPER,
        program,
        args: ['--model', voice.modelFile, '--output_raw', '--length_scale', (1 / speed).toFixed(3)],
        input: `${oneLine(text)}\n`,
        timeLimitMs,
        maxOutputBytes: MAX_SOUND_BYTES,
        signal,
        onEnd,
      })
      const stream = { sampleRate: voice.sampleRate, samples: readRawSamples(sound) }
      return awaitFirstChunk(encodeStream(stream, format), PIPER, (error) =>
        programFailure(PIPER, 'broken', 'failed.', error),
      )
    },
  }
}

/** The program speaks each line separately, and interprets `[[phonemes]]` instead of speaking them. */
const oneLine = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ').replaceAll('[[', '[ [')

function toVoice({ id, lang }: PiperVoice, index: number): Voice {
  const [, name = id] = id.split('-')
  return {
    id: `${PIPER.id}_${id}`,
    providerVoiceId: id,
    name: name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' '),
    lang,
    provider: PIPER.id,
    quality: 'natural',
    isDefault: index === 0,
    gender: null,
    description: 'Piper voice, made on this server',
  }
}

const NOT_INSTALLED: Availability = {
  available: false,
  reason: 'Piper is not installed on this server.',
  hint: 'Install Piper and a voice to give Vee a natural voice without a key.',
  envVar: null,
  problem: 'not-installed',
}

const NO_VOICE: Availability = {
  available: false,
  reason: 'Piper is installed and has no voice.',
  hint: 'Set PIPER_VOICES to a folder with voices (.onnx and .onnx.json) and start Vee again.',
  envVar: 'PIPER_VOICES',
  problem: 'no-model',
}
