import { setImmediate as immediate } from 'node:timers/promises'
import type { Caller } from '../accounts/index.ts'
import { failureFor } from '../money/ledger/index.ts'
import type { EmitReplyEvent } from './ports.ts'
import { letAgentAskOthers, letOthersSpeak } from './together/let-others-speak.ts'
import { prepareReply } from './run/prepare-reply.ts'
import { replayStoredReply } from './run/replay-stored-reply.ts'
import type { ReplyDependencies, ReplyRequest } from './run/reply-run.ts'
import { reserveReply } from './run/reserve-reply.ts'
import { settleReply, settleUsed } from './run/settle-reply.ts'
import { startGeneration } from './run/start-generation.ts'
import { storeAskedQuestion, type ReplyWriter } from './run/store-exchange.ts'

/**
 * Generates one reply, from the question to its cost: prepare, reserve, generate, let others speak, settle.
 *
 * The provider is called once room for the reply is reserved, while the question is being stored. `start` is
 * emitted when the question is stored, before any output of the provider. Throws a DomainError before `start`
 * if there will be no reply, and a ProviderFailure after it if the provider fails; text emitted until then
 * stays valid. When `abortSignal` aborts with a CutReason, the provider is aborted at once and the reply ends
 * with its metadata.
 */
export async function generateReply(
  chatRequest: ReplyRequest,
  caller: Caller,
  dependencies: ReplyDependencies,
  abortSignal: AbortSignal,
  emit: EmitReplyEvent,
): Promise<void> {
  const run = await reserveReply(await prepareReply(chatRequest, caller, dependencies))
  letAgentAskOthers(run, emit)
  const generation = startGeneration(run, abortSignal, emit)
  let writer: ReplyWriter | undefined
  try {
    // undici checks its pooled connection in one turn of the event loop before it sends; nothing may run
    // before that.
    await immediate()
    const stored = await storeAskedQuestion(run)
    if ('storedMessage' in stored) return replayStoredReply(stored.storedMessage, run, emit)
    writer = stored
    const { budget } = run.modelAndPayer
    emit({ type: 'start', ...run.identity, ...(budget && { budget }) })
    await generation.toEnd()
    await letOthersSpeak(run, abortSignal, emit)
    emit(await settleReply(run, writer, abortSignal))
  } catch (failure) {
    await writer?.storeFailed()
    throw failureFor(run.modelAndPayer.payer, failure)
  } finally {
    await generation.stop()
    await settleUsed(run)
  }
}
