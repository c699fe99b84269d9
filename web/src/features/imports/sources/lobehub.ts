import { recordOf, importedConversation, arrayOf, proposalOf, stringOf, textList } from '../imported.ts'
import type { SourceFormat } from './source-format.ts'

/** LobeHub exports tables: its topics are the conversations, its messages name their topic or else their session. */
export const lobehub: SourceFormat = {
  id: 'lobehub',
  recognizes: (value) => Array.isArray(recordOf(value)['lobeMessages']),
  read(value) {
    const { id, title, createdAt, lobeMessages, folder, favorite } = recordOf(value)
    const list = arrayOf(lobeMessages).map(recordOf)
    return importedConversation({
      sourceId: `lobehub:${stringOf(id)}`,
      title,
      time: createdAt,
      leafId: list.at(-1)?.['id'],
      labels: {
        ...(stringOf(folder) !== '' && { projectId: `lobehub:${stringOf(folder)}` }),
        isPinned: favorite === true || favorite === 1,
      },
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
  /** The tables: groups of sessions are folders, a session or an agent with a system text is an assistant. */
  extras(value) {
    const { messages, sessions, sessionGroups, agents } = lobeTables(value)
    if (!Array.isArray(messages)) return undefined
    return {
      projects: arrayOf(sessionGroups)
        .map(recordOf)
        .map(({ id, name }) => ({
          id: `lobehub:${stringOf(id)}`,
          name: stringOf(name) || undefined,
          instructions: '',
        })),
      agents: [...arrayOf(sessions), ...arrayOf(agents)].map(recordOf).flatMap((entry) => {
        const { title, description, systemRole } = {
          ...entry,
          ...recordOf(entry['meta']),
          ...recordOf(entry['config']),
        } as Readonly<Record<string, unknown>>
        const { openingQuestions } = { ...entry, ...recordOf(entry['config']) } as Readonly<
          Record<string, unknown>
        >
        const proposal = proposalOf({
          name: stringOf(title),
          purpose: stringOf(description),
          instructions: stringOf(systemRole),
          startingPrompts: textList(openingQuestions),
        })
        return proposal ? [proposal] : []
      }),
    }
  },
}

function lobeTables(value: unknown): Readonly<Record<string, unknown>> {
  const outer = recordOf(value)
  return recordOf(outer['data'] ?? outer['state'] ?? value)
}

/** Returns the conversations of an export's tables, each with its messages in the order of their times. */
export function lobeConversations(value: unknown): readonly unknown[] {
  const tables = lobeTables(value)
  const sessions = arrayOf(tables['sessions']).map(recordOf)
  const messages = arrayOf(tables['messages']).map(recordOf)
  const groups = new Map<string, Readonly<Record<string, unknown>>[]>()
  for (const message of messages) {
    const key = stringOf(message['topicId']) || stringOf(message['sessionId']) || 'inbox'
    groups.set(key, [...(groups.get(key) ?? []), message])
  }
  const named = [...arrayOf(tables['topics']).map(recordOf), ...sessions]
  return Array.from(groups, ([id, list]) => {
    const topic = named.find((candidate) => candidate['id'] === id)
    const sessionId = stringOf(topic?.['sessionId']) || stringOf(list[0]?.['sessionId']) || id
    const session = sessions.find((candidate) => candidate['id'] === sessionId)
    return {
      id,
      title: topic?.['title'] ?? recordOf(topic?.['meta'])['title'],
      folder: session?.['groupId'] ?? session?.['group'],
      favorite: topic?.['favorite'],
      createdAt: topic?.['createdAt'],
      lobeMessages: list.toSorted(
        (left, right) =>
          Number(new Date(String(left['createdAt']))) - Number(new Date(String(right['createdAt']))),
      ),
    }
  })
}
