import { type ReactNode, useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import styles from './history.module.css'

interface FormDialogProps {
  readonly title: string
  /** Called by the button and by Enter; closes the dialog itself. A rejection leaves it open with an alert. */
  readonly onSave: () => void | Promise<void>
  readonly onClose: () => void
  /** the fields */
  readonly children: ReactNode
}

/** A small dialog with fields, which are saved together. */
export function FormDialog({ title, onSave, onClose, children }: FormDialogProps) {
  const t = useTexts('history')
  const [hasFailed, setFailed] = useState(false)

  async function save(): Promise<void> {
    setFailed(false)
    try {
      await onSave()
    } catch {
      setFailed(true)
    }
  }

  return (
    <Dialog
      isOpen
      size="small"
      title={title}
      closeLabel={t('cancel')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" onClick={() => void save()}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {children}
        {hasFailed && <p role="alert">{t('changeFailed')}</p>}
      </form>
    </Dialog>
  )
}
