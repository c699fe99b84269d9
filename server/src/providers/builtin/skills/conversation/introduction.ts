import type { AgentId } from '@vee/contract/entities/agent-ids'
import type { Skill } from '../../skill.ts'
import { abilitiesOf } from './needs-model.ts'

/** Explains what this agent can do without a model, after a greeting or on request. */
export const introductionOf = (agentId: AgentId): Skill => ({
  id: 'introduction',
  answer(turn) {
    const abilities = abilitiesOf(agentId, turn)
    if (abilities === undefined) return undefined
    if (turn.isOnly('abilities')) return `${turn.say('abilities')}\n\n${abilities}`
    // V is the general agent and is greeted most often.
    const introducesItself = agentId !== 'v_agent' && turn.isOnly('greeting')
    return introducesItself ? `${turn.say('greeting')} ${abilities}` : undefined
  },
})
