import type { ConversationSummary } from '@vee/contract/entities/conversation'
import type { Project } from '@vee/contract/entities/project'
import { useMemo, useState } from 'react'
import type { Api } from '#lib/http/index.ts'
import { type SearchPassages, usePassageHits } from '#passages/index.ts'
import type { Dropped } from '#projects/index.ts'
import type { OpenDialog } from './organizing-dialog.tsx'
import { type BulkAction, type HistoryFilter, serverHistory, type Wish } from './source.ts'
import { useConversations } from './use-conversations.ts'
import { useLabels } from './use-labels.ts'
import { useRowActions } from './use-row-actions.tsx'
import { useSelectedConversations } from './use-selected-conversations.ts'
import type { ShowUndoNotice } from './use-undo-offer.tsx'

/** What the list of a member works with. */
export interface MemberHistoryOptions {
  readonly api: Api
  /** changes after a message, so that the list is reloaded */
  readonly revision: string
  /** searches everything stored; undefined until it is known who searches */
  readonly search: SearchPassages | undefined
  /** the project that the list begins with */
  readonly projectId?: string | undefined
  /** puts files or meetings into a project */
  readonly onDropOnProject: (
    project: Project,
    dropped: Exclude<Dropped, { readonly kind: 'conversation' }>,
  ) => void
  readonly currentId: string
  /** called when the open conversation was deleted */
  readonly onCurrentGone: () => void
  readonly tell: ShowUndoNotice
}

export type MemberHistory = ReturnType<typeof useMemberHistory>

/** The state of a member's list: what is searched and selected, what was found, and the open dialog. */
export function useMemberHistory(props: MemberHistoryOptions) {
  const { api, projectId } = props
  const [q, setQ] = useState('')
  const [archived, setArchived] = useState(false)
  const [filter, setFilter] = useState<HistoryFilter>({ projectId })
  const [dialog, setDialog] = useState<OpenDialog>()
  const history = useMemo(() => serverHistory(api), [api])
  const labels = useLabels(history, props.revision)
  const wish = wishOf(q, filter, archived)
  const list = useConversations(history, wish, props.revision)
  const actions = useRowActions(history, list.change, { ...props, onMoved: labels.reload })
  const hits = usePassageHits(props.search, wish.q)
  const listed = list.state.kind === 'loaded' ? list.state.items : []
  const selection = useSelectedConversations(listed)

  function drop(target: Project, dropped: Dropped): void {
    if (dropped.kind !== 'conversation') return props.onDropOnProject(target, dropped)
    const moved = listed.filter(({ id, projectId }) => dropped.ids.includes(id) && projectId !== target.id)
    if (moved.length > 0) actions.onMoveTogether(moved, target)
    selection.end()
  }
  function actOnSelection(action: BulkAction): void {
    actions.onBulk(selection.selected, action)
    selection.end()
  }

  return {
    q,
    setQ,
    archived,
    setArchived,
    filter,
    setFilter,
    dialog,
    setDialog,
    history,
    labels,
    list,
    listed,
    hits,
    actions,
    selection,
    drop,
    actOnSelection,
    markRead: ({ id }: ConversationSummary) =>
      list.change((items) => items.map((each) => (each.id === id ? { ...each, unread: false } : each))),
    /** the project that the list is narrowed to */
    project: labels.projects.find(({ id }) => id === filter.projectId),
    /** the passages are those of the current search */
    isSearched: wish.q === '' || hits?.q === wish.q,
    /** the actions of rows, apart from opening and sharing */
    rowActions: {
      ...actions,
      onTag: (item: ConversationSummary) => setDialog({ kind: 'tags', items: [item] }),
      onMove: (item: ConversationSummary) => setDialog({ kind: 'move', items: [item] }),
      onSelect: selection.toggle,
      dragged: selection.dragged,
    },
  }
}

/** A search that begins with a tag, as it is written below conversations, finds those that have it. */
function wishOf(q: string, filter: HistoryFilter, archived: boolean): Wish {
  const [tag = '', ...words] = q.trim().split(/\s+/)
  if (!tag.startsWith('#') || tag.length === 1) return { ...filter, q: q.trim(), archived }
  return { ...filter, tag: tag.slice(1), q: words.join(' '), archived }
}
