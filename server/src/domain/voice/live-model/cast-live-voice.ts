import type { AgentId } from '@vee/contract/entities/agent-ids'
import type { LiveModel } from '#providers/speech/live-models/live-model.ts'

/**
 * Returns the voice of an agent, which it keeps: the wanted one, otherwise the first that no other agent of the conversation has,
 * otherwise the default one.
 */
export function castLiveVoice(
  voices: Map<AgentId, string>,
  { voices: offered }: Pick<LiveModel, 'voices'>,
  agentId: AgentId,
  wantedVoice: string | undefined,
): string {
  const taken = new Set([...voices].flatMap(([id, voice]) => (id === agentId ? [] : voice)))
  const voice =
    offered.find(({ id }) => id === wantedVoice)?.id ??
    voices.get(agentId) ??
    offered.find(({ id }) => !taken.has(id))?.id ??
    offered[0]?.id ??
    ''
  voices.set(agentId, voice)
  return voice
}
