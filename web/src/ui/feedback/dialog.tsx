import { use } from 'react'
import type { DialogProps } from './overlay/dialog-popup.tsx'
import { LoadFailureContext, useLazyCode } from '../use-lazy-code.ts'

/** Presentation options of a dialog, chosen by its opener. */
export type DialogOptions = Pick<DialogProps, 'onClose' | 'size' | 'isClosable'>

const importPopup = () => import('./overlay/dialog-popup.tsx')

/**
 * Traps the focus and restores it. Its code is loaded on first use; if that fails, the dialog is closed with
 * a notice.
 */
export function Dialog(props: DialogProps) {
  const showFailure = use(LoadFailureContext)
  const code = useLazyCode(importPopup, props.isOpen, () => {
    props.onClose()
    showFailure()
  })
  return code && <code.DialogPopup {...props} />
}
