export { LiveVoice } from './live-voice.ts'
export { openSocketInWorker } from './socket-in-worker.ts'
