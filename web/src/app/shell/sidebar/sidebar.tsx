import { type AgentId, resolveAgentId } from '@vee/contract/entities/agent-ids'
import type { ConversationSummary, FoundConversation } from '@vee/contract/entities/conversation'
import type { KnowledgeHit } from '@vee/contract/http/knowledge'
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
import { openConversation } from '#features/chat/store/older-messages.ts'
import { openAside } from '#features/chat/store/set-aside.ts'
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
import { goTo, isHere } from '../../navigation.ts'
import { agentLabel } from '../../chat/agent-label.ts'
import { firstQuestionOf } from '../../chat/first-question.ts'
import { openHit } from '../open-hit.ts'
import { openStored } from '../open-stored.ts'
import { useStoredSearch } from '../use-stored-search.ts'
import { requestRecord } from '../../screens/talk/pending-record.ts'
import { lazyPart } from '../lazy-part.ts'
import { useRuntime } from '../../runtime-context.ts'
import { switchAgent, useActiveAgent, type Runtime } from '../../runtime.ts'
import { useProjectDrops } from './use-project-drops.tsx'
import styles from './sidebar.module.css'
import { isComposing } from '#lib/is-composing.ts'

/**
 * The first width that is too large for a class, in CSS pixels; the stylesheets have the same breakpoints.
 */
const SIZE_LIMITS: readonly (readonly [ScreenSize, number])[] = [
  ['small', 640],
  ['medium', 1024],
  ['large', 1536],
]

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
  const agentTexts = useTexts('agents')
  const runtime = useRuntime()
  const { api, agents, shell, talkWith } = runtime
  const agentId = useActiveAgent()
  const { chat } = talkWith(agentId)
  const { conversationId, revision } = useRevision(chat.state)
  const isMember = useIsMember(api, isSignedIn)
  const search = useStoredSearch(api, isMember)
  const changes = useStore(historyChanges, ({ count }) => count)
  const catalogue = useStore(agents, (state) => state.agents)
  const [kind, setKind] = useState(kindOf(agentId))
  const [projectId, setProjectId] = useState<string>()
  const dropOnProject = useProjectDrops(api, shell)
  const owner = useCallback(() => dataOwner(api), [api])
  const container = useRef<HTMLDivElement>(null)
  const home = isSignedIn ? `/${locale}/pro` : `/${locale}`

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

  const close = () => shell.page.toggleSidebar()
  /** If the list covers the page, the choice closes it. */
  function showTalk(): void {
    if (!isHere(home)) goTo(home)
    const size = screenSizeOf(window.innerWidth)
    if (size === 'small' || size === 'medium') close()
  }
  async function open(item: FoundConversation, from: 'server' | 'browser'): Promise<void> {
    const id = resolveAgentId(item.agentId)
    if (id === undefined) return
    const isOpen = talkWith(id).chat.state.getState().conversationId === item.id
    try {
      if (from === 'server' && item.messageId) {
        await openStored(runtime, {
          kind: 'conversation',
          id: item.id,
          agentId: item.agentId,
          place: { messageId: item.messageId },
        })
      } else if (!isOpen && from === 'server') await openConversation(talkWith(id).chat, item.id)
      else if (!isOpen) openAside(talkWith(id).chat, item.id)
    } catch {
      failToOpen()
      return
    }
    switchAgent(id)
    showTalk()
  }
  const failToOpen = () => shell.notices.notify({ type: 'error', title: t('openFailed') })
  function openRecord(of: AgentId, id: string): void {
    switchAgent(of)
    requestRecord(of, id)
    showTalk()
  }
  const showHit = (hit: KnowledgeHit) => openHit(hit, { runtime, locale, onShow: showTalk })
  const frame = {
    owner,
    closeLabel: t('close'),
    onClose: close,
    kinds: (
      <div role="group" aria-label={t('kinds')} className={styles['kinds']}>
        {(Object.keys(KINDS) as readonly Kind[]).map((each) => (
          <Chip
            key={each}
            isPressed={each === kind}
            onClick={() => {
              setKind(each)
              setProjectId(undefined)
            }}
          >
            {t(KINDS[each])}
          </Chip>
        ))}
      </div>
    ),
  }
  function closeByKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event.nativeEvent)) return
    event.stopPropagation()
    close()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Esc closes it from wherever the focus is in it
    <div ref={container} className={styles['sidebar']} tabIndex={-1} onKeyDown={closeByKey}>
      <Suspense fallback={null}>
        {kind === 'diary' && <DiaryPane {...frame} onOpen={(id) => openRecord('diary_agent', id)} />}
        {kind === 'meetings' && (
          <MeetingsPane
            {...frame}
            api={api}
            projects={
              isMember === true && (
                <ProjectsOfMember
                  api={api}
                  onOpen={({ id }) => {
                    setProjectId(id)
                    setKind('conversations')
                  }}
                  onDrop={dropOnProject}
                />
              )
            }
            onOpen={(id) => openRecord('meeting_summarizer', id)}
            onOpenHit={(hit) => void showHit(hit)}
          />
        )}
      </Suspense>
      {kind === 'conversations' && isMember !== undefined && (
        <HistoryPane
          kinds={frame.kinds}
          background={
            <BackgroundList
              api={api}
              agentLabel={(id) => agentLabel(catalogue, id, agentTexts('gone'))}
              onOpen={(id) =>
                void openStored(runtime, { kind: 'conversation', id, place: null }).then(showTalk, failToOpen)
              }
              onFailure={(title) => shell.notices.notify({ type: 'error', title })}
            />
          }
          api={api}
          isMember={isMember}
          inBrowser={browserHistory}
          currentId={conversationId}
          revision={`${revision} ${changes}`}
          agentLabel={(id) => agentLabel(catalogue, id, agentTexts('gone'))}
          onOpen={(item, from) => void open(item, from)}
          search={search}
          onOpenHit={(hit) => void showHit(hit)}
          agents={catalogue.map(({ id, label }) => ({ id, label }))}
          onNew={(project) => {
            const id = resolveAgentId(project?.agentId ?? '') ?? agentId
            talkWith(id).chat.startNew(project?.id)
            if (id !== agentId) switchAgent(id)
            showTalk()
            talkWith(id).composer.focus()
          }}
          onCurrentGone={() => chat.startNew()}
          onShare={({ id, title }) =>
            shell.page.openModal({ id: 'share-link', conversation: { id, title: title || t('untitled') } })
          }
          onClose={close}
          Share={ShareButton}
          Knowledge={ProjectKnowledge}
          projectId={projectId}
          onDropOnProject={dropOnProject}
          onOpenMeeting={(id) => openRecord('meeting_summarizer', id)}
          tell={shell.notices.showUndo}
        />
      )}
    </div>
  )
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

type ScreenSize = 'small' | 'medium' | 'large' | 'xlarge'

export function screenSizeOf(width: number): ScreenSize {
  return SIZE_LIMITS.find(([, limit]) => width < limit)?.[0] ?? 'xlarge'
}
