import type { Locale } from '@vee/contract/entities/locale'
import type { LinkedConversation, ModelWish } from '../services/interface-state.ts'
import type { DialogOptions } from '#ui/feedback/dialog.tsx'

/** What every overlay of the page gets. */
export interface ModalProps {
  readonly locale: Locale
  readonly isSignedIn: boolean
  /** of the model picker */
  readonly modelWish?: ModelWish | undefined
  /** of the links */
  readonly conversation?: LinkedConversation | undefined
  readonly dialogOptions: DialogOptions
}
