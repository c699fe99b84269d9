export { StateGlyph } from './state-glyph.tsx'
export { useInterimWords } from './use-interim-words.ts'
export { useVoice } from './use-voice.ts'
export { VoiceDock } from './voice-dock.tsx'
