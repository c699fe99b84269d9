import type { postHistoryPreview } from '@vee/contract/http/chat'
import type { EndpointResponse } from '@vee/contract/http/endpoint'
import type { Caller } from '../../accounts/index.ts'
import type { AgentCatalogue } from '../../agents/catalogue/index.ts'
import type { ReplyAttachments } from '../../attachments/index.ts'
import type { Participants } from '../../conversations/index.ts'
import type { Sources } from '../../sources/index.ts'
import { chooseAnsweringAgents, requestFor } from '../together/choose-answering-agents.ts'
import type { TokenCounter } from '../ports.ts'
import type { Question } from '../run/reply-run.ts'
import { chooseModel, type ModelSelectionDependencies } from '../select-model.ts'
import { openReplySources, withRoomFor } from '../earlier-sources.ts'
import { explainHistory } from './choose-history.ts'
import { sizeByLength, sizesWithDocuments } from './message-sizes.ts'
import { planHistory } from './plan-history.ts'

export interface PreviewDependencies extends Pick<
  ModelSelectionDependencies,
  'models' | 'hostModels' | 'organizationModels'
> {
  readonly agents: AgentCatalogue
  readonly participants?: Participants | undefined
  readonly tokens: TokenCounter
  readonly attachments?: Pick<ReplyAttachments, 'documentTokens'> | undefined
  readonly sources?: Sources | undefined
}

/**
 * Returns the choice of history that the next reply would make, with the reason for each message. Uses the
 * requested model: a degradation step of the budget is not looked up. Throws the errors of an unknown or
 * locked agent, and LLM_UNAVAILABLE.
 */
export async function previewHistory(
  wholeQuestion: Question,
  caller: Caller,
  { agents, participants, tokens, attachments, sources, ...selection }: PreviewDependencies,
): Promise<EndpointResponse<typeof postHistoryPreview>> {
  const { agent } = await chooseAnsweringAgents(wholeQuestion, caller, { agents, participants })
  const question = requestFor(wholeQuestion, agent.id)
  const choice = await chooseModel(question.model ?? agent.model, caller, selection)
  const { model } = choice
  const wholePlan = planHistory(question, agent.capabilities.maxChatHistory)
  const { conversationId } = question
  const { earlierSources } =
    conversationId === undefined
      ? { earlierSources: '' }
      : await openReplySources(
          { conversationId, replyId: '', messages: question.messages, isNewConversation: false },
          agent,
          choice,
          { caller, sources },
        )
  const plan = withRoomFor(earlierSources, wholePlan)
  const sizeOf = await sizesWithDocuments(question.messages, plan, { model, caller }, { tokens, attachments })
  const estimate = sizeByLength(plan.charsPerToken)
  const decisions = explainHistory(question.messages, plan, sizeOf)
  const messages = question.messages.flatMap((message, index) => {
    const decision = decisions[index]
    if (!decision) return []
    const { id, role } = message
    return {
      ...(id !== undefined && { id }),
      role,
      ...decision,
      estimatedTokenCount: estimate(message),
      processedTokens: decision.isSent ? sizeOf(message) : 0,
    }
  })
  return {
    model,
    maxContextTokens: wholePlan.budgetTokens,
    sourceTokens: wholePlan.budgetTokens - plan.budgetTokens,
    messages,
  }
}
