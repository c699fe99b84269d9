import { fieldsOf, importedConversation, listOf, type SourceNode, textOf } from '../imported.ts'
import type { SourceFormat } from './source-format.ts'

/** The parent of a first message. */
const NO_PARENT = '00000000-0000-0000-0000-000000000000'

/** LibreChat: one conversation in a file, its messages as a list or, if `recursive`, as trees of children. */
export const librechat: SourceFormat = {
  id: 'librechat',
  fileNames: /\.json$/,
  recognizes(value) {
    const fields = fieldsOf(value)
    return 'conversationId' in fields && ('messages' in fields || 'messagesTree' in fields)
  },
  read(value) {
    const { conversationId, title, messages, messagesTree, createdAt, exportAt } = fieldsOf(value)
    const nodes = flattened(listOf(messagesTree ?? messages))
    return importedConversation({
      sourceId: `librechat:${textOf(conversationId)}`,
      title,
      time: createdAt ?? exportAt,
      nodes,
      leafId: nodes.at(-1)?.id,
    })
  },
}

function flattened(messages: readonly unknown[]): readonly SourceNode[] {
  const nodes: SourceNode[] = []
  const waiting = messages
    .toReversed()
    .map((message) => ({ message, parentId: undefined as string | undefined }))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const node = nodeOf(fieldsOf(next.message), next.parentId)
    nodes.push(node)
    const children = listOf(fieldsOf(next.message)['children'])
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
  const parent = textOf(parentMessageId)
  const blocks = listOf(content)
    .map(fieldsOf)
    .filter(({ type }) => type === 'text')
    .map((block) => textOf(block['text']) || textOf(fieldsOf(block['text'])['value']))
  return {
    id: textOf(messageId),
    parentId: parentOfTree ?? (parent === '' || parent === NO_PARENT ? undefined : parent),
    role: isCreatedByUser === true || textOf(sender).toLowerCase() === 'user' ? 'user' : 'assistant',
    content: textOf(text) || blocks.filter((block) => block !== '').join('\n\n'),
    time,
    files: listOf(files)
      .map((file) => textOf(fieldsOf(file)['filename']))
      .filter((name) => name !== ''),
    ...(typeof model === 'string' && isCreatedByUser !== true && { model }),
  }
}
