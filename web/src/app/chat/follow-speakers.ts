import { type AgentId, resolveAgentId } from '@vee/contract/entities/agent-ids'
import { partsBySpeaker } from '@vee/contract/entities/speaker'
import type { Chat } from '#features/chat/index.ts'
import { activeAgentStore } from '#lib/active-agent.ts'
import { useSettings } from '#lib/settings/index.ts'
import type { AgentStore } from './agents.ts'

type ChatState = ReturnType<Chat['state']['getState']>

/**
 * Publishes in `activeAgentStore` who speaks in the open conversation and who took part, in the order in which they came.
 * Returns a function that ends it.
 */
export function followSpeakers(agents: AgentStore, chat: () => Chat): () => void {
  let shown: Pick<ChatState, 'messages' | 'speakerId'> | undefined
  let leave = ignore

  function publish({ agentId, messages, speakerId }: ChatState): void {
    if (shown?.messages === messages && shown.speakerId === speakerId) return
    shown = { messages, speakerId }
    const catalogue = agents.getState().agents
    const find = (id: AgentId) => catalogue.find((agent) => agent.id === id)
    // A custom agent may have been deleted since: the one of the conversation goes on.
    if (catalogue.length > 0 && !find(speakerId) && speakerId !== agentId) return chat().continueWith(agentId)
    activeAgentStore.setState({
      agent: find(speakerId),
      participants: participantsIn(messages).flatMap((id) => find(id) ?? []),
    })
  }

  function follow(): void {
    leave()
    shown = undefined
    const { state } = chat()
    publish(state.getState())
    leave = state.subscribe(publish)
  }

  follow()
  const undo = [
    agents.subscribe(follow),
    useSettings.subscribe(({ activeAgentId }, before) => {
      if (activeAgentId !== before.activeAgentId) follow()
    }),
  ]
  return () => {
    leave()
    for (const end of undo) end()
  }
}

const ignore = () => {}

function participantsIn(messages: ChatState['messages']): readonly AgentId[] {
  const ids = messages.flatMap((message) =>
    message.role === 'assistant' ? partsBySpeaker({ ...message, content: message.text }) : [],
  )
  return [...new Set(ids.flatMap(({ agentId }) => resolveAgentId(agentId ?? '') ?? []))]
}
