import { fieldsOf, importedConversation, listOf, textOf } from '../imported.ts'
import type { SourceFormat } from './source-format.ts'

/** LobeHub exports tables: its topics are the conversations, its messages name their topic or else their session. */
export const lobehub: SourceFormat = {
  id: 'lobehub',
  fileNames: /\.json$/,
  recognizes: (value) => Array.isArray(fieldsOf(value)['lobeMessages']),
  read(value) {
    const { id, title, createdAt, lobeMessages } = fieldsOf(value)
    const list = listOf(lobeMessages).map(fieldsOf)
    return importedConversation({
      sourceId: `lobehub:${textOf(id)}`,
      title,
      time: createdAt,
      leafId: list.at(-1)?.['id'],
      nodes: list.map(({ id: messageId, parentId, role, content, createdAt: time, model }, index) => ({
        id: textOf(messageId),
        parentId: textOf(parentId) || textOf(list[index - 1]?.['id']) || undefined,
        role: role === 'user' ? 'user' : 'assistant',
        content: role === 'system' || role === 'tool' ? '' : textOf(content),
        time,
        files: [],
        ...(typeof model === 'string' && role !== 'user' && { model }),
      })),
    })
  },
}

/** Returns the conversations of an export's tables, each with its messages in the order of their times. */
export function lobeConversations(value: unknown): readonly unknown[] {
  const outer = fieldsOf(value)
  const tables = fieldsOf(outer['data'] ?? outer['state'] ?? value)
  const messages = listOf(tables['messages']).map(fieldsOf)
  const groups = new Map<string, Readonly<Record<string, unknown>>[]>()
  for (const message of messages) {
    const key = textOf(message['topicId']) || textOf(message['sessionId']) || 'inbox'
    groups.set(key, [...(groups.get(key) ?? []), message])
  }
  const named = [...listOf(tables['topics']), ...listOf(tables['sessions'])].map(fieldsOf)
  return Array.from(groups, ([id, list]) => {
    const topic = named.find((candidate) => candidate['id'] === id)
    return {
      id,
      title: topic?.['title'] ?? fieldsOf(topic?.['meta'])['title'],
      createdAt: topic?.['createdAt'],
      lobeMessages: list.toSorted(
        (left, right) =>
          Number(new Date(String(left['createdAt']))) - Number(new Date(String(right['createdAt']))),
      ),
    }
  })
}
