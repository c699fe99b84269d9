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

/** Reasons that say enough by themselves: the voice that reads instead is heard. */
const SUFFICIENT_REASONS: ReadonlySet<VoiceNotice> = new Set([
  'voice-credits-exhausted',
  'voice-own-key-refused',
])

/** The voices that read instead of the chosen one. */
const FALLBACKS: ReadonlySet<VoiceNotice> = new Set(['voice-browser', 'voice-basic'])

/**
 * Returns the notices with one more; the same array if nothing changes. A failure of the voice is one notice: the voice
 * that reads instead, or the reason if the user can do something about it.
 */
export function withNotice(shown: readonly VoiceNotice[], notice: VoiceNotice): readonly VoiceNotice[] {
  if (shown.includes(notice)) return shown
  if (notice === 'voice-silent') return [...shown.filter((other) => !REASONS_OF_SILENCE.has(other)), notice]
  if (REASONS_OF_SILENCE.has(notice) && shown.includes('voice-silent')) return shown
  if (FALLBACKS.has(notice)) {
    if (shown.some((other) => SUFFICIENT_REASONS.has(other))) return shown
    return [
      ...shown.filter(
        (other) =>
          other !== 'voice-server-unavailable' &&
          !FALLBACKS.has(other) &&
          !(notice === 'voice-basic' && BROWSER_CANNOT.has(other)),
      ),
      notice,
    ]
  }
  if (BROWSER_CANNOT.has(notice) && shown.includes('voice-basic')) return shown
  return [...shown, notice]
}
