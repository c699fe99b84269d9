import { MAX_AUDIO_SECONDS } from '@vee/contract/http/speech'
import { ProviderFailure } from '../../failure.ts'
import { findProgram } from '../../program/find-program.ts'
import { runProgram } from '../../program/run-program.ts'
import { createSlots } from '../../program/slots.ts'
import { readRawSamples } from '../../sound/raw-samples.ts'
import { localFailure } from './local-failure.ts'
import { MODEL_SAMPLE_RATE } from './wav-samples.ts'

const PROGRAM = 'ffmpeg'
const FFMPEG = { id: 'local', name: 'ffmpeg' } as const
const MAX_RUNNING = 2
const MAX_WAITING = 16
const MAX_SAMPLES = MAX_AUDIO_SECONDS * MODEL_SAMPLE_RATE

/** Decodes what no library here does, where ffmpeg is installed: MP4 with AAC. */
export interface FfmpegDecoder {
  isInstalled(): Promise<boolean>
  /** Returns mono at 16 kHz. Throws ProviderFailure: `unreadable` or `too-large` where the recording is at fault. */
  decodeMp4(bytes: Uint8Array, signal: AbortSignal): Promise<Int16Array<ArrayBuffer>>
}

export function createFfmpegDecoder(searchPath: string, timeLimitMs: number): FfmpegDecoder {
  const slots = createSlots(MAX_RUNNING, MAX_WAITING)
  return {
    isInstalled: async () => (await findProgram(PROGRAM, searchPath)) !== undefined,
    async decodeMp4(bytes, signal) {
      const program = await findProgram(PROGRAM, searchPath)
      if (program === undefined) throw localFailure('unreadable', 'There is no decoder for the recording.')
      const onEnd = await slots.require(FFMPEG, signal)
      const sound = runProgram({
        provider: FFMPEG,
        program,
        args: ARGUMENTS,
        input: bytes,
        timeLimitMs,
        maxOutputBytes: 2 * MAX_SAMPLES + 4 * MODEL_SAMPLE_RATE,
        signal,
        onEnd,
      })
      return collect(sound).catch((error: unknown) => {
        throw error instanceof ProviderFailure && FAULTS_OF_RECORDING.has(error.kind)
          ? localFailure('unreadable', 'ffmpeg cannot decode the recording.', error)
          : error
      })
    },
  }
}

/** Reads nothing but its standard input, and that as MP4 alone: other formats may name files and addresses. */
const INPUT = [
  '-v',
  'error',
  '-nostdin',
  '-protocol_whitelist',
  'pipe',
  '-f',
  'mp4',
  '-i',
  'pipe:0',
  '-map',
  '0:a:0',
]
const MONO = ['-ac', '1', '-ar', String(MODEL_SAMPLE_RATE)]
const OUTPUT = ['-t', String(MAX_AUDIO_SECONDS + 1), '-f', 's16le', 'pipe:1']
const ARGUMENTS = [...INPUT, ...MONO, ...OUTPUT]

const FAULTS_OF_RECORDING: ReadonlySet<ProviderFailure['kind']> = new Set(['broken', 'timeout'])

async function collect(sound: AsyncIterable<Uint8Array>): Promise<Int16Array<ArrayBuffer>> {
  const parts: Int16Array[] = []
  let length = 0
  for await (const samples of readRawSamples(sound)) {
    parts.push(samples)
    length += samples.length
  }
  if (length === 0) throw localFailure('unreadable', 'The recording holds no sound.')
  if (length > MAX_SAMPLES) throw localFailure('too-large', 'The recording holds more sound than is allowed.')
  const all = new Int16Array(length)
  let offset = 0
  for (const chunk of parts) {
    all.set(chunk, offset)
    offset += chunk.length
  }
  return all
}
