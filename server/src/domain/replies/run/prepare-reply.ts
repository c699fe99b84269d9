import { randomUUID } from 'node:crypto'
import {
  type AgentId,
  DEFAULT_AGENT_ID,
  newConversationId,
  resolveAgentId,
} from '@vee/contract/entities/agent-ids'
import type { ChatMessage } from '@vee/contract/entities/message'
import { lastSpeakerOf } from '@vee/contract/entities/speaker'
import { hasVisibleCharacter } from '#lib/without-nul.ts'
import { DomainError } from '../../errors/domain-error.ts'
import type { ProjectDefaults } from '../../conversations/index.ts'
import { timeZoneOfCaller, type Caller } from '../../accounts/index.ts'
import { buildPrompt } from '../build-prompt.ts'
import { chooseHistory } from '../history/choose-history.ts'
import { sizesWithDocuments } from '../history/message-sizes.ts'
import { planHistory } from '../history/plan-history.ts'
import { abilityOf, assertSupported } from '../model-request.ts'
import type { ReplySources } from '../../sources/index.ts'
import { openReplySources, withRoomFor } from '../earlier-sources.ts'
import { resolveModelAndPayer } from '../select-model.ts'
import { createAgentTools, reachableFrom } from '../together/ask-tools.ts'
import { chooseAnsweringAgents, requestFor } from '../together/choose-answering-agents.ts'
import { otherAgentsIn } from '../together/speakers.ts'
import { type SpeakingReason, togetherSection } from '../together/speaking-reason.ts'
import { type ToolUse, toolUseOf } from '../tools/use-tools.ts'
import { vendorSearchOf } from '../tools/vendor-search.ts'
import type { PreparedReply, ReplyDependencies, ReplyRequest } from './reply-run.ts'

/**
 * Chooses the agent, the model and who pays, the history, the tools and the instructions of a reply. Throws a
 * DomainError if there will be no reply. Nothing is reserved or stored.
 */
export async function prepareReply(
  wholeRequest: ReplyRequest,
  caller: Caller,
  dependencies: ReplyDependencies,
  surroundingReply?: SurroundingReply,
): Promise<PreparedReply> {
  if (!surroundingReply) assertNotEmpty(wholeRequest.messages)
  const [{ agent, nextAgents }, project] = await Promise.all([
    surroundingReply
      ? chooseNextAgent(wholeRequest, caller, dependencies)
      : chooseAnsweringAgents(wholeRequest, caller, dependencies),
    projectOf(wholeRequest, caller, dependencies),
  ])
  const chatRequest = requestFor(wholeRequest, agent.id)
  const modelAndPayer = await resolveModelAndPayer(
    { ...chatRequest, model: chatRequest.model ?? project?.model ?? agent.model },
    caller,
    dependencies,
  )
  assertSupported(chatRequest.modelRequest, modelAndPayer)
  const identity = {
    replyId: chatRequest.replyId,
    agentId: agent.id,
    conversationId:
      chatRequest.conversationId ?? newConversationId(agent.id, randomUUID().slice(0, 8), dependencies.now()),
    model: modelAndPayer.model,
    provider: modelAndPayer.provider.id,
  }
  const target = { chatRequest, caller, dependencies, agent, modelAndPayer, identity }
  const others = otherAgentsIn(chatRequest.messages, agent.id)
  const mayAsk = mayAskOthers(target) && !surroundingReply
  const needsNames = others.length + nextAgents.length > 0 || mayAsk
  const catalogue = needsNames ? dependencies.agents.list(caller, chatRequest.locale) : []
  const plan = planHistory(chatRequest, agent.capabilities.maxChatHistory)
  const [persona, sizeOf, { sources, earlierSources }, agents] = await Promise.all([
    personaOf(target),
    sizesWithDocuments(chatRequest.messages, plan, { model: modelAndPayer.model, caller }, dependencies),
    openReplySources(
      {
        ...identity,
        messages: chatRequest.messages,
        isNewConversation: chatRequest.conversationId === undefined,
      },
      agent,
      modelAndPayer,
      { caller, sources: surroundingReply?.sources ?? dependencies.sources },
    ),
    catalogue,
  ])
  const nameOf = (id: string) => agents.find((listed) => listed.id === id)?.label ?? NAME_OF_GONE
  const reachable = mayAsk
    ? reachableFrom(agent.id, agents, (id) => dependencies.agents.staysInBrowser(id))
    : []
  const agentTools = reachable.length > 0 ? createAgentTools(reachable) : undefined
  const history = chooseHistory(chatRequest.messages, withRoomFor(earlierSources, plan), sizeOf)
  const toolUse = toolsFor({ ...target, sources, agentTools, project })
  const system = await toolUse.instructed(
    buildPrompt(agent, chatRequest, persona, {
      hasDocuments: history.messages.some(hasDocument),
      project,
      together:
        others.length > 0
          ? togetherSection(
              nameOf(agent.id),
              others.map(nameOf),
              surroundingReply?.reason ?? { kind: 'asked-by-person' },
            )
          : undefined,
      interruptedName: otherThatSpokeLast(chatRequest.messages, agent.id, nameOf),
      day: { time: dependencies.now(), timeZone: timeZoneOfCaller(caller) },
    }),
  )
  return {
    ...target,
    persona,
    project,
    history,
    earlierSources,
    sources,
    toolUse,
    system,
    nextAgents,
    nameOf,
    agentTools,
  }
}

