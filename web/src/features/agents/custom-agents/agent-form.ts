import type { CustomAgent, CustomAgentFields } from '@vee/contract/entities/custom-agent'
import { AGENT_COLOURS, CUSTOM_AGENT_LIMITS as LIMITS } from '@vee/contract/entities/custom-agent-limits'
import type { SamplingOption } from '@vee/contract/entities/sampling-limits'
import type { Voice } from '@vee/contract/entities/voice'
import { readSampling } from '#lib/sampling.ts'
import type { Typed } from '#ui/controls/use-form.ts'

export type AgentField =
  | 'name'
  | 'purpose'
  | 'instructions'
  | 'startingPrompts'
  | 'voice'
  | 'colour'
  | 'model'
  | SamplingOption
  | 'usesTools'
  | 'drawsDiagrams'

/** A validation problem. */
export interface AgentProblem {
  readonly field: 'name' | 'purpose' | 'startingPrompts' | SamplingOption
}

/** Returns the input in the server's format. A voice that is not available here is preserved. */
export function readFields(
  typed: Typed<AgentField>,
  voices: readonly Voice[],
  before: Pick<CustomAgent, 'voice'> | undefined,
): { readonly fields: CustomAgentFields } | AgentProblem {
  // Pasted text may contain tabs and the like, which the contract does not allow in a line.
  const fieldText = (field: AgentField) => oneLine(typed(field))
  const [name, purpose] = [fieldText('name'), fieldText('purpose')]
  if (name === '') return { field: 'name' }
  if (purpose === '') return { field: 'purpose' }
  const startingPrompts = typed('startingPrompts').split('\n').map(oneLine).filter(Boolean)
  if (
    startingPrompts.length > LIMITS.prompts ||
    startingPrompts.some(({ length }) => length > LIMITS.prompt)
  ) {
    return { field: 'startingPrompts' }
  }
  const sampling = readSampling(typed)
  if (typeof sampling === 'string') return { field: sampling }
  return {
    fields: {
      name,
      purpose,
      instructions: typed('instructions').trim(),
      startingPrompts,
      voice: voiceOf(typed('voice'), voices, before?.voice ?? null),
      colour: AGENT_COLOURS.find((colour) => colour === typed('colour')) ?? 'accent',
      model: fieldText('model') || null,
      sampling,
      usesTools: typed('usesTools') !== '',
      drawsDiagrams: typed('drawsDiagrams') !== '',
    },
  }
}

const oneLine = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ').trim()

function voiceOf(
  id: string,
  voices: readonly Voice[],
  before: CustomAgentFields['voice'],
): CustomAgentFields['voice'] {
  if (id === '') return null
  const voice = voices.find((candidate) => candidate.id === id)
  if (voice) return { voiceId: voice.id, name: voice.name, lang: voice.lang }
  return before?.voiceId === id ? before : null
}
