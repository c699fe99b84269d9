import { type AgentId, resolveAgentId } from '@vee/contract/entities/agent-ids'
import { partsBySpeaker, speakerAt } from '@vee/contract/entities/speaker'
import type { Chat } from '#features/chat/index.ts'
import { activeAgentStore, BACKGROUND_REPORT } from '#lib/active-agent.ts'
import { useSettings } from '#lib/settings/index.ts'
import type { VoiceSession, VoiceSnapshot } from '#voice/index.ts'
import type { AgentStore } from './agents.ts'

type ChatState = ReturnType<Chat['state']['getState']>

/**
 * Publishes in `activeAgentStore` who answers next in the open conversation, who took part, in the order in which they came,
 * and whose voice is played.
 * Returns a function that ends it.
 */
export function followSpeakers(
  agents: AgentStore,
  chat: () => Chat,
  session: Pick<VoiceSession, 'snapshot' | 'subscribe'>,
): () => void {
  let shown: Pick<ChatState, 'messages' | 'answeringAgentId'> | undefined
  let unsubscribe = ignore

  function publish({ agentId, messages, answeringAgentId }: ChatState): void {
    if (shown?.messages === messages && shown.answeringAgentId === answeringAgentId) return
    shown = { messages, answeringAgentId }
    const catalogue = agents.getState().agents
    const find = (id: AgentId) => catalogue.find((agent) => agent.id === id)
    // A custom agent may have been deleted since: the one of the conversation goes on.
    if (catalogue.length > 0 && !find(answeringAgentId) && answeringAgentId !== agentId)
      return chat().continueWith(agentId)
    activeAgentStore.setState({
      agent: find(answeringAgentId),
      participants: participantsIn(messages).flatMap((id) => find(id) ?? []),
    })
  }

  function publishSounding(): void {
    const { agentId } = chat().state.getState()
    const snapshot = session.snapshot()
    const id = soundingIn(chat().state.getState(), snapshot)
    const { participants, soundingAgent: before } = activeAgentStore.getState()
    const isAmongOthers = id !== agentId || participants.length > 1
    const soundingAgent = isAmongOthers
      ? agents.getState().agents.find((agent) => agent.id === id)
      : undefined
    if (soundingAgent !== before) activeAgentStore.setState({ soundingAgent })
  }

  function follow(): void {
    unsubscribe()
    shown = undefined
    const { state } = chat()
    publish(state.getState())
    unsubscribe = state.subscribe(publish)
  }

  follow()
  publishSounding()
  const undo = [
    session.subscribe(publishSounding),
    agents.subscribe(follow),
    useSettings.subscribe(({ activeAgentId }, before) => {
      if (activeAgentId !== before.activeAgentId) follow()
    }),
  ]
  return () => {
    unsubscribe()
    for (const end of undo) end()
  }
}

const ignore = () => {}

/** Returns the agent whose words are played; undefined if none is, or the page itself speaks. */
function soundingIn(
  { messages, answeringAgentId }: Pick<ChatState, 'messages' | 'answeringAgentId'>,
  { visual, saying }: Pick<VoiceSnapshot, 'visual' | 'saying'>,
): AgentId | undefined {
  if (visual !== 'speaking') return undefined
  // A live model's words have no place in the text.
  if (!saying) return answeringAgentId
  if (saying.replyId === BACKGROUND_REPORT) return activeAgentStore.getState().reportingAgent?.id
  const reply = messages.find(({ id }) => id === saying.replyId)
  if (reply?.role !== 'assistant') return undefined
  return resolveAgentId(speakerAt({ ...reply, content: reply.text }, saying.start) ?? '')
}

function participantsIn(messages: ChatState['messages']): readonly AgentId[] {
  const ids = messages.flatMap((message) =>
    message.role === 'assistant' ? partsBySpeaker({ ...message, content: message.text }) : [],
  )
  return [...new Set(ids.flatMap(({ agentId }) => resolveAgentId(agentId ?? '') ?? []))]
}
