import { type AgentId, resolveAgentId } from '@vee/contract/entities/agent-ids'
import type { Agent } from '@vee/contract/entities/agent'
import type { TokenUsage } from '@vee/contract/entities/message'
import { sentenceSegmenter } from '@vee/contract/speech-text/sentences'
import { z } from 'zod'
import { ProviderFailure } from '#providers/failure.ts'
import { DomainError } from '../../errors/domain-error.ts'
import { ownTool, type Tool, ToolFailure } from '../../tools/index.ts'

const ASK_AGENT = 'ask_agent'
const HAND_OVER = 'hand_over'

/** Agents that one reply asks or hands over to. */
const ASKED_PER_REPLY = 3
/** Custom agents that the tools name: each takes room in every prompt. */
const MAX_CUSTOM_AGENTS = 12
/** An asked agent may search and read before it answers, in ms. */
const MAX_ANSWER_MS = 90_000
/** The part of an answer that is spoken in the voice of the one that gave it, in UTF-16 code units. */
const MAX_SPOKEN_LENGTH = 240

/** An agent that another one may ask. */
export type ReachableAgent = Pick<Agent, 'id' | 'label' | 'description' | 'locked' | 'accessTier' | 'own'>

interface HandOver {
  readonly agentId: AgentId
  readonly reason: string
}

/** The tools of one reply. */
export interface AgentTools {
  readonly tools: readonly Tool[]
  /** Sets what lets another agent answer, once the reply has begun. */
  bind(ask: AskAgent): void
  /** to whom the agent has handed over; undefined if it has not */
  readonly handOver: HandOver | undefined
}

/** What another agent has said within a reply. */
export interface OthersWords {
  readonly text: string
  readonly usage: TokenUsage
  readonly costUsd: number
  readonly hasOutsideText: boolean
}

/** Lets an agent answer a question within the reply that uses the tools. */
type AskAgent = (agentId: AgentId, question: string, signal: AbortSignal) => Promise<OthersWords>

/**
 * Returns the tools by which an agent asks others, or hands the conversation over to one.
 *
 * @param agents without the one that uses the tools, and without the diary; at least one
 */
export function createAgentTools(agents: readonly ReachableAgent[]): AgentTools {
  const reachable = [
    ...agents.filter(({ own }) => own === undefined),
    ...agents.filter(({ own }) => own !== undefined).slice(0, MAX_CUSTOM_AGENTS),
  ]
  const ids = z.enum(reachable.map(({ id }) => id) as [string, ...string[]])
  let handOver: HandOver | undefined
  let ask: AskAgent | undefined
  let runs = 0
  const agentFor = (id: string): ReachableAgent => {
    if (++runs > ASKED_PER_REPLY) throw new ToolFailure('No more assistants can be asked in this answer.')
    const agent = reachable.find((candidate) => candidate.id === id)
    if (!agent) throw new ToolFailure('There is no such assistant.')
    if (agent.locked)
      throw new ToolFailure(`${agent.label} is locked for this person. ${keyOf(agent)} Tell them so.`)
    return agent
  }
  const askAgent = ownTool({
    name: ASK_AGENT,
    description: `Ask another assistant one question, only where it knows or can do more than you, or where the person wants its opinion. It sees this conversation, not your instructions. Never ask for what you can answer yourself.\n${listOf(reachable)}`,
    input: z.object({ agentId: ids, question: z.string().min(1).max(2_000) }),
    async run({ agentId, question }, { signal, bringOutsideText }) {
      const agent = agentFor(agentId)
      const words = await asToolFailure(agent, async () => ask?.(agent.id, question, signal))
      if (!words) throw new ToolFailure(`${agent.label} cannot answer now.`)
      if (words.hasOutsideText) bringOutsideText?.()
      return `${agent.label} answered:\n${words.text}`
    },
  })
  const handOverTool = ownTool({
    name: HAND_OVER,
    description: `Hand the conversation over to another assistant, which answers in your place and stays: when the person asks for it, or when what they want now is its work and not yours. Give the reason in one sentence, in the person's language; it is spoken. The ids are those of ${ASK_AGENT}.`,
    input: z.object({ agentId: ids, reason: z.string().min(1).max(300) }),
    async run({ agentId, reason }) {
      handOver = { agentId: agentFor(agentId).id, reason }
      return 'It answers now. Say nothing more.'
    },
  })
  return {
    tools: [{ ...askAgent, maxRunMs: MAX_ANSWER_MS }, handOverTool],
    bind: (askAgentNow) => (ask = askAgentNow),
    get handOver() {
      return handOver
    },
  }
}

const listOf = (agents: readonly ReachableAgent[]) =>
  agents
    .map(
      (agent) =>
        `- ${agent.id}: ${JSON.stringify(agent.label)}, ${agent.description}${agent.locked ? ` (locked: ${keyOf(agent)})` : ''}`,
    )
    .join('\n')

const keyOf = ({ accessTier }: ReachableAgent) =>
  accessTier === 'premium' ? 'A paid plan opens it.' : 'Signing in opens it.'

async function asToolFailure<R>({ label }: ReachableAgent, run: () => Promise<R>): Promise<R> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof DomainError) throw new ToolFailure(`${label} cannot answer: ${error.message}`)
    if (error instanceof ProviderFailure) throw new ToolFailure(`${label} cannot answer: its model failed.`)
    throw error
  }
}

/** Returns the first sentence of an answer, which is spoken in its own voice; empty for one that begins with code or a list. */
export function spokenSentenceOf(text: string, language: string): string {
  const [paragraph = ''] = text.trim().split('\n')
  if (/^(?:[#>|`*-]|\d+\.\s)/u.test(paragraph)) return ''
  const [first] = sentenceSegmenter(language).segment(paragraph)
  const sentence = first?.segment.trim() ?? ''
  return sentence.length <= MAX_SPOKEN_LENGTH ? sentence : ''
}

/** Returns the agents that one agent may ask; never itself, and never the diary. */
export const reachableFrom = (
  agentId: AgentId,
  agents: readonly Agent[],
  staysInBrowser: (id: string) => boolean,
): readonly ReachableAgent[] =>
  agents.filter(({ id }) => id !== agentId && resolveAgentId(id) !== undefined && !staysInBrowser(id))
