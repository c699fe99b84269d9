import type { FinishReason, ReplyEvent } from '@vee/contract/stream/reply-event'
import type { TokenUsage } from '@vee/contract/entities/message'
import { ProviderFailure } from '#providers/failure.ts'
import { sumOfUsage } from '#providers/llm/sum-of-usage.ts'
import { DomainError } from '../../errors/domain-error.ts'
import { usageOfRound } from '../token-usage.ts'
import { settleVendorSearch } from './pay-vendor-search.ts'
import type { CutReason, ReplyRun } from './reply-run.ts'
import type { ReplyWriter } from './store-exchange.ts'

/**
 * Settles a generated reply with the ledger, stores it, and returns its last event. Throws ProviderFailure if
 * the provider ended without a finish reason and was not aborted, and REPLY_INTERRUPTED if the reply could not
 * be stored.
 */
export async function settleReply(
  run: ReplyRun,
  writer: ReplyWriter,
  abortSignal: AbortSignal,
): Promise<ReplyEvent> {
  const { dependencies, modelAndPayer, identity, persona, history, sources, toolUse } = run
  const { accumulator, ignoredSampling } = run
  const finishReason = endReasonOf(run, abortSignal)
  const own = await settleCosts(run)
  const usage = sumOfUsage(accumulator.othersUsage, own.usage)
  const costUsd = own.costUsd + accumulator.othersCostUsd
  await sources?.store().catch(dependencies.toolbox.report)
  // The end is emitted only of a stored reply: another server may have stored its own version, or the database
  // is unavailable.
  if (!(await writer.store({ finishReason, usage, costUsd })))
    throw new DomainError('REPLY_INTERRUPTED', 'This reply could not be stored.')
  const { toolCalls, toolRuns, result, providerId, searchSuggestions, speakers } = accumulator
  return {
    type: 'final_response_metadata',
    ...identity,
    // A fallback may have taken over.
    provider: providerId ?? modelAndPayer.provider.id,
    usage,
    costUsd,
    persona,
    finishReason,
    ...(modelAndPayer.budget && { budget: await budgetAfter(run) }),
    ...(toolCalls.length > 0 && { tool_calls: [...toolCalls] }),
    ...(toolRuns.length > 0 && { toolRuns: [...toolRuns] }),
    ...(result && { result }),
    ...(searchSuggestions !== undefined && { searchSuggestions }),
    ...(speakers.length > 0 && { speakers }),
    ...(ignoredSampling.size > 0 && { ignoredSampling: [...ignoredSampling] }),
    sources: toolUse.sources?.list() ?? [],
    historyUsed: { sent: history.messages.length, omitted: history.omitted },
  }
}

/** Settles what an agent has used for its words. Throws ProviderFailure as `settleReply` does. */
export async function settleCosts(
  run: ReplyRun,
): Promise<{ readonly usage: TokenUsage; readonly costUsd: number }> {
  const { request, accumulator, dependencies, reservation, toolUse } = run
  const usage = accumulator.endLastRound(await usageOfRound(request, accumulator, dependencies.tokens))
  const searchUsd = await settleVendorSearch(run)
  const tokensUsd = await reservation.settle({ kind: 'llm', tokens: usage })
  return { usage, costUsd: tokensUsd + toolUse.costUsd + searchUsd }
}

/** Settles what a failed or cancelled reply has used: text that was generated is charged. A no-op if settled. */
export async function settleUsed(run: ReplyRun): Promise<void> {
  const { request, reservation, accumulator, dependencies } = run
  await settleVendorSearch(run)
  const used =
    accumulator.usage ??
    (accumulator.hasBegun ? await usageOfRound(request, accumulator, dependencies.tokens) : undefined)
  await reservation.settle(used && { kind: 'llm', tokens: used })
}

/** Returns the budget after the reply; the one before it if the ledger is unavailable. */
const budgetAfter = ({ chatRequest, caller, dependencies, modelAndPayer }: ReplyRun) =>
  dependencies.ledger.budget(caller, chatRequest.budget?.forbid).catch(() => modelAndPayer.budget)

/** Returns the reason of the model's end, or of the cut: the agent may be complete, and one after it not. Throws ProviderFailure if the model broke off. */
export function endReasonOf(
  { accumulator, modelAndPayer }: ReplyRun,
  abortSignal: AbortSignal,
): FinishReason {
  if (accumulator.finishReason && !accumulator.isCutOff) return accumulator.finishReason
  if (abortSignal.aborted) return abortSignal.reason as CutReason
  const { id, name } = modelAndPayer.provider
  throw new ProviderFailure({ kind: 'cut', provider: id, message: `${name} ended without an end.` })
}
