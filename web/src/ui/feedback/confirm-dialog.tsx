import { useState, type ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { Dialog } from './dialog.tsx'

export interface ConfirmDialogProps {
  readonly title: string
  readonly text: string
  /** label of the button that does it */
  readonly action: string
  readonly cancelLabel: string
  readonly closeLabel: string
  readonly onClose: () => void
  /** resolves when it succeeded or failed */
  readonly onConfirm: () => Promise<unknown>
  /** information or choices before the action */
  readonly children?: ReactNode
}

/** Asks for confirmation before an irreversible action. */
export function ConfirmDialog({
  title,
  text,
  action,
  cancelLabel,
  closeLabel,
  onClose,
  onConfirm,
  children,
}: ConfirmDialogProps) {
  const [isBusy, setBusy] = useState(false)

  async function confirm(): Promise<void> {
    setBusy(true)
    await onConfirm()
    onClose()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      description={text}
      closeLabel={closeLabel}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>{cancelLabel}</Button>
          <Button variant="danger" isLoading={isBusy} onClick={() => void confirm()}>
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
