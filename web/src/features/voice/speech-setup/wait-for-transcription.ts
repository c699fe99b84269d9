import type { getSpeechStatus, ModelDownload, SpeechStatus } from '@vee/contract/http/system'
import { ApiError, type Api } from '#lib/http/index.ts'
import { pause } from '#lib/async/pause.ts'
import { useFetchedModel } from './fetched-model.ts'

/** Reason for which the server cannot transcribe after all. */
export type SetupFailure = 'offline' | 'unavailable' | 'preparing' | 'cancelled'

export class SetupError extends Error {
  readonly reason: SetupFailure

  constructor(reason: SetupFailure) {
    super(`transcription is not set up: ${reason}`)
    this.name = 'SetupError'
    this.reason = reason
  }
}

/** Often enough for a bar that moves, in milliseconds. */
const ASK_EVERY_MS = 500
/** Time without a response after which the server counts as unreachable, in ms. */
const SILENCE_LIMIT_MS = 60_000

let waiting = 0

/**
 * Waits until the server can transcribe `language` (BCP 47), and shows its progress meanwhile. Rejects with a
 * SetupError: `preparing` when a download failed, `unavailable` where no provider transcribes any more.
 */
export async function waitForTranscription(
  api: Api,
  language: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  waiting += 1
  let answeredAt = Date.now()
  try {
    for (;;) {
      const status = await readStatus(api, language, signal)
      if (status) {
        answeredAt = Date.now()
        const missing = missingOf(status)
        if (missing === undefined) return
        useFetchedModel.setState({ model: missing })
        if (missing.state !== 'running') throw new SetupError('preparing')
      } else if (Date.now() - answeredAt > SILENCE_LIMIT_MS) {
        throw new SetupError('offline')
      }
      await pause(ASK_EVERY_MS, signal)
    }
  } finally {
    waiting -= 1
    if (waiting === 0) useFetchedModel.setState({ model: undefined })
  }
}

/** Returns undefined while the server does not respond. */
async function readStatus(
  api: Api,
  language: string | undefined,
  signal: AbortSignal,
): Promise<SpeechStatus | undefined> {
  try {
    return await api.json<typeof getSpeechStatus>('GET', '/system/speech', {
      query: { language },
      signal,
    })
  } catch (error) {
    if (signal.aborted) throw new SetupError('cancelled')
    if (error instanceof ApiError) return undefined
    throw error
  }
}

/**
 * Returns what is missing before a provider can transcribe; undefined when one can. Throws where none ever
 * will.
 */
function missingOf({ hearing }: SpeechStatus): ModelDownload | undefined {
  const able = hearing.filter(({ available }) => available)
  if (able.length === 0) throw new SetupError('unavailable')
  if (able.some(({ preparation }) => preparation === null)) return undefined
  return able[0]?.preparation ?? undefined
}
