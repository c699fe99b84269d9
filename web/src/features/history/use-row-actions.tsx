import type { ConversationSummary } from '@vee/contract/entities/conversation'
import type { ReactNode } from 'react'
import { useTexts } from '#i18n/index.ts'
import { downloadText } from '#lib/files/download-text.ts'
import { Button } from '#ui/controls/button.tsx'
import type { RowActions } from './history-row.tsx'
import type { ServerHistory } from './source.ts'

/** How long a deletion can be undone, in ms. The server would allow ten minutes. */
const UNDO_MS = 10_000

interface Notice {
  readonly type: 'success' | 'error'
  readonly title: string
  readonly message?: ReactNode
  readonly duration?: number
}

/** Shows a notice, and returns a function that dismisses it. */
export type ShowUndoNotice = (notice: Notice) => () => void

type Change = (change: (items: readonly ConversationSummary[]) => readonly ConversationSummary[]) => void

/** The actions of rows: displayed at once, then sent to the server; reverted after a failure. */
export function useRowActions(
  history: ServerHistory,
  change: Change,
  {
    tell,
    currentId,
    onCurrentGone,
  }: { readonly tell: ShowUndoNotice; readonly currentId: string; readonly onCurrentGone: () => void },
): Omit<RowActions, 'onOpen' | 'onShare'> {
  const t = useTexts('history')
  const failed = () => void tell({ type: 'error', title: t('changeFailed') })
  const replace = (item: ConversationSummary) =>
    change((items) => items.map((other) => (other.id === item.id ? item : other)))
  const drop = ({ id }: ConversationSummary) => change((items) => items.filter((other) => other.id !== id))
  const putBack = (item: ConversationSummary) =>
    change((items) =>
      [...items.filter(({ id }) => id !== item.id), item].toSorted((a, b) =>
        b.updatedAt.localeCompare(a.updatedAt),
      ),
    )

  return {
    onRename(item, title) {
      replace({ ...item, title })
      history.change(item.id, { title }).catch(() => {
        replace(item)
        failed()
      })
    },
    onArchive(item, archived) {
      drop(item)
      history.change(item.id, { archived }).then(
        () => void tell({ type: 'success', title: t(archived ? 'archived' : 'unarchived') }),
        () => {
          putBack(item)
          failed()
        },
      )
    },
    onExport(item, format) {
      void (async () => {
        try {
          const response = await history.export(item.id, format)
          downloadText(
            fileNameOf(response) ?? `${item.id}.${format === 'json' ? 'json' : 'md'}`,
            await response.text(),
          )
        } catch {
          failed()
        }
      })()
    },
    onDelete(item) {
      drop(item)
      const deleted = history.remove(item.id)
      deleted.then(
        () => {
          const undo = () => {
            takeAway()
            history.restore(item.id).then(putBack, failed)
          }
          const takeAway = tell({
            type: 'success',
            title: t('deleted'),
            duration: UNDO_MS,
            message: (
              <Button size="compact" onClick={undo}>
                {t('undo')}
              </Button>
            ),
          })
          if (item.id === currentId) onCurrentGone()
        },
        () => {
          putBack(item)
          failed()
        },
      )
    },
  }
}

function fileNameOf(response: Response): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return encoded === undefined ? undefined : decodeURIComponent(encoded)
}
