import { lazy, Suspense, useState, type ReactNode } from 'react'

export interface DialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: string
  readonly description?: ReactNode
  /** what the closing button says */
  readonly closeLabel: string
  readonly size?: 'small' | 'medium' | 'large'
  /** false: only what is inside can end it */
  readonly isClosable?: boolean
  /** the buttons, the main one last */
  readonly footer?: ReactNode
  readonly children?: ReactNode
}

const DialogPopup = lazy(async () => ({ default: (await import('./overlay/dialog-popup.tsx')).DialogPopup }))

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
