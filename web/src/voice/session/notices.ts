import type { VoiceNotice } from './session-ports.ts'

/** Reasons for a missing voice. If there is no voice at all, only `voice-silent` is shown. */
const REASONS_OF_SILENCE: ReadonlySet<VoiceNotice> = new Set([
  'voice-server-unavailable',
  'voice-credits-exhausted',
  'browser-speech-unsupported',
  'browser-voices-missing',
  'voice-browser',
  'voice-basic',
])

/** Shown alone if nothing replaces the browser's voice. */
const BROWSER_CANNOT: ReadonlySet<VoiceNotice> = new Set([
  'browser-speech-unsupported',
  'browser-voices-missing',
])

/** Returns the notices with one more; the same array if nothing changes. */
export function withNotice(shown: readonly VoiceNotice[], notice: VoiceNotice): readonly VoiceNotice[] {
  if (shown.includes(notice)) return shown
  if (notice === 'voice-silent') return [...shown.filter((other) => !REASONS_OF_SILENCE.has(other)), notice]
  if (REASONS_OF_SILENCE.has(notice) && shown.includes('voice-silent')) return shown
  if (notice === 'voice-basic') return [...shown.filter((other) => !BROWSER_CANNOT.has(other)), notice]
  if (BROWSER_CANNOT.has(notice) && shown.includes('voice-basic')) return shown
  return [...shown, notice]
}
