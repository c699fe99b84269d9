import type { SileroReport, SileroRequest } from './silero-messages.ts'
import type { SileroModel } from './silero-model.ts'
import { WINDOW_SAMPLES } from './speech-judge.ts'

/**
 * Runs the model over a stream of audio, one window after the other, and reports the probability of speech in each.
 * Audio that arrives while the model is loaded is processed afterwards, so that its time is the stream's. The returned
 * function resolves when a request is processed.
 * @param now clock in ms
 */
export function createSileroService(
  loading: Promise<SileroModel>,
  report: (message: SileroReport) => void,
  now: () => number,
): (request: SileroRequest) => Promise<void> {
  let run = 0
  let begun = new Int16Array()
  let work: Promise<void> = loading.then(
    () => report({ type: 'ready' }),
    () => report({ type: 'broken' }),
  )

  async function execute(request: SileroRequest): Promise<void> {
    const silero = await loading
    if (request.type === 'samples') return judgeSamples(silero, request.samples)
    run = request.run
    begun = new Int16Array()
    silero.reset()
  }

  async function judgeSamples(silero: SileroModel, samples: Int16Array): Promise<void> {
    const all = new Int16Array(begun.length + samples.length)
    all.set(begun)
    all.set(samples, begun.length)
    let offset = 0
    for (; offset + WINDOW_SAMPLES <= all.length; offset += WINDOW_SAMPLES) {
      const startedAt = now()
      const probability = await silero.probabilityOf(all.subarray(offset, offset + WINDOW_SAMPLES))
      report({ type: 'window', run, probability, tookMs: now() - startedAt })
    }
    begun = all.slice(offset)
  }

  return (request) => {
    work = work.then(() => execute(request)).catch(() => report({ type: 'broken' }))
    return work
  }
}
