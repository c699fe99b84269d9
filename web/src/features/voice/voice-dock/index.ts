export { StateGlyph } from './state-glyph.tsx'
export { useLiveWords } from './use-live-words.ts'
export { useVoice } from './use-voice.ts'
export { VoiceDock } from './voice-dock.tsx'
