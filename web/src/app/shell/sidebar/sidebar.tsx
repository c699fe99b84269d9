import { type AgentId, resolveAgentId } from '@vee/contract/entities/agent-ids'
import type { ConversationSummary } from '@vee/contract/entities/conversation'
import type { Locale } from '@vee/contract/entities/locale'
import {
  type ComponentProps,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react'
import { useStore } from 'zustand'
import { storedConversations } from '#features/chat/store/tab-conversations.ts'
import { HistoryPane } from '#features/history/index.ts'
import { loadViewTexts, useTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { historyChanges } from '#lib/storage/history-changes.ts'
import { dataOwner } from '#lib/storage/data-owner.ts'
import { isSessionExpired } from '#lib/storage/tab-session.ts'
import { useIsMember } from '#lib/use-is-member.ts'
import { ProjectShelf, useProjects } from '#projects/index.ts'
import { Chip } from '#ui/display/badge.tsx'
import { agentLabel } from '../../chat/agent-label.ts'
import { firstQuestionOf } from '../../chat/first-question.ts'
import { useStoredSearch } from '../use-stored-search.ts'
import { lazyPart } from '../lazy-part.ts'
import { useRuntime } from '../../runtime-context.ts'
import { useActiveAgent, type Runtime } from '../../runtime.ts'
import { type Opening, useOpening } from './use-opening.ts'
import { useProjectDrops } from './use-project-drops.tsx'
import styles from './sidebar.module.css'
import { isComposing } from '#lib/is-composing.ts'

interface SidebarProps {
  readonly locale: Locale
  readonly isSignedIn: boolean
}

/** The kinds of lists next to the page, and the key of each label. */
const KINDS = { conversations: 'title', diary: 'diary', meetings: 'meetings' } as const
type Kind = keyof typeof KINDS

const kindOf = (agentId: AgentId): Kind =>
  agentId === 'diary_agent' ? 'diary' : agentId === 'meeting_summarizer' ? 'meetings' : 'conversations'

const DiaryPane = lazyPart(
  async () => (await import('#features/agents/diary/index.ts')).DiaryPane,
  loadViewTexts,
)
const MeetingsPane = lazyPart(
  async () => (await import('#features/meetings/index.ts')).MeetingsPane,
  loadViewTexts,
)

/** Its code is loaded with the first project that is edited. */
const ShareButton = lazyPart(
  async () => (await import('#features/sharing/share-button.tsx')).ShareButton,
  loadViewTexts,
)

/** The code that reads files is loaded with the first project that is edited. */
const ProjectKnowledge = lazyPart(async () => (await import('./project-knowledge.tsx')).ProjectKnowledge)

/** The projects above the meetings. */
function ProjectsOfMember({
  api,
  ...actions
}: { readonly api: Api } & Pick<ComponentProps<typeof ProjectShelf>, 'onOpen' | 'onDrop'>) {
  return <ProjectShelf projects={useProjects(api)} {...actions} />
}

/**
 * The list next to the page; remounted when a session begins or ends, so that it contains no data of the
 * previous user.
 */
export function Sidebar(props: SidebarProps) {
  return <SidebarOfPerson key={String(props.isSignedIn)} {...props} />
}

const BackgroundList = lazyPart(
  async () => (await import('#features/background/background-list.tsx')).BackgroundList,
  loadViewTexts,
)

/** On narrow screens, it covers the page until an entry is chosen. */
function SidebarOfPerson({ locale, isSignedIn }: SidebarProps) {
  const t = useTexts('history')
  const { api, shell } = useRuntime()
  const agentId = useActiveAgent()
  const isMember = useIsMember(api, isSignedIn)
  const [kind, setKind] = useState(kindOf(agentId))
  const [projectId, setProjectId] = useState<string>()
  const dropOnProject = useProjectDrops(api, shell)
  const owner = useCallback(() => dataOwner(api), [api])
  const container = useListFocus(isMember)
  const close = () => shell.page.toggleSidebar()
  const opening = useOpening({ locale, isSignedIn })
  const showKind = (chosen: Kind, project?: string) => {
    setKind(chosen)
    setProjectId(project)
  }
  const frame = {
    owner,
    closeLabel: t('close'),
    onClose: close,
    kinds: <KindChips kind={kind} onChange={showKind} />,
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Esc closes it from wherever the focus is in it
    <div ref={container} className={styles['sidebar']} tabIndex={-1} onKeyDown={onEscape(close)}>
      <Suspense fallback={null}>
        {kind === 'diary' && <DiaryPane {...frame} onOpen={(id) => opening.openRecord('diary_agent', id)} />}
        {kind === 'meetings' && (
          <MeetingsPane
            {...frame}
            api={api}
            projects={
              isMember === true && (
                <ProjectsOfMember
                  api={api}
                  onOpen={({ id }) => showKind('conversations', id)}
                  onDrop={dropOnProject}
                />
              )
            }
            onOpen={(id) => opening.openRecord('meeting_summarizer', id)}
            onOpenHit={opening.showHit}
          />
        )}
      </Suspense>
      {kind === 'conversations' && isMember !== undefined && (
        <Conversations
          kinds={frame.kinds}
          isMember={isMember}
          projectId={projectId}
          opening={opening}
          onDropOnProject={dropOnProject}
          onClose={close}
        />
      )}
    </div>
  )
}

/** Returns a handler of keys that closes with Esc. */
const onEscape = (close: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event.nativeEvent)) return
  event.stopPropagation()
  close()
}

