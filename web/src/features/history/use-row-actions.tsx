import type { ConversationSummary } from '@vee/contract/entities/conversation'
import type { Project } from '@vee/contract/entities/project'
import { useTexts } from '#i18n/index.ts'
import { downloadText } from '#lib/files/download-text.ts'
import type { RowActions } from './row-menu.tsx'
import type { BulkAction, ConversationChange, ServerHistory } from './source.ts'
import { type ShowUndoNotice, useUndoOffer } from './use-undo-offer.tsx'

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

/** What the actions work with. */
interface ActionContext {
  readonly history: ServerHistory
  readonly shown: ReturnType<typeof shownItems>
  readonly offerUndo: ReturnType<typeof useUndoOffer>
  readonly currentId: string
  readonly onCurrentGone: () => void
  /** shows a notice of any type */
  readonly tell: ShowUndoNotice
  /** called when the server has changed which conversations a project contains */
  readonly onMoved: () => void
  /** states that a change failed */
  readonly failed: () => void
}

type RowActionOptions = Pick<ActionContext, 'tell' | 'currentId' | 'onCurrentGone' | 'onMoved'>

/** The actions of rows: displayed at once, then sent to the server; reverted after a failure. */
export function useRowActions(
  history: ServerHistory,
  change: Change,
  options: RowActionOptions,
): Omit<RowActions, 'onOpen' | 'onShare' | 'onTag' | 'onMove' | 'onSelect' | 'dragged'> & OrganizingActions {
  const t = useTexts('history')
  const { tell } = options
  const failed = () => void tell({ type: 'error', title: t('changeFailed') })
  const offerUndo = useUndoOffer(tell)
  const context = { history, shown: shownItems(change), offerUndo, failed, ...options }
  return {
    ...useFieldChanges(context),
    ...useRemovals(context),
    onBulk: useBulkAction(context),
    onExport: (item, format) => void exportConversation(history, item.id, format).catch(failed),
  }
}

/** Returns the changes of the displayed list; the server is updated separately. */
function shownItems(change: Change) {
  return {
    replace: (item: ConversationSummary) =>
      change((items) => items.map((other) => (other.id === item.id ? item : other))),
    pin: (ids: readonly string[]) =>
      change((items) => items.map((item) => (ids.includes(item.id) ? { ...item, pinned: true } : item))),
    drop: (ids: readonly string[]) => change((items) => items.filter(({ id }) => !ids.includes(id))),
    putBack: (item: ConversationSummary) =>
      change((items) =>
        [...items.filter(({ id }) => id !== item.id), item].toSorted((a, b) =>
          b.updatedAt.localeCompare(a.updatedAt),
        ),
      ),
  }
}

/** The actions that change fields of conversations, which stay in the list. */
function useFieldChanges({ history, shown, offerUndo, onMoved, failed }: ActionContext) {
  const t = useTexts('history')
  function update(item: ConversationSummary, changes: ConversationChange): void {
    shown.replace({ ...item, ...changes })
    history.change(item.id, changes).then(
      (changed) => {
        shown.replace(changed)
        if (changes.projectId !== undefined) onMoved()
      },
      () => {
        shown.replace(item)
        failed()
      },
    )
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
  } satisfies Pick<RowActions, 'onRename' | 'onPin' | 'onRead'> & Omit<OrganizingActions, 'onBulk'>
}

/** The actions that take a conversation out of the list; it is put back after a failure. */
function useRemovals(context: ActionContext): Pick<RowActions, 'onArchive' | 'onDelete'> {
  const { history, shown, offerUndo, tell, currentId, onCurrentGone, onMoved, failed } = context
  const t = useTexts('history')
  const restore = async ({ id }: ConversationSummary): Promise<void> => {
    shown.putBack(await history.restore(id))
    onMoved()
  }
  const revert = (item: ConversationSummary) => () => {
    shown.putBack(item)
    failed()
  }
  return {
    onArchive(item, archived) {
      shown.drop([item.id])
      history
        .change(item.id, { archived })
        .then(
          () => void tell({ type: 'success', title: t(archived ? 'archived' : 'unarchived') }),
          revert(item),
        )
    },
    onDelete(item) {
      shown.drop([item.id])
      history.remove(item.id).then(() => {
        onMoved()
        offerUndo(t('deleted'), () => void restore(item).catch(failed))
        if (item.id === currentId) onCurrentGone()
      }, revert(item))
    },
  }
}

/** The action of all selected conversations. */
function useBulkAction(context: ActionContext): OrganizingActions['onBulk'] {
  const { history, shown, offerUndo, currentId, onCurrentGone, onMoved, failed } = context
  const t = useTexts('history')
  return (selected, action) => {
    const ids = selected.map(({ id }) => id)
    if (action === 'pin') shown.pin(ids)
    else shown.drop(ids)
    const putAllBack = () => {
      for (const item of selected) shown.putBack(item)
    }
    const undoAll = async (undoAction: BulkAction): Promise<void> => {
      await history.bulk(ids, undoAction)
      putAllBack()
      onMoved()
    }
    history.bulk(ids, action).then(
      ({ changed }) => {
        if (action !== 'pin') onMoved()
        const undo = action === 'delete' ? 'restore' : 'unarchive'
        if (action === 'delete' || action === 'archive')
          offerUndo(t(`select.${action}d`, { count: changed }), () => void undoAll(undo).catch(failed))
        if (action === 'delete' && ids.includes(currentId)) onCurrentGone()
      },
      () => {
        putAllBack()
        failed()
      },
    )
  }
}

/** Downloads a conversation as a file. Rejects with ApiError. */
async function exportConversation(
  history: ServerHistory,
  id: string,
  format: 'markdown' | 'json',
): Promise<void> {
  const response = await history.export(id, format)
  const extension = format === 'json' ? 'json' : 'md'
  downloadText(fileNameOf(response) ?? `${id}.${extension}`, await response.text())
}

function fileNameOf(response: Response): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return encoded === undefined ? undefined : decodeURIComponent(encoded)
}
