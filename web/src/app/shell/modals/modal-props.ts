import type { Locale } from '@vee/contract/entities/locale'
import type { DialogManner } from '#ui/dialog.tsx'

/** What everything that stands over the page is given. */
export interface ModalProps {
  readonly locale: Locale
  readonly isSignedIn: boolean
  /** as whoever opened it wished */
  readonly manner: DialogManner
}
