import { LinkManager } from '#features/sharing/link-manager.tsx'
import { useTexts } from '#i18n/index.ts'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { useRuntime } from '../../runtime-context.ts'
import type { ModalProps } from './modal-props.ts'

/** The links to one conversation. */
export function ShareLinkModal({ conversation, dialogOptions }: ModalProps) {
  const t = useTexts('sharing')
  const common = useTexts('common')
  const { api } = useRuntime()
  if (!conversation) return null
  return (
    <Dialog
      isOpen
      {...dialogOptions}
      title={t('title', { title: conversation.title })}
      closeLabel={common('close')}
    >
      <LinkManager api={api} thing={{ kind: 'conversation', ...conversation }} />
    </Dialog>
  )
}
