import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** The agents that took part in a conversation, where there are several. */
export const conversationParticipants: Migration = {
  name: '0055-conversation-participants',
  async up(schema, database) {
    await schema
      .alterTable('conversations')
      .addColumn('participants', 'text', (column) => column.notNull().defaultTo('[]'))
      .execute()
    const { rows } = await sql<{ user_id: string; conversation_id: string; agent_id: string }>`
      select user_id, conversation_id, agent_id from messages
      where role = 'assistant' and agent_id is not null
      group by user_id, conversation_id, agent_id
      order by user_id, conversation_id, min(position)`.execute(database)
    const byConversation = Map.groupBy(rows, (row) => JSON.stringify([row.user_id, row.conversation_id]))
    for (const [first, ...others] of byConversation.values()) {
      if (!first || others.length === 0) continue
      const participants = JSON.stringify([first, ...others].map(({ agent_id }) => agent_id))
      await sql`update conversations set participants = ${participants}
        where user_id = ${first.user_id} and id = ${first.conversation_id}`.execute(database)
    }
  },
}
