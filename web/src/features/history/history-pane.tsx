import type { ConversationSummary, FoundConversation } from '@vee/contract/entities/conversation'
import type { Project } from '@vee/contract/entities/project'
import type { KnowledgeHit } from '@vee/contract/http/knowledge'
import { Archive, ArchiveX, CloudOff, FolderPen, MessagesSquare, Plus, Search, SearchX } from 'lucide-react'
import { type ComponentType, useEffect, useRef, useState, type ReactNode } from 'react'
import { currentLanguage, useTexts } from '#i18n/index.ts'
import { PassageHits, SearchAnswer, usePassageHits } from '#passages/index.ts'
import { ProjectShelf } from '#projects/index.ts'
import type { ShareProps } from '#lib/share-props.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { ListPane } from '#ui/display/list-pane.tsx'
import { PaneRows, PaneRow } from '#ui/display/pane-row.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { VisuallyHidden } from '#ui/display/visually-hidden.tsx'
import { groupByDay } from './group-by-day.ts'
import { HistoryRow } from './history-row.tsx'
import type { RowActions } from './row-menu.tsx'
import styles from './history.module.css'
import { FilterChips, FilterMenu } from './filter-menu.tsx'
import { OrganizingDialog, type ProjectKnowledgeProps } from './organizing-dialog.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { NearRows } from './near-rows.tsx'
import { type MemberHistory, type MemberHistoryOptions, useMemberHistory } from './use-member-history.ts'

interface HistoryPaneProps extends MemberHistoryOptions {
  /** true if the server stores this user's conversations; otherwise only the browser does */
  readonly isMember: boolean
  /** conversations in this browser, newest first */
  readonly inBrowser: () => readonly ConversationSummary[]
  readonly agentLabel: (agentId: string) => string
  readonly onOpen: (item: FoundConversation, from: 'server' | 'browser') => void
  /** the assistants that conversations can be narrowed to */
  readonly agents: readonly { readonly id: string; readonly label: string }[]
  /** opens a passage where it was said */
  readonly onOpenHit: (hit: KnowledgeHit) => void
  /** begins a conversation, in a project if one is shown */
  readonly onNew: (project?: Project) => void
  /** opens the links to a conversation */
  readonly onShare: (item: ConversationSummary) => void
  readonly onClose: () => void
  /** what runs in the background */
  readonly background?: ReactNode
  /** opens a meeting */
  readonly onOpenMeeting: (id: string) => void
  /** switches between this list and others */
  readonly kinds: ReactNode
  /** the button that opens the rights of teams to a project */
  readonly Share: ComponentType<ShareProps>
  /** the files and pages of a project */
  readonly Knowledge: ComponentType<ProjectKnowledgeProps>
}

/** The conversations next to the page: search, open, rename, archive, export, delete. */
export function HistoryPane(props: HistoryPaneProps) {
  return props.isMember ? <MemberPane {...props} /> : <VisitorPane {...props} />
}

/** A visitor's conversations are in the browser, and so is their search. */
function VisitorPane(props: HistoryPaneProps) {
  const t = useTexts('history')
  const [q, setQ] = useState('')
  const wanted = q.trim()
  const hits = usePassageHits(props.search, wanted)
  return (
    <ListPane
      title={t('title')}
      closeLabel={t('close')}
      onClose={props.onClose}
      kinds={props.kinds}
      actions={<NewChat onNew={() => props.onNew()} />}
      search={
        <SearchField q={q} count={hits?.q === wanted ? hits.items.length : undefined} onChange={setQ} />
      }
    >
      {wanted === '' && <BrowserList {...props} note={t('onlyHere')} />}
      {hits?.q === wanted && hits.items.length === 0 && (
        <EmptyState icon={SearchX} title={t('nothingFound')} />
      )}
      {hits && <PassageHits hits={hits} onOpen={props.onOpenHit} />}
    </ListPane>
  )
}

interface SearchFieldProps {
  readonly q: string
  /** how many were found; undefined while it is not known */
  readonly count: number | undefined
  readonly onChange: (q: string) => void
}

/** The field of a search, which states the number of results for screen readers. */
function SearchField({ q, count, onChange }: SearchFieldProps) {
  const t = useTexts('history')
  return (
    <>
      <TextField
        label={t('search')}
        type="search"
        icon={Search}
        value={q}
        onChange={(event) => onChange(event.target.value)}
      />
      <VisuallyHidden>
        <span role="status">{q.trim() !== '' && count !== undefined ? t('found', { count }) : ''}</span>
      </VisuallyHidden>
    </>
  )
}

