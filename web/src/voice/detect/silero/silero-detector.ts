import type { Detection, Detector } from '@vee/contract/audio/detector'
import type { SileroReport, SileroRequest } from './silero-messages.ts'

/** The used part of a worker. */
export interface DetectorWorker {
  postMessage(message: SileroRequest): void
  addEventListener(type: 'message', listener: (event: { readonly data: SileroReport }) => void): void
  terminate(): void
}

/**
 * Creates a detector with Silero's model, for noisy rooms: it distinguishes a voice from a fan, traffic or
 * music. Its result arrives with the next frame. Until it is loaded, or if it cannot be loaded, `meanwhile`
 * detects.
 */
export function createSileroDetector(worker: DetectorWorker, meanwhile: Detector): Detector {
  let isReady = false
  let run = 0
  let found: Detection[] = []

  function begin(): void {
    run += 1
    found = []
    worker.postMessage({ type: 'reset', run })
  }

  worker.addEventListener('message', ({ data }) => {
    if (data.type === 'broken') isReady = false
    if (data.type === 'found' && data.run === run) found.push(data.detection)
    // Audio sent during loading counts too, so that its time is the stream's.
    if (data.type === 'ready') isReady = true
  })
  begin()

  return {
    push(samples) {
      worker.postMessage({ type: 'samples', run, samples })
      const now = found
      found = []
      const others = meanwhile.push(samples)
      return isReady ? now : others
    },
    reset() {
      meanwhile.reset()
      begin()
    },
    dispose: () => worker.terminate(),
  }
}

/** The detector for noisy rooms; its model (5.7 MB) is fetched when this is called. */
export function openSileroDetector(meanwhile: Detector): Detector {
  const worker = new Worker(new URL('./silero.worker.ts', import.meta.url), { type: 'module' })
  return createSileroDetector(worker, meanwhile)
}
