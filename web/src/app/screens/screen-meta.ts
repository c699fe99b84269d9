import type { ScreenId } from '../resolve-path.ts'

/** What the frame around a screen has to know of it. */
interface ScreenMeta {
  readonly transition?: 'fade'
  /** the footer makes room where it would stand between thumb and microphone */
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
