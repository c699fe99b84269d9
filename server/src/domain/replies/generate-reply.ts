import { randomUUID } from 'node:crypto'
import { setImmediate as immediate } from 'node:timers/promises'
import { newConversationId } from '@vee/contract/entities/agent-ids'
import type { ChatMessage } from '@vee/contract/entities/message'
import type { Locale } from '@vee/contract/entities/locale'
import type { ChatRequest } from '@vee/contract/http/chat'
import type { FinishReason, ReplyEvent } from '@vee/contract/stream/reply-event'
import type { LoadedAgent } from '#agents/index.ts'
import { ProviderFailure } from '#providers/failure.ts'
import type { LlmImage, LlmMessage, LlmRequest } from '#providers/llm.ts'
import { capabilitiesOf } from '#providers/model-capabilities.ts'
import type { Caller } from '../accounts/index.ts'
import type { AgentCatalogue } from '../agents/index.ts'
import type { ReplyAttachments } from '../attachments/index.ts'
import type { ConversationKeeper, KeepReply } from '../conversations/index.ts'
import { failureFor, type OwnKeys } from '../ledger/index.ts'
import { DomainError } from '../domain-error.ts'
import type { Toolbox } from '../tools/index.ts'
import { hasVisibleCharacter } from '../without-nul.ts'
import { ReplyAccumulator } from './reply-accumulator.ts'
import { buildPrompt } from './build-prompt.ts'
import { runToolLoop } from './tool-loop.ts'
import { type ModelRequest, assertSupported } from './model-request.ts'
import { chooseHistory } from './history/choose-history.ts'
import { messageSizes } from './history/message-sizes.ts'
import { planHistory } from './history/plan-history.ts'
import type { ModelChoice, PersonaLookup, ReplyLedger, EmitReplyEvent, TokenCounter } from './ports.ts'
import { replayStoredReply } from './replay-stored-reply.ts'
import { resolveModelAndPayer, type ModelSelectionDependencies } from './select-model.ts'
import { estimateUsage, usedIn } from './usage.ts'
import { toolUseOf } from './use-tools.ts'

/**
 * Why a reply ends before the model does: stopped by the user, interrupted by the server's shutdown, or too
 * long.
 */
export type CutReason = Extract<FinishReason, 'stopped' | 'interrupted' | 'length'>

/** A chat request with the locale of the interface and the other inputs of the request. */
export interface Question extends ChatRequest {
  readonly locale: Locale
  /** the caller's own vendor keys; passed to the provider only */
  readonly ownKeys?: OwnKeys | undefined
  /** false: the caller stores the conversation instead of the server */
  readonly isKept?: false
  /** true: the provider is aborted when the caller disconnects, and the reply cannot be resumed */
  readonly stopsWithCaller?: true
  /**
   * images by the id of their message, of callers who send them inline; rejected with VALIDATION by a model
   * without image support
   */
  readonly images?: Readonly<Record<string, readonly LlmImage[]>> | undefined
  /** options that the caller sets for the model; throws VALIDATION if the provider does not support one */
  readonly modelRequest?: ModelRequest | undefined
}

export interface ReplyRequest extends Question {
  readonly replyId: string
}

export interface ReplyDependencies extends ModelSelectionDependencies {
  readonly agents: AgentCatalogue
  readonly ledger: ReplyLedger
  readonly personas: PersonaLookup
  readonly conversations: ConversationKeeper
  readonly toolbox: Toolbox
  readonly tokens: TokenCounter
  /** absent where callers cannot attach files */
  readonly attachments?: ReplyAttachments | undefined
  /** milliseconds since 1970 */
  readonly now: () => number
}

/**
 * Generates one reply, from the question to its cost.
 *
 * The provider is called once room for the reply is reserved, while the question is being stored. `start` is
 * emitted when the question is stored, before any output of the provider. Throws a DomainError before `start`
 * if there will be no reply, and a ProviderFailure after it if the provider fails; text emitted until then
 * stays valid. When `abortSignal` aborts with a CutReason, the provider is aborted at once and the reply ends
 * with its metadata.
 */
