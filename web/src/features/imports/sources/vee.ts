import { arrayOf, importedConversation, recordOf, stringOf, textList } from '../imported.ts'
import type { SourceFormat } from './source-format.ts'

/** Vee's own exports: one conversation, or those of an account, of this server or another one. */
export const veeExport: SourceFormat = {
  id: 'vee',
  recognizes(value) {
    const { agentId, messages } = recordOf(value)
    const [first] = arrayOf(messages).map(recordOf)
    return typeof agentId === 'string' && typeof first?.['content'] === 'string' && 'timestamp' in first
  },
  read(value) {
    const { id, title, createdAt, messages, leafId, tags, pinned, archived } = recordOf(value)
    const list = arrayOf(messages).map(recordOf)
    return importedConversation({
      sourceId: `vee:${stringOf(id)}`,
      title,
      time: createdAt,
      leafId: leafId ?? list.at(-1)?.['id'],
      labels: { tags: textList(tags), isPinned: pinned === true, isArchived: archived === true },
      nodes: list.map(({ id: messageId, parentId, role, content, timestamp: time, model }, index) => ({
        id: stringOf(messageId) || String(index),
        // Older exports are lists without parents.
        parentId:
          parentId === undefined
            ? stringOf(list[index - 1]?.['id']) || undefined
            : stringOf(parentId) || undefined,
        role: role === 'user' ? 'user' : 'assistant',
        content: role === 'user' || role === 'assistant' ? stringOf(content) : '',
        time,
        files: [],
        ...(typeof model === 'string' && role === 'assistant' && { model }),
      })),
    })
  },
}
