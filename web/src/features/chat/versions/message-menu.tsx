import { EllipsisVertical, GitFork, Info, ListX, Trash2 } from 'lucide-react'
import { use } from 'react'
import { useTexts } from '#i18n/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { MenuButton } from '#ui/controls/menu-button.tsx'
import type { Chat } from '../store/chat.ts'
import { BranchNoticeContext, loadBranchActions } from './lazy-branches.ts'

/** How long a deletion can be undone, in ms. The server would allow ten minutes. */
const UNDO_MS = 10_000

interface MessageMenuProps {
  readonly chat: Chat
  readonly messageId: string
  /** whether other messages follow it */
  readonly isLast: boolean
  /** shows or hides the model and the cost; absent where there are none */
  readonly onToggleDetails?: (() => void) | undefined
}

/** What can be done with any message: see its details, fork, delete it, delete it with what follows. */
export function MessageMenu({ chat, messageId, isLast, onToggleDetails }: MessageMenuProps) {
  const t = useTexts('chat')
  const notify = use(BranchNoticeContext)
  const failed = () => void notify({ type: 'error', title: t('message.failed') })

  async function remove(following: boolean): Promise<void> {
    const { removeMessage } = await loadBranchActions()
    const undo = await removeMessage(chat, messageId, { following })
    const dismiss = notify({
      type: 'success',
      title: t('message.deleted'),
      duration: UNDO_MS,
      message: (
        <Button
          size="compact"
          onClick={() => {
            dismiss()
            undo().catch(failed)
          }}
        >
          {t('message.undo')}
        </Button>
      ),
    })
  }

  const details = {
    id: 'details',
    label: t('reply.details'),
    icon: Info,
    onSelect: () => onToggleDetails?.(),
  }
  const forking = {
    id: 'fork',
    label: t('message.fork'),
    icon: GitFork,
    onSelect: () =>
      void loadBranchActions()
        .then(({ fork }) => fork(chat, messageId), failed)
        .catch(failed),
  }
  const deleting = [
    {
      id: 'delete',
      label: t('message.delete'),
      icon: Trash2,
      isDanger: true,
      onSelect: () => void remove(false).catch(failed),
    },
    {
      id: 'delete-following',
      label: t('message.deleteFollowing'),
      icon: ListX,
      isDanger: true,
      onSelect: () => void remove(true).catch(failed),
    },
  ]
  return (
    <MenuButton
      label={t('message.more')}
      renderOpener={(opener) => (
        <IconButton icon={EllipsisVertical} label={t('message.more')} size="compact" {...opener} />
      )}
      groups={[
        ...(onToggleDetails ? [{ items: [details] }] : []),
        { items: [forking] },
        { items: isLast ? deleting.slice(0, 1) : deleting },
      ]}
    />
  )
}
