import { spawn } from 'node:child_process'
import { ProviderFailure } from '../failure.ts'
import type { ProviderName } from '../wire/failures.ts'
import { inBackground } from '../../background.ts'

/** Enough for every voice that espeak-ng could list. */
const MOST_LIST_BYTES = 1024 * 1024

export interface EspeakRun {
  readonly program: string
  readonly args: readonly string[]
  readonly input: string
  /** how long the program, or whoever reads its output, may keep still, in milliseconds */
  readonly timeLimitMs: number
  readonly signal: AbortSignal
  /** called once the program is gone, however it ended */
  readonly onEnd: () => void
}

/**
 * Runs espeak-ng and hands over what it writes, as it is written. There is no shell: arguments go as they are and the
 * text by standard input. The program gets none of the server's environment, which holds keys, and is killed when
 * `signal` aborts or the time limit passes.
 */
export async function* runEspeak(run: EspeakRun): AsyncGenerator<Uint8Array, void, undefined> {
  const child = start(run)
  const ended = new Promise<{ failure: Error | undefined; code: number | null }>((resolve) => {
    child.once('error', (failure) => resolve({ failure, code: null }))
    child.once('close', (code) => resolve({ failure: undefined, code }))
  })
  const kill = () => child.kill('SIGKILL')
  let isLate = false
  const limit = setTimeout(() => {
    isLate = true
    kill()
  }, run.timeLimitMs)
  run.signal.addEventListener('abort', kill, { once: true })
  if (run.signal.aborted) kill()
  const release = async () => {
    await ended
    clearTimeout(limit)
    run.signal.removeEventListener('abort', kill)
    run.onEnd()
  }
  inBackground('espeak ended', release())
  // A program that ends early closes its input, which is told by its exit code and not by the broken pipe.
  child.stdin.on('error', () => {})
  child.stdin.end(run.input)
  try {
    for await (const chunk of child.stdout as AsyncIterable<Uint8Array>) {
      limit.refresh()
      yield chunk
    }
    const { failure, code } = await ended
    if (isLate) throw espeakFailure('timeout', 'espeak-ng did not finish in time.')
    if (run.signal.aborted) throw espeakFailure('cut', 'The speech was cancelled.')
    if (failure) throw espeakFailure('unavailable', 'espeak-ng could not be started.', failure)
    if (code !== 0) throw espeakFailure('broken', `espeak-ng ended with code ${code}.`)
  } finally {
    kill()
  }
}

function start({ program, args, onEnd }: EspeakRun) {
  try {
    return spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'], env: { LC_ALL: 'C.UTF-8' } })
  } catch (error) {
    onEnd()
    throw espeakFailure('unavailable', 'espeak-ng could not be started.', error)
  }
}

/** The table of the program's voices. */
export async function listEspeakVoices(program: string, timeLimitMs: number): Promise<string> {
  const signal = new AbortController().signal
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of runEspeak({
    program,
    args: ['--voices'],
    input: '',
    timeLimitMs,
    signal,
    onEnd: () => {},
  })) {
    chunks.push(chunk)
    length += chunk.length
    if (length > MOST_LIST_BYTES) break
  }
  return Buffer.concat(chunks).toString('utf8')
}

export const ESPEAK = { id: 'espeak', name: 'eSpeak NG' } as const satisfies ProviderName

export function espeakFailure(
  kind: ProviderFailure['kind'],
  message: string,
  cause?: unknown,
): ProviderFailure {
  return new ProviderFailure({ kind, provider: ESPEAK.id, message, cause })
}
