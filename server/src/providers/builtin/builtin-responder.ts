import type { AgentResult } from '@vee/contract/entities/agent-result'
import type { AgentId } from '@vee/contract/entities/agent-ids'
import type { TokenUsage } from '@vee/contract/entities/message'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LlmProvider, LlmRequest, TellLlmEvent } from '../llm.ts'
import { AVAILABLE } from '../wire/availability.ts'
import { piecesOf } from './pieces.ts'
import type { Answer, ToolWish } from './skill.ts'
import { skillsOf } from './skills.ts'
import { understand, type Surroundings, type Turn } from './turn.ts'

const MODEL = 'vee-builtin'
/** The longest answer, in UTF-16 code units. */
const ANSWER_MAX_LENGTH = 20_000
/** How many characters a token is taken for, in figures that are marked as estimated. */
const CHARACTERS_PER_TOKEN = 4

const REAL_SURROUNDINGS: Surroundings = {
  now: () => new Date(),
  random: Math.random,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
}

/**
 * Answers without a model, a key or a network: sums, units, dates, work on text that was said, and what Vee is. It is
 * always available and always the last choice, and says so itself when a question is beyond it.
 */
export function createBuiltinResponder(surroundings: Partial<Surroundings> = {}): LlmProvider {
  const around = { ...REAL_SURROUNDINGS, ...surroundings }
  return {
    id: 'builtin',
    name: 'Built-in responder',
    location: 'server',
    defaultModel: () => MODEL,
    serves: (model) => model === MODEL,
    availability: () => Promise.resolve(AVAILABLE),
    // It samples nothing, so temperature and top_p change nothing.
    unsupported: ['tools', 'stop', 'responseFormat'],
    async stream(request, signal, tell) {
      if (signal.aborted) return
      const turn = understand(request, around)
      const found = await answerTo(turn, request.agentId)
      if (typeof found === 'object' && 'tool' in found) {
        tellWish(found, tell)
        return tell({ type: 'finish', reason: 'tool_calls', usage: estimatedUsage(request, '') })
      }
      const { text: whole, result } = typeof found === 'string' ? { text: found, result: undefined } : found
      const { maxOutputTokens = Infinity } = request
      const answer = whole.slice(0, Math.min(ANSWER_MAX_LENGTH, maxOutputTokens * CHARACTERS_PER_TOKEN))
      for (const text of piecesOf(answer)) {
        // The event loop turns between pieces, so that a stop and other callers get their turn too.
        await nextTurn()
        if (signal.aborted) return
        tell({ type: 'text', text })
      }
      if (signal.aborted) return
      tellResult(request, result, tell)
      const reason = answer.length < whole.length ? 'length' : 'stop'
      tell({ type: 'finish', reason, usage: estimatedUsage(request, answer) })
    },
  }
}

async function answerTo(turn: Turn, agentId: AgentId): Promise<Answer> {
  for (const skill of skillsOf(agentId)) {
    const answer = await skill.answer(turn)
    if (answer !== undefined) return answer
  }
  return turn.say('unknown')
}

/** A result goes out the way in which every model's does, to those who asked for that. */
function tellResult({ tools }: LlmRequest, result: AgentResult | undefined, tell: TellLlmEvent): void {
  if (!result) return
  const name = `show_${result.kind}`
  if (!tools.some((tool) => tool.name === name)) return
  tell({ type: 'tool-call-delta', index: 0, id: 'shown', name, argumentsDelta: JSON.stringify(result) })
}

function tellWish({ tool, arguments: given }: ToolWish, tell: TellLlmEvent): void {
  tell({ type: 'tool-call-delta', index: 0, id: 'used', name: tool, argumentsDelta: JSON.stringify(given) })
}

function estimatedUsage({ system, messages }: LlmRequest, answer: string): TokenUsage {
  const asked = messages.reduce((sum, { content }) => sum + content.length, system.length)
  const promptTokens = Math.ceil(asked / CHARACTERS_PER_TOKEN)
  const completionTokens = Math.ceil(answer.length / CHARACTERS_PER_TOKEN)
  return { promptTokens, completionTokens, totalTokens: promptTokens + completionTokens, isEstimated: true }
}
