import type { Clock } from '../speak/clock.ts'
import type { TurnModelReport, TurnModelRequest } from './turn-model-messages.ts'

/** The used part of a worker. */
interface TurnModelWorker {
  postMessage(message: TurnModelRequest): void
  addEventListener(type: 'message', listener: (event: { readonly data: TurnModelReport }) => void): void
  terminate(): void
}

/** Judges at pauses whether the speaker has finished, with a model that is loaded on demand. */
export interface TurnJudge {
  /**
   * Calls `onJudged` with the probability that the turn has ended, 0…1; never while the model is loaded, nor if the next
   * pause comes first, nor after the model failed or proved too slow.
   */
  judge(samples: Int16Array, onJudged: (probability: number) => void): void
  dispose(): void
}

export interface TurnJudgeDependencies {
  /** returns the address of the model; undefined if the host provides none */
  readonly address: () => Promise<string | undefined>
  readonly openWorker: () => TurnModelWorker
  readonly clock: Clock
  /** called once if the model is too slow on this device */
  readonly onTooSlow: () => void
}

/** A later judgement comes after the rules have decided, ms. */
const USEFUL_WITHIN_MS = 300
/** Judgements in a row that may be later. */
const MAX_LATE = 3

export function createTurnJudge({ address, openWorker, clock, onTooSlow }: TurnJudgeDependencies): TurnJudge {
  let worker: TurnModelWorker | undefined
  let isReady = false
  let isOver = false
  let late = 0
  let pending: {
    readonly id: number
    readonly at: number
    readonly onJudged: (probability: number) => void
  } = {
    id: 0,
    at: 0,
    onJudged: () => undefined,
  }

  function stop(): void {
    isOver = true
    isReady = false
    worker?.terminate()
  }

  function onReport(report: TurnModelReport): void {
    if (isOver) return
    if (report.type === 'ready') isReady = true
    else if (report.type === 'broken') stop()
    else {
      if (report.id !== pending.id) return
      const isLate = clock.now() - pending.at > USEFUL_WITHIN_MS
      late = isLate ? late + 1 : 0
      if (!isLate) return pending.onJudged(report.probability)
      if (late < MAX_LATE) return
      stop()
      onTooSlow()
    }
  }

  async function load(): Promise<void> {
    const url = await address()
    if (url === undefined || isOver) return
    worker = openWorker()
    worker.addEventListener('message', ({ data }) => onReport(data))
    worker.postMessage({ type: 'load', address: url })
  }
  // Without an answer from the server the rules decide.
  load().catch(() => undefined)

  return {
    judge(samples, onJudged) {
      if (!isReady) return
      pending = { id: pending.id + 1, at: clock.now(), onJudged }
      worker?.postMessage({ type: 'judge', id: pending.id, samples })
    },
    dispose: stop,
  }
}

/** Returns a judge with the model in a worker of its own. */
export const openTurnJudge = (dependencies: Omit<TurnJudgeDependencies, 'openWorker'>): TurnJudge =>
  createTurnJudge({
    ...dependencies,
    openWorker: () => new Worker(new URL('./turn-model.worker.ts', import.meta.url), { type: 'module' }),
  })