function NewChat({ onNew }: { readonly onNew: () => void }) {
  const t = useTexts('history')
  return <IconButton icon={Plus} label={t('newChat')} tooltipSide="below" onClick={onNew} />
}

function MemberPane(props: HistoryPaneProps) {
  const t = useTexts('history')
  const member = useMemberHistory(props)
  const { q, archived, filter, setFilter, project, labels, hits, list, dialog } = member
  return (
    <ListPane
      title={t(archived ? 'archiveTitle' : 'title')}
      closeLabel={t('close')}
      onClose={props.onClose}
      kinds={props.kinds}
      actions={<MemberActions member={member} agents={props.agents} onNew={props.onNew} />}
      search={<MemberSearch member={member} agents={props.agents} />}
    >
      {!archived && (
        <ProjectShelf
          projects={labels.projects}
          currentId={project?.id}
          onOpen={({ id }) => setFilter({ ...filter, projectId: id === project?.id ? undefined : id })}
          onDrop={member.drop}
          onCreate={() => member.setDialog({ kind: 'new-project' })}
        />
      )}
      {q.trim() === '' && props.background}
      {hits && hits.items.length > 0 && <SearchAnswer key={hits.q} api={props.api} q={hits.q} />}
      <MemberList {...props} member={member} />
      {list.state.kind === 'loaded' && hits && <PassageHits hits={hits} onOpen={props.onOpenHit} />}
      {dialog && (
        <OrganizingDialog
          dialog={dialog}
          history={member.history}
          labels={labels}
          agents={props.agents}
          actions={member.actions}
          tell={props.tell}
          Share={props.Share}
          Knowledge={props.Knowledge}
          onOpenMeeting={props.onOpenMeeting}
          onEditProject={(edited) => member.setDialog({ kind: 'project', project: edited })}
          api={props.api}
          onClose={() => member.setDialog(undefined)}
        />
      )}
    </ListPane>
  )
}

interface MemberActionsProps extends Pick<HistoryPaneProps, 'agents' | 'onNew'> {
  readonly member: MemberHistory
}

/** The buttons above the list: the archive, the filter, and a new conversation. */
function MemberActions({ member, agents, onNew }: MemberActionsProps) {
  const t = useTexts('history')
  const { archived, setArchived, labels, filter, setFilter, project } = member
  return (
    <>
      <IconButton
        icon={archived ? ArchiveX : Archive}
        label={t('showArchive')}
        isPressed={archived}
        tooltipSide="below"
        onClick={() => setArchived(!archived)}
      />
      <FilterMenu {...labels} filter={filter} onChange={setFilter} agents={agents} />
      <NewChat onNew={() => onNew(project)} />
    </>
  )
}

/** The search with the active filters, the project's editor, and the actions of a selection. */
function MemberSearch({ member, agents }: Omit<MemberActionsProps, 'onNew'>) {
  const t = useTexts('history')
  const { q, setQ, archived, listed, list, labels, filter, setFilter, project, setDialog, selection } = member
  return (
    <>
      <SearchField q={q} count={list.state.kind === 'loaded' ? listed.length : undefined} onChange={setQ} />
      <FilterChips {...labels} filter={filter} onChange={setFilter} agents={agents} />
      {project && (
        <div className={styles['project']}>
          <Button
            size="compact"
            icon={FolderPen}
            aria-haspopup="dialog"
            onClick={() => setDialog({ kind: 'project', project })}
          >
            {t('projects.edit')}
          </Button>
        </div>
      )}
      {selection.ids && (
        <SelectionBar
          count={selection.ids.size}
          archived={archived}
          isAll={selection.isAll}
          onAll={selection.selectAll}
          onAct={member.actOnSelection}
          onTag={() => setDialog({ kind: 'tags', items: selection.selected })}
          onMove={() => setDialog({ kind: 'move', items: selection.selected })}
          onEnd={selection.end}
        />
      )}
    </>
  )
}

/** The conversations on the server; those of the browser while it cannot be reached. */
function MemberList({ member, ...props }: HistoryPaneProps & { readonly member: MemberHistory }) {
  const t = useTexts('history')
  const { list, hits, q, archived, labels, selection } = member
  const { state } = list
  if (state.kind === 'loading')
    return (
      <div className={styles['waiting']} aria-busy="true">
        <Skeleton height="2.75rem" lines={6} />
      </div>
    )
  if (state.kind === 'failed')
    return (
      <Failed isSilent={state.isSilent} onRetry={list.retry}>
        <BrowserList {...props} note={t('offline')} />
      </Failed>
    )
  return (
    <>
      {state.items.length === 0 && member.isSearched && !hits?.items.length && (
        <Nothing isSearch={q.trim() !== ''} archived={archived} />
      )}
      <Groups
        items={state.items}
        currentId={props.currentId}
        agentLabel={props.agentLabel}
        projects={labels.projects}
        linked={labels.linked}
        selectedIds={selection.ids}
        actions={{
          ...member.rowActions,
          onShare: props.onShare,
          onOpen: (item) => {
            member.markRead(item)
            props.onOpen(item, 'server')
          },
        }}
      />
      {state.nextCursor !== null && <More onReached={list.loadMore} />}
    </>
  )
}

