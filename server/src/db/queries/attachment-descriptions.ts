import { conversationMessage } from '@vee/contract/entities/conversation'
import type { Database } from '../schema.ts'
import { inWriteTransaction } from '../write-transaction.ts'
import type { AttachmentRow } from './attachments.ts'
import { recountConversation } from './content-bytes.ts'
import { likePattern } from './like-pattern.ts'
import { conversationsLock } from './conversations/conversations.ts'
import { selectAllMessages } from './conversations/message-tree.ts'

const details = conversationMessage.pick({ attachments: true, pictures: true }).loose()

/** Stores the description of an image, also in the messages of the owner's stored conversations that use it. */
export async function describeAttachment(
  database: Database,
  { id, owner }: Pick<AttachmentRow, 'id' | 'owner'>,
  description: string,
): Promise<void> {
  await inWriteTransaction(database, conversationsLock(owner), async (transaction) => {
    await transaction.updateTable('attachments').set({ description }).where('id', '=', id).execute()
    const uses = await transaction
      .selectFrom('attachment_uses')
      .select('conversation_id')
      .where('attachment_id', '=', id)
      .where('owner', '=', owner)
      .execute()
    for (const { conversation_id } of uses) {
      const key = { userId: owner, id: conversation_id }
      const rows = await selectAllMessages(transaction, key)
        .select(['position', 'details'])
        .where('details', 'like', likePattern(id))
        .execute()
      for (const row of rows) {
        await transaction
          .updateTable('messages')
          .set({ details: addDescription(row.details, id, description) })
          .where('user_id', '=', owner)
          .where('conversation_id', '=', conversation_id)
          .where('position', '=', row.position)
          .execute()
      }
      await recountConversation(transaction, key)
    }
  })
}

function addDescription(json: string, id: string, description: string): string {
  const { attachments, pictures, ...rest } = details.parse(JSON.parse(json))
  const inList = <F extends { readonly id: string }>(files: readonly F[]) =>
    files.map((file) => (file.id === id ? { ...file, description } : file))
  return JSON.stringify({
    ...rest,
    ...(attachments && { attachments: inList(attachments) }),
    ...(pictures && { pictures: inList(pictures) }),
  })
}