export async function generateReply(
  ask: ReplyRequest,
  caller: Caller,
  dependencies: ReplyDependencies,
  abortSignal: AbortSignal,
  emit: EmitReplyEvent,
): Promise<void> {
  const { agents, ledger, personas, conversations, toolbox, tokens, attachments, now } = dependencies
  assertNotEmpty(ask.messages)
  const agent = await agents.choose(ask.agentId, caller)
  const choice = await resolveModelAndPayer({ ...ask, model: ask.model ?? agent.model }, caller, dependencies)
  assertSupported(ask.modelRequest, choice.provider)
  const identity = {
    replyId: ask.replyId,
    agentId: agent.id,
    conversationId: ask.conversationId ?? newConversationId(agent.id, randomUUID().slice(0, 8), now()),
    model: choice.model,
    provider: choice.provider.id,
  }
  const persona =
    ask.personaOverride === undefined
      ? await personas.of(caller, agent.id, identity.conversationId)
      : ask.personaOverride?.trim() || null
  const withDocuments = (await attachments?.withDocuments(ask.messages, caller)) ?? ask.messages
  const history = await historyOf({ ...ask, messages: [...withDocuments] }, agent, choice, tokens)
  const stored = await attachments?.withImages(history.messages, caller, canSee(choice))
  const messages = withInlineImages(stored ?? history.messages, ask.images, choice)
  const toolUse = toolUseOf(ask, caller, agent, toolbox, now)
  const system = await toolUse.instructed(buildPrompt(agent, ask, persona))
  const request = requestOf(ask, agent, choice, { system, messages })
  const account = await ledger.reserve({
    ...identity,
    caller,
    prices: choice.provider.prices,
    payer: choice.payer,
    expected: { kind: 'llm', tokens: estimateUsage(request, EXPECTED_ANSWER_TOKENS) },
  })
  const answer = new ReplyAccumulator(toolUse.natureOf)
  const parts = { provider: choice.provider, request, toolUse, tokens, wanted: ask.resultKind, answer }
  const said = runToolLoopSpeculatively(parts, abortSignal, emit)
  let storeReply: KeepReply | undefined
  try {
    // undici checks its pooled connection in one turn of the event loop before it sends; nothing may run
    // before that.
    await immediate()
    if (!agent.staysInBrowser && ask.isKept !== false) {
      const { replaces } = ask
      const asked = { ...identity, caller, messages: ask.messages, replaces }
      const kept = await conversations.storeQuestion(asked)
      await attachments?.markUsed(ask.messages, identity.conversationId, caller)
      if ('told' in kept) return replayStoredReply(kept.told, { ...identity, persona }, emit)
      storeReply = kept.storeReply
    }
    emit({ type: 'start', ...identity, ...(choice.budget && { budget: choice.budget }) })
    await said.toEnd()

    const finishReason = finishReasonOf(answer, abortSignal, choice)
    const usage = answer.closeRound(await usedIn(request, answer, tokens))
    const costUsd = await account.settle({ kind: 'llm', tokens: usage })
    const keep = storeReply
    storeReply = undefined
    // Emits the end only of a stored reply: another server may have stored its own version, or the database
    // is unavailable.
    if (keep && !(await keep({ ...identity, ...saidIn(answer), finishReason, usage, costUsd })))
      throw new DomainError('REPLY_INTERRUPTED', 'This reply could not be stored.')
    emit({
      type: 'final_response_metadata',
      ...identity,
      provider: providerOf(answer, choice),
      usage,
      costUsd,
      persona,
      finishReason,
      ...(choice.budget && {
        budget: await ledger.budget(caller, ask.budget?.forbid).catch(() => choice.budget),
      }),
      ...(answer.toolCalls.length > 0 && { tool_calls: [...answer.toolCalls] }),
      ...(answer.toolRuns.length > 0 && { toolRuns: [...answer.toolRuns] }),
      ...(answer.result && { result: answer.result }),
      historyUsed: { sent: history.messages.length, omitted: history.omitted },
    })
  } catch (failure) {
    await storeReply?.({ ...identity, ...saidIn(answer), finishReason: 'error' })
    throw failureFor(choice.payer, failure)
  } finally {
    await said.stop()
    // Text that was generated is charged even if the reply failed or was cancelled.
    const used = answer.usage ?? (answer.hasBegun ? await usedIn(request, answer, tokens) : undefined)
    await account.settle(used && { kind: 'llm', tokens: used })
  }
}

/**
 * Runs the tool loop before the question is stored: events are held back and tools wait. `toEnd` releases
 * them and resolves with the end. `stop` is a no-op after the end.
 */
