import { use } from 'react'
import type { DialogProps } from './overlay/dialog-popup.tsx'
import { LoadFailureContext, useLater } from './use-later.ts'

/** How a dialog is opened, which whoever opens it decides. */
export type DialogManner = Pick<DialogProps, 'onClose' | 'size' | 'isClosable'>

const importPopup = () => import('./overlay/dialog-popup.tsx')

/**
 * Keeps the focus inside and gives it back. Its code is loaded when one is first opened; where it cannot be had, the dialog
 * is closed, and said so.
 */
export function Dialog(props: DialogProps) {
  const tellFailure = use(LoadFailureContext)
  const code = useLater(importPopup, props.isOpen, () => {
    props.onClose()
    tellFailure()
  })
  return code && <code.DialogPopup {...props} />
}
