export { StateGlyph } from './state-glyph.tsx'
export { useVoice } from './use-voice.ts'
export { VoiceDock } from './voice-dock.tsx'
