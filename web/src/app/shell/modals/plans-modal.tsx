import { useTexts } from '#i18n/index.ts'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { GuestPlans } from '../footer/guest-plans.tsx'
import type { ModalProps } from './modal-props.ts'

/** The plans over the home page, for guests. */
export function PlansModal({ dialogOptions }: ModalProps) {
  const t = useTexts('plans')
  const common = useTexts('common')
  return (
    <Dialog isOpen {...dialogOptions} title={t('title')} closeLabel={common('close')}>
      <GuestPlans onFollow={dialogOptions.onClose} />
    </Dialog>
  )
}