/** The name of an agent that exists no longer, for the model. */
const NAME_OF_GONE = 'Another assistant'

/** The reply within which another agent speaks. */
interface SurroundingReply {
  readonly reason: SpeakingReason
  /** what the reply has read, under the same numbers */
  readonly sources: ReplySources | undefined
}

/** Returns the agent of the request, which speaks within a reply; none follows it. */
async function chooseNextAgent(
  { agentId = DEFAULT_AGENT_ID }: ReplyRequest,
  caller: Caller,
  { agents }: ReplyDependencies,
): ReturnType<typeof chooseAnsweringAgents> {
  return { agent: await agents.choose(agentId, caller), nextAgents: [] }
}

/** Returns whether the agent may ask others: the client shows who speaks, and the model can call tools. */
const mayAskOthers = ({ chatRequest, agent, modelAndPayer }: ReplyTarget): boolean =>
  chatRequest.acceptsSpeakers === true &&
  (agent.usesTools || agent.readsTheWeb) &&
  chatRequest.useTools !== false &&
  chatRequest.modelRequest === undefined &&
  modelAndPayer.provider.id !== 'builtin' &&
  abilityOf(modelAndPayer).canUseTools

/** Returns the name of the agent whose words were last; undefined if they were this agent's. */
function otherThatSpokeLast(
  messages: readonly ChatMessage[],
  agentId: AgentId,
  nameOf: (agentId: string) => string,
): string | undefined {
  const reply = messages.findLast(({ role }) => role === 'assistant')
  const speakerId = reply && lastSpeakerOf(reply)
  return speakerId === undefined || resolveAgentId(speakerId) === agentId ? undefined : nameOf(speakerId)
}

/** Returns the project of a conversation that the server stores. */
async function projectOf(
  { conversationId: id, projectId, isKept }: ReplyRequest,
  caller: Caller,
  { projects }: ReplyDependencies,
): Promise<ProjectDefaults | undefined> {
  if (isKept === false || (id === undefined && projectId === undefined)) return undefined
  return projects?.defaultsOf({ id, projectId }, caller)
}

function assertNotEmpty(messages: readonly ChatMessage[]): void {
  const last = messages.at(-1)
  const hasContent = last && (hasVisibleCharacter(last.content) || (last.attachments ?? []).length > 0)
  const isTurnOfModel = (last?.role === 'user' || last?.role === 'tool') && hasContent
  if (isTurnOfModel && messages.some(({ role }) => role === 'user')) return
  throw new DomainError('MESSAGE_EMPTY', 'Message cannot be empty')
}

/** What is known of a reply once its agent and its model are chosen. */
type ReplyTarget = Pick<
  PreparedReply,
  'chatRequest' | 'caller' | 'dependencies' | 'agent' | 'modelAndPayer' | 'identity'
>

async function personaOf({
  chatRequest,
  caller,
  dependencies,
  identity,
}: ReplyTarget): Promise<string | null> {
  const { personaOverride } = chatRequest
  if (personaOverride !== undefined) return personaOverride?.trim() || null
  return dependencies.personas.of(caller, identity.agentId, identity.conversationId)
}

function toolsFor({
  chatRequest,
  caller,
  dependencies,
  agent,
  modelAndPayer,
  identity,
  sources,
  agentTools,
  project,
}: ReplyTarget & Pick<PreparedReply, 'sources' | 'agentTools' | 'project'>): ToolUse {
  const { outsideTextMarks, toolbox, attachments, now } = dependencies
  const { conversationId } = identity
  const hadOutsideText = async () => (await outsideTextMarks?.hasOutsideText(caller, conversationId)) ?? false
  return toolUseOf(
    {
      ...chatRequest,
      conversationId,
      projectId: project?.id,
      hadOutsideText,
      sources,
      vendorSearch: vendorSearchOf(modelAndPayer),
      agentTools,
    },
    caller,
    { ...agent, ability: abilityOf(modelAndPayer) },
    toolbox,
    now,
    attachments && ((bytes, name) => attachments.storePicture(bytes, name, caller)),
  )
}

const hasDocument = ({ attachments = [] }: ChatMessage): boolean =>
  attachments.some(({ kind }) => kind === 'document')
