import { lazy, Suspense, useState } from 'react'
import type { DialogProps } from './overlay/dialog-popup.tsx'

const DialogPopup = lazy(async () => ({ default: (await import('./overlay/dialog-popup.tsx')).DialogPopup }))

/** How a dialog is opened, which whoever opens it decides. */
export type DialogManner = Pick<DialogProps, 'onClose' | 'size' | 'isClosable'>

/** Keeps the focus inside and gives it back. Its code is loaded when one is first opened. */
export function Dialog(props: DialogProps) {
  const [wasOpened, setWasOpened] = useState(props.isOpen)
  if (props.isOpen && !wasOpened) setWasOpened(true)
  if (!wasOpened) return null
  return (
    <Suspense fallback={null}>
      <DialogPopup {...props} />
    </Suspense>
  )
}
