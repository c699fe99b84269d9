import { useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

interface ConfirmProps {
  readonly title: string
  readonly text: string
  /** the word on the button that does it */
  readonly action: string
  readonly onClose: () => void
  /** resolves when it is done, or could not be */
  readonly onConfirm: () => Promise<unknown>
}

/** Asks before something that cannot be undone. */
export function Confirm({ title, text, action, onClose, onConfirm }: ConfirmProps) {
  const common = useTexts('common')
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
      closeLabel={common('close')}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button variant="danger" isLoading={isBusy} onClick={() => void confirm()}>
            {action}
          </Button>
        </>
      }
    />
  )
}
