import { KeyboardHelp } from '#features/keyboard-help/index.ts'
import type { ModalProps } from './modal-props.ts'

export function KeyboardHelpModal({ onClose }: ModalProps) {
  return <KeyboardHelp onClose={onClose} />
}
