import type { Agent } from '@vee/contract/entities/agent'
import type { AgentId } from '@vee/contract/entities/agent-ids'
import { useCallback, useDeferredValue, useEffect, useMemo, type ComponentType, type ReactNode } from 'react'
import { useStore } from 'zustand'
import {
  ArrivingView,
  ContentView,
  contentOfReply,
  createPanelStore,
  PanelFrame,
  type PanelContent,
} from '#features/agents/agent-panel/index.ts'
import type { Message } from '#features/chat/store/message.ts'
import { ReplyText } from '#features/chat/conversation/reply-text.tsx'
import { isModelThere } from '#features/system/service-status/index.ts'
import { useVoice } from '#features/voice/voice-dock/index.ts'
import { useTexts } from '#i18n/index.ts'
import { dataOwner } from '#lib/storage/data-owner.ts'
import type { AgentViewProps, ViewMessage, ViewTalk } from '#lib/agent-view.ts'
import { useSettings } from '#lib/settings/index.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { useRuntime } from '../../runtime-context.ts'
import { ConnectLink } from '../../shell/connect-link.tsx'
import { PartBoundary } from '../../shell/part-boundary.tsx'
import { AGENT_VIEWS } from './agent-views.ts'
import { askedContent, askFor } from './asked-content.ts'
import { clearPendingRecord, pendingRecord } from './pending-record.ts'
import noteStyles from './welcome-note.module.css'

const panels = createPanelStore()

function Markdown({ text }: { readonly text: string }): ReactNode {
  return <ReplyText text={text} isGrowing={false} spoken={undefined} unspokenFrom={undefined} />
}

function asShown(message: Message): ViewMessage {
  const { id, role, at, text } = message
  if (message.role === 'user') return { id, role, at, text, isRunning: false }
  const isRunning = message.state.kind === 'running'
  return { id, role, at, text, isRunning, ...(message.result && { result: message.result }) }
}

/** Returns the conversation for the agent's screen; the last message is the running reply. */
function useMessages(agentId: AgentId): readonly ViewMessage[] {
  const { chat } = useRuntime().talkWith(agentId)
  const messages = useStore(chat.state, (state) => state.messages)
  const running = useDeferredValue(useStore(chat.state, (state) => state.running))
  const shown = useMemo(() => messages.map(asShown), [messages])
  return useMemo(() => {
    const last = shown.at(-1)
    // A deferred value may be older than the end of its reply.
    if (!last?.isRunning || running?.replyId !== last.id) return shown
    return shown.with(shown.length - 1, { ...last, text: running.text })
  }, [shown, running])
}

function useViewTalk(agentId: AgentId): ViewTalk {
  const { sendMessage: ask, dictation, session } = useRuntime()
  const messages = useMessages(agentId)
  const voice = useVoice(session)
  const saying = voice.saying?.replyId
  return useMemo(
    () => ({
      messages,
      isRunning: messages.some(({ isRunning }) => isRunning),
      saying,
      ask,
      say: (name, markdown) => session.replay(name, markdown, 0),
      stopSpeech: () => session.stopSpeech(),
      takeDictation: dictation.addWriter,
    }),
    [messages, saying, ask, dictation, session],
  )
}

/** Returns true if a finished reply will be read aloud, and is not yet spoken completely. */
function useAwaitsVoice(agentId: AgentId): boolean {
  const { session } = useRuntime()
  const { state } = useVoice(session)
  const speaks = useSettings(({ autoPlayTts, muted }) => autoPlayTts && !muted)
  const isReplying = useStore(
    useRuntime().talkWith(agentId).chat.state,
    ({ running }) => running !== undefined,
  )
  return speaks && (isReplying || state.phase === 'speaking')
}

/** Returns the partial result of the running reply. */
function useArriving(agentId: AgentId) {
  const { chat } = useRuntime().talkWith(agentId)
  return useDeferredValue(useStore(chat.state, ({ running }) => running?.arriving))
}

/** Its code is loaded with the first picture. */
async function prepareImage(file: File): Promise<Blob> {
  const { openFileWorker } = await import('#features/chat/files/read/file-worker.ts')
  const worker = openFileWorker()
  try {
    return await worker.image(file)
  } finally {
    worker.close()
  }
}

interface AgentPanelProps {
  readonly agentId: AgentId
  readonly agent: Agent | undefined
}

interface OwnViewProps extends AgentPanelProps {
  readonly View: ComponentType<AgentViewProps>
}

