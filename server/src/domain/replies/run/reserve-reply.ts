import { knownCapabilities } from '#providers/llm/model-capabilities.ts'
import type { LlmMessage, LlmRequest } from '#providers/llm/llm.ts'
import { timeZoneOfCaller } from '../../accounts/index.ts'
import { DomainError } from '../../errors/domain-error.ts'
import type { ModelChoice } from '../ports.ts'
import { ReplyAccumulator } from './reply-accumulator.ts'
import { withEarlierSources } from '../earlier-sources.ts'
import { messagesSeenBy } from '../together/speakers.ts'
import { estimateUsage } from '../token-usage.ts'
import { reserveVendorSearch } from './pay-vendor-search.ts'
import type { PreparedReply, Question, ReplyRun } from './reply-run.ts'

/** Tokens reserved for an answer of typical length. */
const EXPECTED_ANSWER_TOKENS = 500

/**
 * Reads the files of the history, and reserves the expected cost of the reply. Throws the codes of the ledger,
 * and VALIDATION for images that the model cannot read.
 */
export async function reserveReply(prepared: PreparedReply): Promise<ReplyRun> {
  const { chatRequest, caller, dependencies, modelAndPayer, identity, sources, toolUse } = prepared
  const reserve = async (messages: readonly LlmMessage[]): Promise<ReplyRun> => {
    const request = requestOf(prepared, messages)
    const reservation = await dependencies.ledger.reserve({
      ...identity,
      caller,
      prices: modelAndPayer.provider.pricesOf?.(modelAndPayer.model),
      primaryPrices: modelAndPayer.provider.pricesOf?.(dependencies.hostModels[0] ?? ''),
      payer: modelAndPayer.payer,
      organizationId: modelAndPayer.organizationId,
      expected: { kind: 'llm', tokens: estimateUsage(request, EXPECTED_ANSWER_TOKENS) },
    })
    const searchReservation = await reserveSearch(prepared, reservation)
    const accumulator = new ReplyAccumulator(toolUse.toolKindOf, chatRequest.acceptsReasoning)
    return { ...prepared, request, reservation, searchReservation, accumulator, ignoredSampling: new Set() }
  }
  const { attachments, ledger } = dependencies
  const messages = messagesSeenBy(prepared.agent.id, prepared.history.messages, prepared.nameOf)
  if (!attachments || messages.every(({ attachments: files = [] }) => files.length === 0))
    return reserve(messages)
  return attachments.runExclusive(caller, async () => {
    // The reservation needs the size of the prompt; a caller without a reply left must not cost the reading
    // of files.
    await ledger.assertReplyLeft(caller)
    const described = await attachments.withDocuments(
      messages,
      caller,
      canSee(modelAndPayer),
      sources?.addDocument,
    )
    return reserve(await attachments.withImages(described, caller, canSee(modelAndPayer)))
  })
}

/** Reserves a search of the vendor if the model may use it; the reply is not charged if that fails. */
async function reserveSearch(
  { toolUse, dependencies, modelAndPayer, identity, caller }: PreparedReply,
  reservation: ReplyRun['reservation'],
): Promise<ReplyRun['searchReservation']> {
  if (!toolUse.searchesByVendor) return undefined
  try {
    return await reserveVendorSearch(dependencies.ledger, modelAndPayer, { caller, ...identity })
  } catch (error) {
    await reservation.settle(undefined)
    throw error
  }
}

function requestOf(
  { chatRequest, caller, agent, modelAndPayer, earlierSources, system }: PreparedReply,
  messages: readonly LlmMessage[],
): LlmRequest {
  const { language, locale, modelRequest, reasoningEffort } = chatRequest
  return {
    system,
    messages: withEarlierSources(
      earlierSources,
      withInlineImages(messages, chatRequest.images, modelAndPayer),
    ),
    model: modelAndPayer.model,
    agentId: agent.id,
    language,
    locale,
    timeZone: timeZoneOfCaller(caller),
    maxOutputTokens: modelRequest?.maxOutputTokens,
    reasoningEffort,
    tools: [],
    toolChoice: modelRequest?.toolChoice,
    options: modelRequest?.options,
  }
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
  provider.id !== 'builtin' && knownCapabilities(provider, model).canSee !== false
