import { revokeEntry, selectEntriesOfReply } from '#db/queries/ledger.ts'
import { correctSpent } from '#db/queries/spending.ts'
import type { Database } from '#db/schema.ts'
import { inWriteTransaction } from '#db/write-transaction.ts'
import type { Caller } from '../../accounts/index.ts'
import { periodAt } from './periods.ts'
import { hostMeter, type Meter, type PoolsOf } from './pools.ts'
import { isPaidInTokens, ledgerOwnerOf } from './use.ts'

interface RevokeUsesDependencies {
  readonly database: Database
  readonly poolsOf: PoolsOf
  /** milliseconds since 1970 */
  readonly now: () => number
}

/**
 * Takes back what a reply was charged, settled or reserved, because its server ended before its end and it is generated
 * again. Returns whether there was anything.
 */
export async function revokeUses(
  { database, poolsOf, now }: RevokeUsesDependencies,
  caller: Caller,
  replyId: string,
): Promise<boolean> {
  const owner = ledgerOwnerOf(caller)
  const pools = await poolsOf(caller, 'llm', now())
  return inWriteTransaction(database, `ledger ${owner}`, async (transaction) => {
    const entries = await selectEntriesOfReply(transaction, owner, replyId)
    const ofReply = entries.filter(({ kind }) => isPaidInTokens(kind))
    for (const entry of ofReply) {
      if (!(await revokeEntry(transaction, entry.id))) continue
      const correct = ({ key, period }: Meter, amount: number) =>
        correctSpent(transaction, { meter: key, period: periodAt(period, entry.created_at), amount })
      const payingPool = pools.find(({ name }) => name === entry.pool)
      for (const meter of payingPool?.meters ?? []) await correct(meter, -entry.charged)
      if (entry.payer === 'platform' && entry.cost_micro_usd > 0)
        await correct(hostMeter(undefined), -entry.cost_micro_usd)
    }
    return ofReply.length > 0
  })
}
