import { KeyboardHelp } from '#features/interface/keyboard-help/keyboard-help.tsx'
import type { ModalProps } from './modal-props.ts'

export function KeyboardHelpModal({ dialogOptions }: ModalProps) {
  return <KeyboardHelp {...dialogOptions} />
}
