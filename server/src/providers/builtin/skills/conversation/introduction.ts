import type { AgentId } from '@vee/contract/entities/agent-ids'
import { AGENT_TEXTS } from '../../text/agent-texts.ts'
import type { Skill } from '../../skill.ts'

/** Explains what this agent can do without a model, after a greeting or on request. */
export const introductionOf = (agentId: AgentId): Skill => ({
  id: 'introduction',
  answer(turn) {
    const abilities = AGENT_TEXTS[turn.answeredIn].abilities[agentId]
    if (abilities === undefined) return undefined
    if (turn.isOnly('abilities')) return `${turn.say('abilities')}\n\n${abilities}`
    // V is the general agent and is greeted most often.
    const introducesItself = agentId !== 'v_agent' && turn.isOnly('greeting')
    return introducesItself ? `${turn.say('greeting')} ${abilities}` : undefined
  },
})
