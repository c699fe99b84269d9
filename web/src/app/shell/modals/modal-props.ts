import type { Locale } from '@vee/contract/entities/locale'
import type { DialogManner } from '#ui/feedback/dialog.tsx'

/** The prompts; a chosen one is inserted into the message field. */
export interface ModalProps {
  readonly locale: Locale
  readonly isSignedIn: boolean
  /** of the model picker: chooses a model for one reply */
  readonly onModel?: ((modelId: string) => void) | undefined
  /** The editor of a custom agent, with sharing. */
  readonly manner: DialogManner
}
