import type { ScreenId } from '../resolve-path.ts'

/** Metadata of a screen for the surrounding shell. */
interface ScreenMeta {
  readonly transition?: 'fade'
  /** hides the footer where it would be between thumb and microphone */
  readonly hidesFooterWhenSmall?: boolean
}

const REGISTRATION: ScreenMeta = { transition: 'fade' }
const TALK: ScreenMeta = { hidesFooterWhenSmall: true }

export const SCREEN_META: Readonly<Partial<Record<ScreenId, ScreenMeta>>> = {
  home: TALK,
  pro: TALK,
  register: REGISTRATION,
  'register-plan': REGISTRATION,
  'register-payment': REGISTRATION,
  'register-success': REGISTRATION,
}
