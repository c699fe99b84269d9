import type { Agent } from '@vee/contract/entities/agent'
import type { AgentId } from '@vee/contract/entities/agent-ids'
import { Suspense, useCallback, useDeferredValue, useEffect, useMemo, type ReactNode } from 'react'
import { useStore } from 'zustand'
import {
  ArrivingView,
  ContentView,
  contentOfReply,
  createPanelStore,
  PanelFrame,
} from '#features/agent-panel/index.ts'
import { ReplyText } from '#features/chat/reply-text.tsx'
import { useVoice } from '#features/voice-dock/index.ts'
import { useTexts } from '#i18n/index.ts'
import { dataOwner } from '#lib/data-owner.ts'
import { replies, type ViewMessage, type ViewTalk } from '#lib/agent-view.ts'
import { useSettings } from '#lib/settings/index.ts'
import { useRuntime } from '../runtime-context.ts'
import { PartBoundary } from '../shell/part-boundary.tsx'
import { useShellActions } from '../shell/use-shell-actions.ts'
import { AGENT_VIEWS } from './agent-views.ts'

const panels = createPanelStore()

function Markdown({ text }: { readonly text: string }): ReactNode {
  return <ReplyText text={text} isGrowing={false} spoken={undefined} unspokenFrom={undefined} />
}

/** The talk as the agent's screen reads it; the reply that is being written comes as it grows. */
function useMessages(agentId: AgentId): readonly ViewMessage[] {
  const { chat } = useRuntime().talkWith(agentId)
  const messages = useStore(chat.state, (state) => state.messages)
  const running = useDeferredValue(useStore(chat.state, (state) => state.running))
  return useMemo(
    () =>
      messages.map((message): ViewMessage => {
        const { id, role, at } = message
        if (message.role === 'user') return { id, role, at, text: message.text, isRunning: false }
        const isRunning = message.state.kind === 'running'
        return {
          id,
          role,
          at,
          // What is deferred may lag behind the end of its reply.
          text: isRunning && running?.replyId === id ? running.text : message.text,
          isRunning,
          ...(message.result && { result: message.result }),
        }
      }),
    [messages, running],
  )
}

function useViewTalk(agentId: AgentId): ViewTalk {
  const { ask, dictation, session } = useRuntime()
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
      hush: () => session.hush(),
      takeDictation: dictation.take,
    }),
    [messages, saying, ask, dictation, session],
  )
}

/** A finished reply is to be read aloud, and the voice has not come to it or is not through with it. */
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

/** What the running reply puts on the screen, as far as it was written. */
function useArriving(agentId: AgentId) {
  const { chat } = useRuntime().talkWith(agentId)
  return useDeferredValue(useStore(chat.state, ({ running }) => running?.arriving))
}

interface AgentPanelProps {
  readonly agentId: AgentId
  readonly agent: Agent | undefined
}

/** What an agent shows beside the talk: its own screen, or what is worth it of its last reply. */
export function AgentPanel({ agentId, agent }: AgentPanelProps) {
  const t = useTexts('panel')
  const talk = useViewTalk(agentId)
  const { api } = useRuntime()
  const owner = useCallback(() => dataOwner(api), [api])
  const { tellLoadFailure } = useShellActions()
  const isAwaitingTts = useAwaitsVoice(agentId)
  const content = useStore(panels.state, ({ contents }) => contents[agentId])
  const label = agent?.label ?? agentId
  const lastReply = replies(talk.messages).findLast(({ isRunning }) => !isRunning)?.text

  useEffect(() => {
    panels.ensureWelcome(agentId, label)
    return () => panels.clear(agentId)
  }, [agentId, label])
  useEffect(() => {
    const found = lastReply === undefined ? undefined : contentOfReply(lastReply)
    if (!found) return
    const title =
      found.type === 'diagram' || found.type === 'code' || found.type === 'table' ? found.type : 'code'
    panels.show({
      ...found,
      agentId,
      title: t(`titles.${title}`),
      timestamp: new Date().toISOString(),
      isAwaitingTts: false,
    })
  }, [agentId, lastReply, t])
  useEffect(() => panels.setAwaitingTts(agentId, isAwaitingTts), [agentId, isAwaitingTts])

  const arriving = useArriving(agentId)
  const own = AGENT_VIEWS[agentId]
  if (!own && (!content || content.type === 'welcome')) return null
  return (
    <PanelFrame
      store={panels}
      agentLabel={label}
      title={own ? t(`titles.${own.title}`) : (content?.title ?? label)}
      isAwaitingTts={content?.isAwaitingTts === true && content.type !== 'welcome'}
    >
      {arriving && <ArrivingView kind={arriving.kind} json={arriving.json} />}
      <PartBoundary onFailure={tellLoadFailure}>
        <Suspense fallback={null}>
          {own ? (
            <own.View key={agentId} api={api} agent={agent} talk={talk} owner={owner} Markdown={Markdown} />
          ) : (
            content && <ContentView content={content} Markdown={Markdown} />
          )}
        </Suspense>
      </PartBoundary>
    </PanelFrame>
  )
}
