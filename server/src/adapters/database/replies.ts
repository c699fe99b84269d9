import type { ReplyEvent } from '@vee/contract/stream/reply-event'
import type { StoredReply, ReplyStore } from '#domain/replies/index.ts'
import type { Database } from '#db/schema.ts'
import { inWriteTransaction } from '#db/write-transaction.ts'

/** Creates the store of replies in the database, which outlives the process. */
export const createReplyStore = (database: Database): ReplyStore => ({
  save: (replies) =>
    inWriteTransaction(database, 'replies', async (transaction) => {
      for (const reply of replies) await upsertReply(transaction, reply)
    }),

  async load(endedAfter) {
    const rows = await database
      .selectFrom('replies')
      .selectAll()
      .where('ended_at', '>', endedAfter)
      .orderBy('ended_at')
      .execute()
    return rows.map((row) => ({
      owner: row.owner,
      replyId: row.reply_id,
      endedAt: row.ended_at,
      events: JSON.parse(row.events) as readonly ReplyEvent[],
    }))
  },

  async purge() {
    await database.deleteFrom('replies').execute()
  },
})

/** Table `replies` buffers the events of replies, so that clients can resume them; texts are stored in `messages`. */
async function upsertReply(
  transaction: Database,
  { owner, replyId, endedAt, events }: StoredReply,
): Promise<void> {
  const row = { ended_at: endedAt, events: JSON.stringify(events) }
  await transaction
    .insertInto('replies')
    .values({ owner, reply_id: replyId, ...row })
    .onConflict((conflict) => conflict.columns(['owner', 'reply_id']).doUpdateSet(row))
    .execute()
}
