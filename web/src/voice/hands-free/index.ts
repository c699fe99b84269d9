/** Listening without a button; loaded with its first use. */
export { openSileroDetector } from '../detect/silero/silero-detector.ts'
export { createEnergyDetector } from '@vee/contract/audio/energy-detector'
export { sensitivityOfThreshold } from '@vee/contract/audio/detector'
export { createHandsFree } from './hands-free.ts'
export { openTurnJudge, type TurnJudge } from '../turn-model/turn-judge.ts'
export { createBrowserWakeWordSpotter } from './browser-wake-word-spotter.ts'
export type { WakeWordSpotter } from './wake-word-spotter.ts'
export { createSpotterChain } from '../wake-words/taught-word-spotter.ts'