interface KindChipsProps {
  readonly kind: Kind
  readonly onChange: (kind: Kind) => void
}

function KindChips({ kind, onChange }: KindChipsProps) {
  const t = useTexts('history')
  return (
    <div role="group" aria-label={t('kinds')} className={styles['kinds']}>
      {(Object.keys(KINDS) as readonly Kind[]).map((each) => (
        <Chip key={each} isPressed={each === kind} onClick={() => onChange(each)}>
          {t(KINDS[each])}
        </Chip>
      ))}
    </div>
  )
}

/** Focuses the list when it is wanted, and returns the focus when it is closed. Returns its reference. */
function useListFocus(isMember: boolean | undefined) {
  const { shell } = useRuntime()
  const container = useRef<HTMLDivElement>(null)
  const requests = useStore(shell.page.store, ({ listRequests }) => listRequests)
  const seenRequests = useRef(requests)
  useEffect(() => {
    if (requests === seenRequests.current) return
    seenRequests.current = requests
    focusList(container.current)
  }, [requests])
  useEffect(() => {
    if (isMember === undefined || !shell.page.store.getState().isSidebarWanted) return undefined
    const before = document.activeElement
    focusList(container.current)
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [isMember, shell])
  return container
}

/**
 * Focuses the search field, except on touch devices, where an on-screen keyboard would cover half of the
 * list.
 */
function focusList(list: HTMLElement | null): void {
  const hasKeys = !window.matchMedia('(pointer: coarse)').matches
  const field = hasKeys ? list?.querySelector<HTMLElement>('input') : undefined
  const first = field ?? list
  first?.focus()
}

interface ConversationsProps extends Pick<
  ComponentProps<typeof HistoryPane>,
  'kinds' | 'isMember' | 'projectId' | 'onDropOnProject' | 'onClose'
> {
  readonly opening: Opening
}

/** The list of conversations, connected to the open one. */
function Conversations({ opening, ...props }: ConversationsProps) {
  const t = useTexts('history')
  const agentTexts = useTexts('agents')
  const { api, agents, shell, talkWith } = useRuntime()
  const agentId = useActiveAgent()
  const { chat } = talkWith(agentId)
  const { conversationId, revision } = useRevision(chat.state)
  const search = useStoredSearch(api, props.isMember)
  const changes = useStore(historyChanges, ({ count }) => count)
  const catalogue = useStore(agents, (state) => state.agents)
  const labelOf = (id: string) => agentLabel(catalogue, id, agentTexts('gone'))
  return (
    <HistoryPane
      {...props}
      background={
        <BackgroundList
          api={api}
          agentLabel={labelOf}
          onOpen={opening.openBackground}
          onFailure={(title) => shell.notices.notify({ type: 'error', title })}
        />
      }
      api={api}
      inBrowser={browserHistory}
      currentId={conversationId}
      revision={`${revision} ${changes}`}
      agentLabel={labelOf}
      onOpen={opening.openFound}
      search={search}
      onOpenHit={opening.showHit}
      agents={catalogue.map(({ id, label }) => ({ id, label }))}
      onNew={(project) => opening.startNew(resolveAgentId(project?.agentId ?? '') ?? agentId, project?.id)}
      onCurrentGone={() => chat.startNew()}
      onShare={({ id, title }) =>
        shell.page.openModal({ id: 'share-link', conversation: { id, title: title || t('untitled') } })
      }
      Share={ShareButton}
      Knowledge={ProjectKnowledge}
      onOpenMeeting={(id) => opening.openRecord('meeting_summarizer', id)}
      tell={shell.notices.showUndo}
    />
  )
}

/** Changes when a question was asked or a reply has ended. */
function useRevision(
  state: Runtime['talkWith'] extends (id: never) => { chat: { state: infer S } } ? S : never,
) {
  const conversationId = useStore(state, (chat) => chat.conversationId)
  const revision = useStore(
    state,
    ({ messages, running }) => `${conversationId} ${messages.at(-1)?.id} ${running === undefined}`,
  )
  return { conversationId, revision }
}

/** Returns the conversations of this tab for the list: newest first. */
function browserHistory(): readonly ConversationSummary[] {
  if (isSessionExpired()) return []
  return storedConversations()
    .map(({ id, agentId, leafId, messages }) => ({
      id,
      agentId,
      title: firstQuestionOf(messages),
      createdAt: messages[0]?.timestamp ?? '',
      updatedAt: messages.at(-1)?.timestamp ?? '',
      messageCount: messages.length,
      archived: false,
      leafId,
      titleSource: 'first-words' as const,
      projectId: null,
      pinned: false,
      tags: [],
      unread: false,
    }))
    .toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))
}
