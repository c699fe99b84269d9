import { recordOf, importedConversation, arrayOf, stringOf } from '../imported.ts'
import type { SourceFormat } from './source-format.ts'

/** LobeHub exports tables: its topics are the conversations, its messages name their topic or else their session. */
export const lobehub: SourceFormat = {
  id: 'lobehub',
  recognizes: (value) => Array.isArray(recordOf(value)['lobeMessages']),
  read(value) {
    const { id, title, createdAt, lobeMessages } = recordOf(value)
    const list = arrayOf(lobeMessages).map(recordOf)
    return importedConversation({
      sourceId: `lobehub:${stringOf(id)}`,
      title,
      time: createdAt,
      leafId: list.at(-1)?.['id'],
      nodes: list.map(({ id: messageId, parentId, role, content, createdAt: time, model }, index) => ({
        id: stringOf(messageId),
        parentId: stringOf(parentId) || stringOf(list[index - 1]?.['id']) || undefined,
        role: role === 'user' ? 'user' : 'assistant',
        content: role === 'system' || role === 'tool' ? '' : stringOf(content),
        time,
        files: [],
        ...(typeof model === 'string' && role !== 'user' && { model }),
      })),
    })
  },
}

/** Returns the conversations of an export's tables, each with its messages in the order of their times. */
export function lobeConversations(value: unknown): readonly unknown[] {
  const outer = recordOf(value)
  const tables = recordOf(outer['data'] ?? outer['state'] ?? value)
  const messages = arrayOf(tables['messages']).map(recordOf)
  const groups = new Map<string, Readonly<Record<string, unknown>>[]>()
  for (const message of messages) {
    const key = stringOf(message['topicId']) || stringOf(message['sessionId']) || 'inbox'
    groups.set(key, [...(groups.get(key) ?? []), message])
  }
  const named = [...arrayOf(tables['topics']), ...arrayOf(tables['sessions'])].map(recordOf)
  return Array.from(groups, ([id, list]) => {
    const topic = named.find((candidate) => candidate['id'] === id)
    return {
      id,
      title: topic?.['title'] ?? recordOf(topic?.['meta'])['title'],
      createdAt: topic?.['createdAt'],
      lobeMessages: list.toSorted(
        (left, right) =>
          Number(new Date(String(left['createdAt']))) - Number(new Date(String(right['createdAt']))),
      ),
    }
  })
}
