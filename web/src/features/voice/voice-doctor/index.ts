export { VoiceDoctor, type TurnTiming } from './voice-doctor.tsx'
