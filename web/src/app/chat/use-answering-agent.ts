import type { AgentId } from '@vee/contract/entities/agent-ids'
import { useStore } from 'zustand'
import { useRuntime } from '../runtime-context.ts'
import { useActiveAgent } from '../runtime.ts'

/** Returns the agent that answers next in the open conversation. */
export function useAnsweringAgentId(): AgentId {
  const { talkWith } = useRuntime()
  return useStore(talkWith(useActiveAgent()).chat.state, ({ answeringAgentId }) => answeringAgentId)
}