/** An agent's own screen. Only here is the whole conversation read, whose cost grows with its length. */
function OwnView({ agentId, agent, View }: OwnViewProps) {
  const { api } = useRuntime()
  const talk = useViewTalk(agentId)
  const owner = useCallback(() => dataOwner(api), [api])
  const wanted = useStore(pendingRecord, (state) =>
    state.wanted?.agentId === agentId ? state.wanted : undefined,
  )
  useEffect(() => {
    if (!wanted) return
    panels.setOpen(true)
    panels.setInFront(true)
  }, [wanted])
  return (
    <View
      api={api}
      agent={agent}
      talk={talk}
      owner={owner}
      requestedRecord={wanted}
      prepareImage={prepareImage}
      Markdown={Markdown}
    />
  )
}

function lastFinishedReply({ messages }: { readonly messages: readonly Message[] }): string | undefined {
  return messages.findLast((message) => message.role === 'assistant' && message.state.kind !== 'running')
    ?.text
}

type ShownType = PanelContent['type']

/** Returns the key of a part's title. */
const titleOf = (type: ShownType | undefined) => (type === 'diagram' || type === 'table' ? type : 'code')

function dismiss(): void {
  askFor(undefined)
  panels.setInFront(false)
}

/** States, while no model is connected, what of an agent's screen takes one. */
function NeedsModel({ agentLabel }: { readonly agentLabel: string }) {
  const t = useTexts('panel')
  const connect = useTexts('shell')
  const { shell } = useRuntime()
  const isMissing = useStore(
    shell.service.store,
    ({ outcome }) => outcome !== undefined && !isModelThere(outcome),
  )
  if (!isMissing) return null
  return (
    <div className={noteStyles['abovePanel']}>
      <Banner
        tone="info"
        isAnnounced={false}
        title={t('needsModel', { agent: agentLabel })}
        actions={<ConnectLink className={noteStyles['link']}>{connect('connect')}</ConnectLink>}
      />
    </div>
  )
}

/** The panel next to the conversation: the agent's own screen, or the part of a reply that the user has opened. */
export function AgentPanel({ agentId, agent }: AgentPanelProps) {
  const t = useTexts('panel')
  const { talkWith } = useRuntime()
  const isAwaitingTts = useAwaitsVoice(agentId)
  const content = useStore(panels.state, ({ contents }) => contents[agentId])
  const label = agent?.label ?? agentId
  const lastReply = useStore(talkWith(agentId).chat.state, lastFinishedReply)

  const ownsInput = agent?.capabilities.handlesOwnInput ?? false
  useEffect(() => {
    panels.ensureWelcome(agentId, label)
    // On a phone, an agent whose input is what is done on its screen opens on it, until there is a reply.
    if (ownsInput) panels.setInFront(true)
    return () => {
      panels.clear(agentId)
      askFor(undefined)
      clearPendingRecord(agentId)
    }
  }, [agentId, label, ownsInput])
  useEffect(() => {
    const replyContent = lastReply === undefined ? undefined : contentOfReply(lastReply)
    if (!replyContent) return
    panels.show({
      ...replyContent,
      agentId,
      title: t(`titles.${titleOf(replyContent.type)}`),
      timestamp: new Date().toISOString(),
      isAwaitingTts: false,
    })
  }, [agentId, lastReply, t])
  const isReplying = useStore(talkWith(agentId).chat.state, ({ running }) => running !== undefined)
  useEffect(() => {
    if (ownsInput && isReplying) panels.setInFront(false)
  }, [ownsInput, isReplying])
  useEffect(() => panels.setAwaitingTts(agentId, isAwaitingTts), [agentId, isAwaitingTts])

  const arriving = useArriving(agentId)
  const openedContent = useStore(askedContent, (state) =>
    state.content?.agentId === agentId ? state.content : undefined,
  )
  useEffect(() => {
    if (!openedContent) return
    panels.setOpen(true)
    panels.setInFront(true)
  }, [openedContent])
  const own = AGENT_VIEWS[agentId]
  // A table is opened because it is wide, also with few rows.
  const opened =
    own || !openedContent
      ? undefined
      : (contentOfReply(openedContent.markdown) ?? { type: 'table' as const, data: openedContent.markdown })
  if (!own && !opened) return null
  return (
    <PanelFrame
      store={panels}
      agentLabel={label}
      title={t(`titles.${own?.title ?? titleOf(opened?.type)}`)}
      onDismiss={own ? undefined : dismiss}
      isAwaitingTts={content?.isAwaitingTts === true && content.type !== 'welcome'}
    >
      {arriving && <ArrivingView kind={arriving.kind} json={arriving.json} />}
      <PartBoundary>
        {own?.needsModel && <NeedsModel agentLabel={label} />}
        {own ? (
          <OwnView key={agentId} agentId={agentId} agent={agent} View={own.View} />
        ) : (
          opened && <ContentView type={opened.type} markdown={opened.data} Markdown={Markdown} />
        )}
      </PartBoundary>
    </PanelFrame>
  )
}
