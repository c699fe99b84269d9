export { StateGlyph } from './state-glyph.tsx'
export { useVoice } from './use-voice.ts'
export { VoiceDock, type VoiceDockProps } from './voice-dock.tsx'
