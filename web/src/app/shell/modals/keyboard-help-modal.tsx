import { KeyboardHelp } from '#features/keyboard-help/index.ts'
import type { ModalProps } from '../modals.tsx'

export function KeyboardHelpModal({ onClose }: ModalProps) {
  return <KeyboardHelp onClose={onClose} />
}