function Nothing({ isSearch, archived }: { readonly isSearch: boolean; readonly archived: boolean }) {
  const t = useTexts('history')
  if (isSearch) return <EmptyState icon={SearchX} title={t('nothingFound')} />
  if (archived) return <EmptyState icon={Archive} title={t('archiveEmpty')} />
  return (
    <EmptyState icon={MessagesSquare} title={t('empty')}>
      {t('emptyHelp')}
    </EmptyState>
  )
}

interface FailedProps {
  readonly isSilent: boolean
  readonly onRetry: () => void
  readonly children: ReactNode
}

/** Shows the conversations in this browser if offline; an error for any other failure. */
function Failed({ isSilent, onRetry, children }: FailedProps) {
  const t = useTexts('history')
  const retry = (
    <Button size="compact" onClick={onRetry}>
      {t('retry')}
    </Button>
  )
  if (!isSilent) return <EmptyState icon={CloudOff} title={t('failed')} action={retry} />
  return (
    <>
      {children}
      <div className={styles['retry']}>{retry}</div>
    </>
  )
}

interface GroupsProps {
  readonly items: readonly FoundConversation[]
  readonly projects: readonly Project[]
  readonly linked: ReadonlySet<string>
  readonly selectedIds: ReadonlySet<string> | undefined
  readonly currentId: string
  readonly agentLabel: (agentId: string) => string
  readonly actions: RowActions
}

function Groups({ items, currentId, agentLabel, projects, linked, selectedIds, actions }: GroupsProps) {
  const t = useTexts('history')
  const [now] = useState(() => new Date())
  const pinned = items.filter((item) => item.pinned)
  const days = groupByDay(
    items.filter((item) => !item.pinned),
    now,
    currentLanguage(),
  )
  const groups =
    pinned.length === 0 ? days : [{ key: 'pinned', label: 'pinned' as const, items: pinned }, ...days]
  return groups.map(({ key, label, items: ofDay }, index) => (
    <section key={key} aria-labelledby={`history-${key}`}>
      <h3 id={`history-${key}`} className={styles['day']}>
        {typeof label === 'string' ? t(label) : label.text}
      </h3>
      <NearRows items={ofDay} isFirst={index === 0}>
        {(item) => (
          <HistoryRow
            key={item.id}
            item={item}
            agentLabel={agentLabel(item.agentId)}
            projectName={projects.find(({ id }) => id === item.projectId)?.name}
            isLinked={linked.has(item.id)}
            isSelected={selectedIds?.has(item.id)}
            isCurrent={item.id === currentId}
            {...actions}
          />
        )}
      </NearRows>
    </section>
  ))
}

/** The end of the loaded list: the next page is loaded when it is scrolled to, or by its button. */
function More({ onReached }: { readonly onReached: () => Promise<void> }) {
  const t = useTexts('history')
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!end.current) return undefined
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) void onReached()
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [onReached])
  return (
    <div ref={end} className={styles['more']}>
      <Button variant="quiet" size="compact" onClick={() => void onReached()}>
        {t('more')}
      </Button>
    </div>
  )
}

interface BrowserListProps {
  readonly inBrowser: () => readonly ConversationSummary[]
  readonly currentId: string
  readonly agentLabel: (agentId: string) => string
  readonly onOpen: (item: ConversationSummary, from: 'server' | 'browser') => void
  /** the reason why only these are listed */
  readonly note: string
}

/** Lists the conversations in this browser. */
function BrowserList({ inBrowser, currentId, agentLabel, onOpen, note }: BrowserListProps) {
  const t = useTexts('history')
  const time = new Intl.DateTimeFormat(currentLanguage(), { timeStyle: 'short' })
  return (
    <>
      <p className={styles['note']}>{note}</p>
      <PaneRows>
        {inBrowser().map((item) => (
          <PaneRow
            key={item.id}
            title={item.title === '' ? t('untitled') : item.title}
            meta={`${agentLabel(item.agentId)} · ${time.format(new Date(item.updatedAt))}`}
            isCurrent={item.id === currentId}
            onOpen={() => onOpen(item, 'browser')}
          />
        ))}
      </PaneRows>
    </>
  )
}
