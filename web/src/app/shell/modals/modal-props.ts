import type { Locale } from '@vee/contract/entities/locale'

/** What everything that stands over the page is given. */
export interface ModalProps {
  readonly locale: Locale
  readonly isSignedIn: boolean
  readonly onClose: () => void
}
