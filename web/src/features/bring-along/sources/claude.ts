import { fenced, fieldsOf, importedConversation, listOf, type SourceNode, textOf } from '../imported.ts'
import type { SourceFormat } from './source-format.ts'

/** The parent of a first message. */
const NO_PARENT = '00000000-0000-4000-8000-000000000000'

/** Claude's data export: `conversations.json` with a tree in a list of messages, in one zip or in numbered ones. */
export const claude: SourceFormat = {
  id: 'claude',
  fileNames: /(?:^|\/)conversations\.json$/,
  recognizes: (value) => 'chat_messages' in fieldsOf(value),
  read(value) {
    const {
      uuid,
      name,
      created_at: time,
      chat_messages: list,
      current_leaf_message_uuid: leaf,
    } = fieldsOf(value)
    const messages = listOf(list).map(fieldsOf)
    const nodes = messages.map(nodeOf)
    const newest = messages.toSorted((left, right) =>
      textOf(left['created_at']).localeCompare(textOf(right['created_at'])),
    )
    return importedConversation({
      sourceId: `claude:${textOf(uuid)}`,
      title: name,
      time,
      nodes,
      leafId: textOf(leaf) || newest.at(-1)?.['uuid'],
    })
  },
}

function nodeOf(
  message: Readonly<Record<string, unknown>>,
  index: number,
  all: readonly Readonly<Record<string, unknown>>[],
): SourceNode {
  const {
    uuid,
    sender,
    text,
    content,
    attachments,
    files,
    created_at: time,
    parent_message_uuid: parent,
  } = message
  const blocks = listOf(content).map(fieldsOf)
  const written = blocks
    .map(blockText)
    .filter((piece) => piece !== '')
    .join('\n\n')
  const pasted = listOf(attachments)
    .map(fieldsOf)
    .map(attachmentText)
    .filter((piece) => piece !== '')
  // Older exports are lists without parents.
  const before = textOf(all[index - 1]?.['uuid'])
  const parentId = parent === undefined ? before : textOf(parent)
  return {
    id: textOf(uuid) || String(index),
    parentId: parentId === '' || parentId === NO_PARENT ? undefined : parentId,
    role: sender === 'human' ? 'user' : 'assistant',
    content: [written || textOf(text), ...pasted].filter((piece) => piece !== '').join('\n\n'),
    time,
    files: listOf(files)
      .map((file) => textOf(fieldsOf(file)['file_name']))
      .filter((name) => name !== ''),
  }
}

/** What a model thought is not part of the conversation; calls of tools are folded. */
function blockText({ type, text, name, input }: Readonly<Record<string, unknown>>): string {
  if (type === 'text') return textOf(text)
  if (type !== 'tool_use') return ''
  const { content, title, language, type: kind } = fieldsOf(input)
  // An artifact: a document or program that the assistant wrote.
  if (typeof content === 'string' && content !== '')
    return `${textOf(title) && `**${textOf(title)}**\n\n`}${/markdown/.test(textOf(kind)) ? content : fenced(content, textOf(language))}`
  return fenced(JSON.stringify({ [textOf(name)]: input }, undefined, 1), 'json')
}

const attachmentText = ({ file_name: name, extracted_content: text }: Readonly<Record<string, unknown>>) =>
  textOf(text) === '' ? '' : `**${textOf(name)}**\n\n${fenced(textOf(text))}`
