import {
  recordOf,
  importedConversation,
  arrayOf,
  proposalOf,
  type SourceNode,
  stringOf,
  textList,
} from '../imported.ts'
import type { SourceFormat } from './source-format.ts'

/** The parent of a first message. */
const NO_PARENT = '00000000-0000-0000-0000-000000000000'

/** LibreChat: one conversation in a file, its messages as a list or, if `recursive`, as trees of children. */
export const librechat: SourceFormat = {
  id: 'librechat',
  recognizes(value) {
    const fields = recordOf(value)
    return 'conversationId' in fields && ('messages' in fields || 'messagesTree' in fields)
  },
  read(value) {
    const { conversationId, title, messages, messagesTree, createdAt, exportAt, tags, isArchived } =
      recordOf(value)
    const nodes = flattened(arrayOf(messagesTree ?? messages))
    return importedConversation({
      sourceId: `librechat:${stringOf(conversationId)}`,
      title,
      time: createdAt ?? exportAt,
      nodes,
      leafId: nodes.at(-1)?.id,
      labels: { tags: textList(tags), isArchived: isArchived === true },
    })
  },
  /** A conversation with instructions of its own, which stand in its options. */
  extras(value) {
    const { conversationId, options } = recordOf(value)
    if (conversationId === undefined) return undefined
    const { promptPrefix, system, chatGptLabel, modelLabel, greeting } = recordOf(options)
    const proposal = proposalOf({
      name: stringOf(modelLabel) || stringOf(chatGptLabel),
      purpose: stringOf(greeting),
      instructions: stringOf(promptPrefix) || stringOf(system),
    })
    return proposal ? { agents: [proposal] } : undefined
  },
}

function flattened(messages: readonly unknown[]): readonly SourceNode[] {
  const nodes: SourceNode[] = []
  const waiting = messages
    .toReversed()
    .map((message) => ({ message, parentId: undefined as string | undefined }))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const node = nodeOf(recordOf(next.message), next.parentId)
    nodes.push(node)
    const children = arrayOf(recordOf(next.message)['children'])
    for (const child of children.toReversed()) waiting.push({ message: child, parentId: node.id })
  }
  return nodes
}

function nodeOf(message: Readonly<Record<string, unknown>>, parentOfTree: string | undefined): SourceNode {
  const {
    messageId,
    parentMessageId,
    text,
    content,
    isCreatedByUser,
    sender,
    model,
    createdAt: time,
    files,
  } = message
  const parent = stringOf(parentMessageId)
  const blocks = arrayOf(content)
    .map(recordOf)
    .filter(({ type }) => type === 'text')
    .map((block) => stringOf(block['text']) || stringOf(recordOf(block['text'])['value']))
  return {
    id: stringOf(messageId),
    parentId: parentOfTree ?? (parent === '' || parent === NO_PARENT ? undefined : parent),
    role: isCreatedByUser === true || stringOf(sender).toLowerCase() === 'user' ? 'user' : 'assistant',
    content: stringOf(text) || blocks.filter((block) => block !== '').join('\n\n'),
    time,
    files: arrayOf(files)
      .map((file) => stringOf(recordOf(file)['filename']))
      .filter((name) => name !== ''),
    ...(typeof model === 'string' && isCreatedByUser !== true && { model }),
  }
}
