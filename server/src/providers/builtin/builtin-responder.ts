import type { AgentResult } from '@vee/contract/entities/agent-result'
import type { TokenUsage } from '@vee/contract/entities/message'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LlmProvider, LlmRequest, EmitLlmEvent } from '../llm/llm.ts'
import { AVAILABLE } from '../wire/availability.ts'
import { answerParts } from './parts.ts'
import { textPiecesOf } from './pieces.ts'
import type { Skill, SkillAnswer, ToolWish } from './skill.ts'
import { skillsOf } from './skills.ts'
import { parseTurn, type Surroundings, type BuiltinTurn } from './turn.ts'

const MODEL = 'vee-builtin'
/** Maximum length of a reply, in UTF-16 code units. */
const MAX_ANSWER_LENGTH = 20_000
/** Characters per token, for counts that are marked as estimated. */
const CHARACTERS_PER_TOKEN = 4

const REAL_SURROUNDINGS: Surroundings = {
  now: () => new Date(),
  random: Math.random,
}

/**
 * Returns a provider that replies without a model, a key or a network: arithmetic, units, dates, operations
 * on given text, and questions about Vee. It is always available and has the lowest priority; if a question
 * exceeds its abilities, its reply states that.
 */
export function createBuiltinResponder(surroundings: Partial<Surroundings> = {}): LlmProvider {
  const environment = { ...REAL_SURROUNDINGS, ...surroundings }
  return {
    id: 'builtin',
    name: 'Built-in responder',
    location: 'server',
    defaultModel: () => MODEL,
    serves: (model) => model === MODEL,
    availability: () => Promise.resolve(AVAILABLE),
    // It does not sample, so temperature, top_p, seed and penalties have no effect.
    unsupported: ['tools', 'stop', 'responseFormat', 'logitBias'],
    async stream(request, signal, emit) {
      if (signal.aborted) return
      const turn = parseTurn(request, environment)
      const skillAnswer = await answerTo(turn, request)
      if (typeof skillAnswer === 'object' && 'tool' in skillAnswer) {
        describeRequest(skillAnswer, emit)
        return emit({ type: 'finish', reason: 'tool_calls', usage: estimatedUsage(request, '') })
      }
      const { text: wholeText, result } =
        typeof skillAnswer === 'string' ? { text: skillAnswer, result: undefined } : skillAnswer
      const { maxOutputTokens = Infinity } = request
      const replyText = wholeText.slice(
        0,
        Math.min(MAX_ANSWER_LENGTH, maxOutputTokens * CHARACTERS_PER_TOKEN),
      )
      for (const text of textPiecesOf(replyText)) {
        // Yields to the event loop between pieces, so that aborts and other requests are handled.
        await nextTurn()
        if (signal.aborted) return
        emit({ type: 'text', text })
      }
      if (signal.aborted) return
      describeResult(request, result, emit)
      const reason = replyText.length < wholeText.length ? 'length' : 'stop'
      emit({ type: 'finish', reason, usage: estimatedUsage(request, replyText) })
    },
  }
}

async function answerTo(turn: BuiltinTurn, request: LlmRequest): Promise<SkillAnswer> {
  const { own, others } = skillsOf(request.agentId)
  const ownAnswer = await firstAnswer(own, turn)
  if (ownAnswer !== undefined) return ownAnswer
  const { answers, isIncomplete } = await answerParts(request, turn)
  const all = isIncomplete ? [...answers, turn.say('unknown')] : answers
  if (answers.length > 0 && all.length > 1) return all.join('\n\n')
  // A single answer to a message with several sentences is the last choice.
  return (await firstAnswer(others, turn)) ?? answers[0] ?? turn.say('unknown')
}

async function firstAnswer(skills: readonly Skill[], turn: BuiltinTurn): Promise<SkillAnswer | undefined> {
  for (const skill of skills) {
    const answer = await skill.answer(turn)
    if (answer !== undefined) return answer
  }
  return undefined
}

/** Emits a result in the same way as other models do, if the request contains the tool for it. */
function describeResult({ tools }: LlmRequest, result: AgentResult | undefined, emit: EmitLlmEvent): void {
  if (!result) return
  const name = `show_${result.kind}`
  if (!tools.some((tool) => tool.name === name)) return
  emit({ type: 'tool-call-delta', index: 0, id: 'shown', name, argumentsDelta: JSON.stringify(result) })
}

function describeRequest({ tool, arguments: given }: ToolWish, emit: EmitLlmEvent): void {
  emit({ type: 'tool-call-delta', index: 0, id: 'used', name: tool, argumentsDelta: JSON.stringify(given) })
}

function estimatedUsage({ system, messages }: LlmRequest, answer: string): TokenUsage {
  const characters = messages.reduce((sum, { content }) => sum + content.length, system.length)
  const promptTokens = Math.ceil(characters / CHARACTERS_PER_TOKEN)
  const completionTokens = Math.ceil(answer.length / CHARACTERS_PER_TOKEN)
  return { promptTokens, completionTokens, totalTokens: promptTokens + completionTokens, isEstimated: true }
}
