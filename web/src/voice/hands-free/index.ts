/** Listening without a button; loaded with its first use. */
export { openSileroDetector } from '../detect/silero/silero-detector.ts'
export { createEnergyDetector } from '../detect/energy-detector.ts'
export { sensitivityOfThreshold } from '../detect/detector.ts'
export { createHandsFree } from './hands-free.ts'
export { createWakeSpotter } from './wake-spotter.ts'
