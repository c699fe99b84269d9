import { type Locale, LOCALES } from '@vee/contract/entities/locale'
import { type AgentId, DEFAULT_AGENT_ID, resolveAgentId } from '@vee/contract/entities/agent-ids'
import type { ChatMessage } from '@vee/contract/entities/message'
import { lastSpeakerOf } from '@vee/contract/entities/speaker'
import { type AddressableAgent, addressedAgents } from '@vee/contract/spoken/addressed-agents'
import type { LoadedAgent } from '#agents/index.ts'
import type { Caller } from '../../accounts/index.ts'
import type { AgentCatalogue } from '../../agents/catalogue/index.ts'
import { DomainError } from '../../errors/domain-error.ts'
import type { Question, ReplyDependencies } from '../run/reply-run.ts'
import { otherAgentsIn, speakersIn } from './speakers.ts'

type SpeakerDependencies = Pick<ReplyDependencies, 'agents' | 'participants'>

/** Who answers a question. */
interface ChosenSpeakers {
  readonly agent: LoadedAgent
  /** those that speak after it, in turn */
  readonly nextAgents: readonly AgentId[]
}

/**
 * Chooses the agents that answer: those that the question is addressed to by name, otherwise the one of the request,
 * otherwise the conversation's active one. Throws AGENT_UNKNOWN, AGENT_TIER_REQUIRED and AGENT_NOT_HERE.
 */
export async function chooseAnsweringAgents(
  question: Question,
  caller: Caller,
  { agents, participants }: SpeakerDependencies,
): Promise<ChosenSpeakers> {
  const { agentId, conversationId, messages } = question
  const storedAgents = () =>
    conversationId === undefined ? undefined : participants?.of(caller, conversationId)
  const requested = agentId ?? (await storedAgents())?.activeId ?? lastAgentOf(messages) ?? DEFAULT_AGENT_ID
  const [firstId = requested, ...nextAgents] = await addresseesOf(question, requested, caller, agents)
  const agent = await agents.choose(firstId, caller)
  assertMayJoin(agent, messages, agents)
  const stored = agent.staysInBrowser === true ? await storedAgents() : undefined
  if (stored && stored.activeId !== agent.id) throw notHere()
  return { agent, nextAgents: nextAgents.flatMap((id) => resolveAgentId(id) ?? []) }
}

/** Throws AGENT_NOT_HERE where an agent whose conversations stay in the browser would meet others, in either direction. */
export function assertMayJoin(
  agent: LoadedAgent,
  messages: readonly ChatMessage[],
  agents: Pick<AgentCatalogue, 'staysInBrowser'>,
): void {
  const others = otherAgentsIn(messages, agent.id)
  if (agent.staysInBrowser === true ? others.length > 0 : others.some((id) => agents.staysInBrowser(id)))
    throw notHere()
}

const notHere = () =>
  new DomainError('AGENT_NOT_HERE', 'The diary talks to its owner alone, in a conversation of its own.')

/** Returns the agents that the last message names as its addressees; empty if it names none. */
async function addresseesOf(
  { acceptsSpeakers, messages, language, locale }: Question,
  requestedId: string,
  caller: Caller,
  agents: SpeakerDependencies['agents'],
): Promise<readonly string[]> {
  const last = messages.at(-1)
  // A diary entry may begin with any name.
  if (acceptsSpeakers !== true || last?.role !== 'user' || agents.staysInBrowser(requestedId)) return []
  return addressedAgents(last.content, {
    agents: await addressableAgents(agents, caller, { locale, language: language ?? locale }),
    participants: recentSpeakers(messages, requestedId),
    languages: [language ?? locale, locale],
  })
}

/** Returns the agents that a name addresses, by their names in the languages of the interface and of the conversation. */
export function addressableAgents(
  agents: Pick<AgentCatalogue, 'addressable'>,
  caller: Caller,
  { locale, language }: { readonly locale: Locale; readonly language: string },
): Promise<readonly AddressableAgent[]> {
  const spoken = LOCALES.find((candidate) => baseOf(candidate) === baseOf(language)) ?? locale
  return agents.addressable(caller, [locale, spoken])
}

const baseOf = (tag: string) => tag.split('-')[0]

/** Returns those that spoke, the last one first, with the one that would answer. */
const recentSpeakers = (messages: readonly ChatMessage[], requestedId: string): readonly string[] => [
  ...new Set([...speakersIn(messages).toReversed(), resolveAgentId(requestedId) ?? requestedId]),
]

function lastAgentOf(messages: readonly ChatMessage[]): string | undefined {
  const reply = messages.findLast(({ role }) => role === 'assistant')
  return reply && lastSpeakerOf(reply)
}

/** what a caller chooses for one agent */
const NOT_SHARED = {
  reasoningEffort: undefined,
  personaOverride: undefined,
  sampling: undefined,
  resultKind: undefined,
  acceptsResults: undefined,
} as const

/**
 * Returns the request as another agent of the conversation receives it: what the caller chose for the requested agent stays
 * with that one.
 */
export function requestFor<R extends Question>(question: R, agentId: AgentId): R {
  const requested = question.agentId === undefined ? agentId : resolveAgentId(question.agentId)
  if (requested === agentId) return { ...question, agentId }
  const model = question.agentModels?.[agentId]
  return { ...question, ...NOT_SHARED, agentId, model }
}
