import { MICRO_USD_PER_USD } from '#providers/llm/prices.ts'
import type { Caller } from '../../accounts/index.ts'
import type { ReplyLedger } from '../ports.ts'
import type { ReplyRun } from './reply-run.ts'
import type { ModelAndPayer } from '../select-model.ts'

type SearchReservation = Awaited<ReturnType<ReplyLedger['reserve']>>

const unitsOf = ({ provider, model }: ModelAndPayer, searches: number) => ({
  kind: 'search' as const,
  searches,
  price: {
    microUsd: Math.round((provider.vendorSearch?.priceUsd(model) ?? 0) * searches * MICRO_USD_PER_USD),
    // The price is that of the vendor's list.
    isEstimated: true,
  },
})

/** Reserves one search of the vendor, which whoever pays for the model pays. Throws the codes of the ledger. */
export function reserveVendorSearch(
  ledger: Pick<ReplyLedger, 'reserve'>,
  modelAndPayer: ModelAndPayer,
  {
    caller,
    ...reply
  }: { readonly caller: Caller } & Pick<ReplyRun['identity'], 'agentId' | 'conversationId' | 'replyId'>,
): Promise<SearchReservation> {
  const { agentId, conversationId, replyId } = reply
  return ledger.reserve({
    caller,
    agentId,
    conversationId,
    replyId,
    provider: modelAndPayer.provider.id,
    model: modelAndPayer.model,
    payer: modelAndPayer.payer,
    ...(modelAndPayer.organizationId !== undefined && { organizationId: modelAndPayer.organizationId }),
    expected: unitsOf(modelAndPayer, 1),
  })
}

/** Settles what the vendor has searched. Returns the cost in US dollars. */
export async function settleVendorSearch({
  searchReservation,
  modelAndPayer,
  accumulator,
}: ReplyRun): Promise<number> {
  const { vendorSearches } = accumulator
  if (!searchReservation) return 0
  return searchReservation.settle(vendorSearches > 0 ? unitsOf(modelAndPayer, vendorSearches) : undefined)
}
