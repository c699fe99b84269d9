import type { CustomAgentId } from '@vee/contract/entities/agent-ids'
import type { CustomAgent } from '@vee/contract/entities/custom-agent'
import { CUSTOM_AGENT_LIMITS as LIMITS } from '@vee/contract/entities/custom-agent-limits'
import { SAMPLING_LIMITS } from '@vee/contract/entities/sampling-limits'
import type { Voice } from '@vee/contract/entities/voice'
import type { createCustomAgent, patchCustomAgent } from '@vee/contract/http/custom-agents'
import { useTexts } from '#i18n/index.ts'
import { ApiError, type Api } from '#lib/http/index.ts'
import { useForm } from '#ui/controls/use-form.ts'
import { type AgentField, type AgentProblem, readFields } from './agent-form.ts'

interface AgentFormOptions {
  readonly api: Api
  /** undefined creates a new agent */
  readonly id: CustomAgentId | undefined
  readonly agent: CustomAgent | undefined
  readonly voices: readonly Voice[]
  /** called with the name of the agent */
  readonly onSaved: (name: string) => void
}

/** The form of an agent: its fields are validated, then the agent is created or changed. */
export function useAgentForm({ api, id, agent, voices, onSaved }: AgentFormOptions) {
  const t = useTexts('customAgents')
  const errors = useTexts('errors')
  const models = useTexts('models')
  const textOf = (field: AgentProblem['field']) => {
    if (field === 'startingPrompts')
      return t('problem.prompts', { most: LIMITS.prompts, length: LIMITS.prompt })
    if (field === 'name' || field === 'purpose') return t(`problem.${field}`)
    const { least, most } = SAMPLING_LIMITS[field]
    return models('sampling.invalid', { least, most })
  }
  return useForm<AgentField>(async (typed) => {
    const read = readFields(typed, voices, agent)
    if ('field' in read) return { field: read.field, text: textOf(read.field) }
    try {
      if (id === undefined) await api.json<typeof createCustomAgent>('POST', '/agents', { body: read.fields })
      else
        await api.json<typeof patchCustomAgent>('PATCH', '/agents/{id}', {
          params: { id },
          body: read.fields,
        })
    } catch (error) {
      const code = error instanceof ApiError ? error.code : 'GENERIC'
      return { field: 'name', text: code === 'VALIDATION' ? t('problem.nameTaken') : errors(code) }
    }
    onSaved(read.fields.name)
    return undefined
  })
}
