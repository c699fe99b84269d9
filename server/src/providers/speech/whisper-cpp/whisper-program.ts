import { stat, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Availability } from '../../failure.ts'
import { findProgram } from '../../program/find-program.ts'
import { programFailure, readProgram } from '../../program/run-program.ts'
import { createSlots } from '../../program/slots.ts'
import type { SttProvider } from '../stt.ts'
import { AVAILABLE } from '../../wire/availability.ts'
import type { ProviderName } from '../../wire/failures.ts'
import { languageHint } from '../../wire/languages.ts'
import { oneLine } from './one-line.ts'

/**
 * File names that whisper.cpp's own download script gives its models; models for voice activity have the same
 * form.
 */
const MODEL = /^ggml-(?!silero).+\.bin$/
const ENGLISH_ONLY = /\.en[.-]/

/**
 * Returns the smallest model in the folders, a multilingual one before an English one; undefined without one.
 */
export async function findModel(folders: readonly string[]): Promise<string | undefined> {
  const lists = await Promise.all(folders.map(modelsIn))
  const [best] = lists
    .flat()
    .toSorted(
      (a, b) =>
        Number(ENGLISH_ONLY.test(a.path)) - Number(ENGLISH_ONLY.test(b.path)) ||
        a.size - b.size ||
        a.path.localeCompare(b.path),
    )
  return best?.path
}

async function modelsIn(folder: string) {
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => MODEL.test(name)).map((name) => join(folder, name))
  return Promise.all(
    files.map(async (path) => ({
      path,
      size: await stat(path).then(
        (file) => file.size,
        () => Infinity,
      ),
    })),
  )
}

const PROGRAM = 'whisper-cli'
const WHISPER_CLI = { id: 'whisper-cli', name: 'whisper.cpp' } as const satisfies ProviderName
/** Maximum number of runs: each has a model in memory. */
const MAX_RUNNING = 1
const MAX_WAITING = 16
/** Maximum size of the output: several times the text of the longest recording that the API accepts. */
const MAX_TEXT_BYTES = 1024 * 1024

export interface WhisperProgramOptions {
  /** folders to search for `whisper-cli`, in the format of PATH */
  readonly searchPath: string
  /** the model's file; undefined: searched for in `folders` */
  readonly modelFile: string | undefined
  readonly folders: readonly string[]
  readonly threads: number
  /** maximum duration of one transcription, in ms */
  readonly timeLimitMs: number
}

/**
 * Transcribes by the program of whisper.cpp: the recording is passed by standard input, the text is read from
 * the output. Loads the model for each recording. Does not pass on the prompt of a request, because arguments
 * are visible to every user of the machine.
 */
export function createWhisperProgramStt(options: WhisperProgramOptions): SttProvider {
  const { searchPath, folders, threads, timeLimitMs } = options
  const slots = createSlots(MAX_RUNNING, MAX_WAITING)
  let last: string | undefined
  const modelFile = async () => {
    last = options.modelFile ?? (await findModel(folders))
    return last !== undefined && (await isFile(last)) ? last : undefined
  }
  const isEnglishOnly = () => last !== undefined && /\.en[.-]/.test(basename(last))

  return {
    ...WHISPER_CLI,
    get model() {
      return last === undefined ? PROGRAM : basename(last)
    },
    location: 'server',
    get languages() {
      return isEnglishOnly() ? ['en'] : undefined
    },
    containers: ['wav', 'mp3'],
    async availability() {
      if ((await findProgram(PROGRAM, searchPath)) === undefined) return NOT_INSTALLED
      return (await modelFile()) === undefined ? NO_MODEL : AVAILABLE
    },
    async transcribe({ audio, language }, signal) {
      const [program, model] = await Promise.all([findProgram(PROGRAM, searchPath), modelFile()])
      if (program === undefined) throw programFailure(WHISPER_CLI, 'unavailable', 'is not installed.')
      if (model === undefined) throw programFailure(WHISPER_CLI, 'unavailable', 'has no model.')
      const hint = isEnglishOnly() ? 'en' : languageHint(language)
      const onEnd = await slots.require(WHISPER_CLI, signal)
      const text = await readProgram({
        provider: WHISPER_CLI,
        program,
        args: argumentsFor(model, hint, threads),
        input: audio,
        timeLimitMs,
        maxOutputBytes: MAX_TEXT_BYTES,
        signal,
        onEnd,
      })
      return { text: oneLine(text), language: hint ?? null, durationSeconds: undefined }
    },
  }
}

/** See https://github.com/ggml-org/whisper.cpp/tree/master/examples/cli. `-f -` reads standard input. */
const argumentsFor = (model: string, language: string | undefined, threads: number) =>
  ['-m', model, '-l', language ?? 'auto', '-t', String(threads)].concat([
    '--no-prints',
    '--no-timestamps',
    '-f',
    '-',
  ])

const isFile = (path: string) =>
  stat(path).then(
    (stats) => stats.isFile(),
    () => false,
  )

const NOT_INSTALLED: Availability = {
  available: false,
  reason: 'whisper-cli is not installed on this server.',
  hint: 'Install whisper.cpp and a model to transcribe without a key.',
  envVar: null,
  problem: 'not-installed',
}

const NO_MODEL: Availability = {
  available: false,
  reason: 'whisper-cli is installed and has no model.',
  hint: 'Set WHISPER_CPP_MODEL to a ggml model file and start Vee again.',
  envVar: 'WHISPER_CPP_MODEL',
  problem: 'no-model',
}
