import { recordOf, importedConversation, arrayOf, proposalOf, stringOf } from '../imported.ts'
import type { SourceFormat } from './source-format.ts'

/** NextChat's backup: the sessions of its store, each a list of messages. */
export const nextchat: SourceFormat = {
  id: 'nextchat',
  recognizes(value) {
    const { topic, messages } = recordOf(value)
    return typeof topic === 'string' && Array.isArray(messages)
  },
  read(value) {
    const { id, topic, messages, lastUpdate } = recordOf(value)
    const list = arrayOf(messages).map(recordOf)
    const idOf = (index: number) => stringOf(list[index]?.['id']) || `${stringOf(id)}-${index}`
    return importedConversation({
      sourceId: `nextchat:${stringOf(id)}`,
      title: topic,
      time: list[0]?.['date'] ?? lastUpdate,
      leafId: list.length > 0 ? idOf(list.length - 1) : undefined,
      nodes: list.map(({ role, content, date, model }, index) => ({
        id: idOf(index),
        parentId: index === 0 ? undefined : idOf(index - 1),
        role: role === 'user' ? 'user' : 'assistant',
        content: role === 'system' ? '' : contentText(content),
        time: date ?? lastUpdate,
        files: [],
        ...(typeof model === 'string' && role !== 'user' && { model }),
      })),
    })
  },
  /** A mask is an assistant: its name, and the messages before the first question. */
  extras(value) {
    const { mask } = recordOf(value)
    const { name, context } = recordOf(mask)
    const proposal = proposalOf({
      name: stringOf(name),
      instructions: arrayOf(context)
        .map(recordOf)
        .filter(({ role }) => role === 'system')
        .map(({ content }) => contentText(content))
        .join('\n\n'),
    })
    return proposal ? { agents: [proposal] } : undefined
  },
}

const contentText = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : arrayOf(content)
        .map((part) => stringOf(recordOf(part)['text']))
        .filter((text) => text !== '')
        .join('\n\n')
