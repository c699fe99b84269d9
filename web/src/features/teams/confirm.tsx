import { useTexts } from '#i18n/index.ts'
import { ConfirmDialog, type ConfirmDialogProps } from '#ui/feedback/confirm-dialog.tsx'

/** Asks for confirmation before an irreversible action. */
export function Confirm(props: Omit<ConfirmDialogProps, 'cancelLabel' | 'closeLabel'>) {
  const common = useTexts('common')
  return <ConfirmDialog {...props} cancelLabel={common('cancel')} closeLabel={common('close')} />
}
