import type { Locale } from '@vee/contract/entities/locale'
import type { ModelWish } from '../services/interface-state.ts'
import type { DialogOptions } from '#ui/feedback/dialog.tsx'

/** The prompts; a chosen one is inserted into the message field. */
export interface ModalProps {
  readonly locale: Locale
  readonly isSignedIn: boolean
  /** of the model picker */
  readonly modelWish?: ModelWish | undefined
  /** The editor of a custom agent, with sharing. */
  readonly dialogOptions: DialogOptions
}
