import { randomUUID } from 'node:crypto'
import { newConversationId } from '@vee/contract/entities/agent-ids'
import type { ChatMessage } from '@vee/contract/entities/message'
import { hasVisibleCharacter } from '#lib/without-nul.ts'
import { DomainError } from '../../errors/domain-error.ts'
import type { ProjectDefaults } from '../../conversations/index.ts'
import { timeZoneOfCaller, type Caller } from '../../accounts/index.ts'
import { buildPrompt } from '../build-prompt.ts'
import { chooseHistory } from '../history/choose-history.ts'
import { sizesWithDocuments } from '../history/message-sizes.ts'
import { planHistory } from '../history/plan-history.ts'
import { abilityOf, assertSupported } from '../model-request.ts'
import { sourcesFor, withRoomFor } from '../reply-sources.ts'
import { resolveModelAndPayer } from '../select-model.ts'
import { type ToolUse, toolUseOf } from '../use-tools.ts'
import { vendorSearchOf } from '../vendor-search.ts'
import type { PreparedReply, ReplyDependencies, ReplyRequest } from './reply-run.ts'

/**
 * Chooses the agent, the model and who pays, the history, the tools and the instructions of a reply. Throws a
 * DomainError if there will be no reply. Nothing is reserved or stored.
 */
export async function prepareReply(
  chatRequest: ReplyRequest,
  caller: Caller,
  dependencies: ReplyDependencies,
): Promise<PreparedReply> {
  assertNotEmpty(chatRequest.messages)
  const [agent, project] = await Promise.all([
    dependencies.agents.choose(chatRequest.agentId, caller),
    projectOf(chatRequest, caller, dependencies),
  ])
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
  const plan = planHistory(chatRequest, agent.capabilities.maxChatHistory)
  const [persona, sizeOf, { sources, recalled }] = await Promise.all([
    personaOf(target),
    sizesWithDocuments(chatRequest.messages, plan, { model: modelAndPayer.model, caller }, dependencies),
    sourcesFor(
      {
        ...identity,
        messages: chatRequest.messages,
        isNewConversation: chatRequest.conversationId === undefined,
      },
      agent,
      modelAndPayer,
      { caller, sources: dependencies.sources },
    ),
  ])
  const history = chooseHistory(chatRequest.messages, withRoomFor(recalled, plan), sizeOf)
  const toolUse = toolsFor({ ...target, sources })
  const system = await toolUse.instructed(
    buildPrompt(agent, chatRequest, persona, {
      hasDocuments: history.messages.some(hasDocument),
      project,
      day: { time: dependencies.now(), timeZone: timeZoneOfCaller(caller) },
    }),
  )
  return { ...target, persona, project, history, recalled, sources, toolUse, system }
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
}: ReplyTarget & Pick<PreparedReply, 'sources'>): ToolUse {
  const { outsideTextMarks, toolbox, attachments, now } = dependencies
  const { conversationId } = identity
  const hadOutsideText = async () => (await outsideTextMarks?.hasOutsideText(caller, conversationId)) ?? false
  return toolUseOf(
    { ...chatRequest, conversationId, hadOutsideText, sources, vendorSearch: vendorSearchOf(modelAndPayer) },
    caller,
    { ...agent, ability: abilityOf(modelAndPayer) },
    toolbox,
    now,
    attachments && ((bytes, name) => attachments.storePicture(bytes, name, caller)),
  )
}

const hasDocument = ({ attachments = [] }: ChatMessage): boolean =>
  attachments.some(({ kind }) => kind === 'document')
