import type { ConversationSummary } from '@vee/contract/entities/conversation'
import type { Project } from '@vee/contract/entities/project'
import type { ReactNode } from 'react'
import { useTexts } from '#i18n/index.ts'
import { downloadText } from '#lib/files/download-text.ts'
import { Button } from '#ui/controls/button.tsx'
import type { RowActions } from './history-row.tsx'
import type { BulkAction, ConversationChange, ServerHistory } from './source.ts'

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

/** The actions of dialogs and of a selection. */
export interface OrganizingActions {
  readonly onChangeTags: (item: ConversationSummary, tags: readonly string[]) => void
  readonly onMoveTo: (item: ConversationSummary, projectId: string | null) => void
  /** moves several together, which can be undone together */
  readonly onMoveTogether: (
    items: readonly ConversationSummary[],
    project: Pick<Project, 'id' | 'name'>,
  ) => void
  readonly onBulk: (items: readonly ConversationSummary[], action: BulkAction) => void
}

/** The actions of rows: displayed at once, then sent to the server; reverted after a failure. */
export function useRowActions(
  history: ServerHistory,
  change: Change,
  {
    tell,
    currentId,
    onCurrentGone,
  }: { readonly tell: ShowUndoNotice; readonly currentId: string; readonly onCurrentGone: () => void },
): Omit<RowActions, 'onOpen' | 'onShare' | 'onTag' | 'onMove' | 'onSelect' | 'dragged'> & OrganizingActions {
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

  function update(item: ConversationSummary, changes: ConversationChange): void {
    replace({ ...item, ...changes })
    history.change(item.id, changes).then(replace, () => {
      replace(item)
      failed()
    })
  }
  function offerUndo(title: string, undo: () => void): void {
    const takeAway = tell({
      type: 'success',
      title,
      duration: UNDO_MS,
      message: (
        <Button
          size="compact"
          onClick={() => {
            takeAway()
            undo()
          }}
        >
          {t('undo')}
        </Button>
      ),
    })
  }

  return {
    onRename: (item, title) => update(item, { title }),
    onPin: (item, pinned) => update(item, { pinned }),
    onRead: (item, unread) => update(item, { unread }),
    onChangeTags: (item, tags) => update(item, { tags: [...tags] }),
    onMoveTo: (item, projectId) => update(item, { projectId }),
    onMoveTogether(items, { id: projectId, name }) {
      for (const item of items) update(item, { projectId })
      offerUndo(t('projects.inProject', { name }), () => {
        for (const item of items) update(item, { projectId: item.projectId })
      })
    },
    onBulk(selected, action) {
      const ids = selected.map(({ id }) => id)
      if (action === 'pin')
        change((items) => items.map((item) => (ids.includes(item.id) ? { ...item, pinned: true } : item)))
      else change((items) => items.filter(({ id }) => !ids.includes(id)))
      const putAllBack = () => {
        for (const item of selected) putBack(item)
      }
      history.bulk(ids, action).then(
        ({ changed }) => {
          const undo = action === 'delete' ? 'restore' : 'unarchive'
          if (action === 'delete' || action === 'archive')
            offerUndo(
              t(`select.${action}d`, { count: changed }),
              () => void history.bulk(ids, undo).then(putAllBack, failed),
            )
          if (action === 'delete' && ids.includes(currentId)) onCurrentGone()
        },
        () => {
          putAllBack()
          failed()
        },
      )
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
          offerUndo(t('deleted'), () => void history.restore(item.id).then(putBack, failed))
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
