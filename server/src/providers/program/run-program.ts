import { spawn } from 'node:child_process'
import { inBackground } from '#lib/background.ts'
import { ProviderFailure, type ProviderFailureKind } from '../failure.ts'
import type { ProviderName } from '../wire/failures.ts'

export interface ProgramRun {
  /** for failures */
  readonly provider: ProviderName
  /** absolute path */
  readonly program: string
  readonly args: readonly string[]
  readonly input: string | Uint8Array
  /** maximum time without output, or without a read by the consumer, in ms */
  readonly timeLimitMs: number
  /** size of the output above which the program is killed */
  readonly maxOutputBytes: number
  readonly signal: AbortSignal
  /** called once the program has ended, for any reason */
  readonly onEnd: () => void
}

/**
 * Runs a program and yields its standard output as it is written. Uses no shell: arguments are an array and
 * the input goes to standard input. The program receives nothing of the server's environment, which contains
 * keys, and is killed when `signal` aborts, the time limit expires or the output is too long. Throws only
 * ProviderFailure.
 */
export async function* runProgram(run: ProgramRun): AsyncGenerator<Uint8Array, void, undefined> {
  const { provider, maxOutputBytes } = run
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
  inBackground(`${provider.id} ended`, release())
  // A program that ends early closes its input; its exit code reports that, not the broken pipe.
  child.stdin.on('error', () => {})
  child.stdin.end(run.input)
  let length = 0
  try {
    for await (const chunk of child.stdout as AsyncIterable<Uint8Array>) {
      limit.refresh()
      length += chunk.length
      if (length > maxOutputBytes) throw programFailure(provider, 'broken', 'wrote too much.')
      yield chunk
    }
    const { failure, code } = await ended
    if (isLate) throw programFailure(provider, 'timeout', 'did not finish in time.')
    if (run.signal.aborted) throw programFailure(provider, 'cut', 'was cancelled.')
    if (failure) throw programFailure(provider, 'unavailable', 'could not be started.', failure)
    if (code !== 0) throw programFailure(provider, 'broken', `ended with code ${code}.`)
  } finally {
    kill()
  }
}

function start({ provider, program, args, onEnd }: ProgramRun) {
  try {
    return spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'], env: { LC_ALL: 'C.UTF-8' } })
  } catch (error) {
    onEnd()
    throw programFailure(provider, 'unavailable', 'could not be started.', error)
  }
}

/** Returns the whole output of a program as UTF-8. */
export async function readProgram(run: ProgramRun): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of runProgram(run)) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** `what` follows the program's name, as in `ended with code 1.` */
export function programFailure(
  { id, name }: ProviderName,
  kind: ProviderFailureKind,
  what: string,
  cause?: unknown,
): ProviderFailure {
  return new ProviderFailure({ kind, provider: id, message: `${name} ${what}`, cause })
}
