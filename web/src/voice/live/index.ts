export { LiveVoice } from './live-voice.ts'
