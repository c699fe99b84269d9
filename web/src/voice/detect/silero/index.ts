import type { Detector } from '../detector.ts'
import { createSileroDetector } from './silero-detector.ts'

/** The detector for noisy rooms; its model (5.7 MB) is fetched when this is called. */
export function openSileroDetector(meanwhile: Detector): Detector {
  const worker = new Worker(new URL('./silero.worker.ts', import.meta.url), { type: 'module' })
  return createSileroDetector(worker, meanwhile)
}