function runToolLoopSpeculatively(
  parts: Omit<Parameters<typeof runToolLoop>[0], 'mayAct'>,
  abortSignal: AbortSignal,
  emit: EmitReplyEvent,
) {
  const unwanted = new AbortController()
  const mayAct = Promise.withResolvers<boolean>()
  const held: ReplyEvent[] = []
  let isHeldBack = true
  const said = runToolLoop(
    { ...parts, mayAct: mayAct.promise },
    AbortSignal.any([abortSignal, unwanted.signal]),
    (event) => {
      if (isHeldBack) held.push(event)
      else emit(event)
    },
  )
  // The error is rethrown by `toEnd`; until then it must not count as unhandled.
  said.catch(() => {})
  return {
    toEnd(): Promise<void> {
      isHeldBack = false
      for (const event of held) emit(event)
      mayAct.resolve(true)
      return said
    },
    async stop(): Promise<void> {
      unwanted.abort('unwanted')
      mayAct.resolve(false)
      await said.catch(() => {})
    },
  }
}

const requestOf = (
  ask: ReplyRequest,
  agent: LoadedAgent,
  { model }: ModelChoice,
  prompt: Pick<LlmRequest, 'system' | 'messages'>,
): LlmRequest => ({
  ...prompt,
  model,
  agentId: agent.id,
  language: ask.language,
  locale: ask.locale,
  codingLanguage: ask.codingLanguage,
  maxOutputTokens: ask.modelRequest?.maxOutputTokens,
  tools: [],
  toolChoice: ask.modelRequest?.toolChoice,
  options: ask.modelRequest?.options,
})

const saidIn = ({ text, toolCalls }: ReplyAccumulator) => ({
  content: text,
  ...(toolCalls.length > 0 && { tool_calls: [...toolCalls] }),
})

/** Returns the part of the conversation for the model. */
async function historyOf(
  ask: ReplyRequest,
  agent: LoadedAgent,
  { model }: ModelChoice,
  tokens: TokenCounter,
) {
  const plan = planHistory(ask, agent.capabilities.maxChatHistory)
  const sizeOf = await messageSizes(ask.messages, plan, model, tokens)
  return chooseHistory(ask.messages, plan, sizeOf)
}

function assertNotEmpty(messages: readonly ChatMessage[]): void {
  const last = messages.at(-1)
  const hasContent = last && (hasVisibleCharacter(last.content) || (last.attachments ?? []).length > 0)
  const isTurnOfModel = (last?.role === 'user' || last?.role === 'tool') && hasContent
  if (isTurnOfModel && messages.some(({ role }) => role === 'user')) return
  throw new DomainError('MESSAGE_EMPTY', 'Message cannot be empty')
}

function withInlineImages(
  messages: readonly LlmMessage[],
  imagesById: Question['images'],
  choice: ModelChoice,
): readonly LlmMessage[] {
  if (!imagesById) return messages
  if (!canSee(choice)) {
    const message = `${choice.model} does not read images.`
    throw new DomainError('VALIDATION', message, { details: [{ path: 'messages', message }] })
  }
  return messages.map((message) => {
    const images = imagesById[message.id ?? '']
    return images ? { ...message, images } : message
  })
}

/**
 * Returns true if the model may support images. The built-in responder reads text only; for unknown models
 * the vendor decides.
 */
const canSee = ({ provider, model }: ModelChoice): boolean =>
  provider.id !== 'builtin' && capabilitiesOf(model).canSee !== false

/** Returns the id of the provider that generated the answer: a fallback may have taken over. */
const providerOf = ({ providerId }: ReplyAccumulator, { provider }: ModelChoice) => providerId ?? provider.id

/** Throws ProviderFailure if the provider ended without a finish reason and was not aborted. */
function finishReasonOf(
  answer: ReplyAccumulator,
  abortSignal: AbortSignal,
  { provider }: ModelChoice,
): FinishReason {
  if (answer.finishReason) return answer.finishReason
  if (abortSignal.aborted) return abortSignal.reason as CutReason
  throw new ProviderFailure({
    kind: 'cut',
    provider: provider.id,
    message: `${provider.name} ended without an end.`,
  })
}

/** Tokens reserved for an answer of typical length. */
const EXPECTED_ANSWER_TOKENS = 500
