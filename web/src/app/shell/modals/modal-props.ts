import type { Locale } from '@vee/contract/entities/locale'
import type { DialogManner } from '#ui/feedback/dialog.tsx'

/** The prompts; a chosen one is inserted into the message field. */
export interface ModalProps {
  readonly locale: Locale
  readonly isSignedIn: boolean
  /** The editor of a custom agent, with sharing. */
  readonly manner: DialogManner
}
