/** Listening without a button; loaded when it is first asked for. */
export { openSileroDetector } from '../detect/silero/index.ts'
export { createEnergyDetector } from '../detect/energy-detector.ts'
export { sensitivityOfThreshold } from '../detect/detector.ts'
export { createHandsFree } from './hands-free.ts'
export { createWakeSpotter } from './wake-spotter.ts'
