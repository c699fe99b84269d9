import { fenced } from '#lib/files/fenced-blocks.ts'
import {
  recordOf,
  importedConversation,
  arrayOf,
  type ImportedDocument,
  type SourceNode,
  stringOf,
} from '../imported.ts'
import type { SourceFormat } from './source-format.ts'

/** The parent of a first message. */
const NO_PARENT = '00000000-0000-4000-8000-000000000000'

/** Claude's data export: `conversations.json` with a tree in a list of messages, in one zip or in numbered ones. */
export const claude: SourceFormat = {
  id: 'claude',
  recognizes: (value) => 'chat_messages' in recordOf(value),
  read(value) {
    const {
      uuid,
      name,
      created_at: time,
      chat_messages: list,
      current_leaf_message_uuid: leaf,
      project,
      project_uuid: projectUuid,
      is_starred: isStarred,
    } = recordOf(value)
    const projectId = stringOf(recordOf(project)['uuid']) || stringOf(projectUuid)
    const messages = arrayOf(list).map(recordOf)
    const nodes = messages.map(nodeOf)
    const newest = messages.toSorted((left, right) =>
      stringOf(left['created_at']).localeCompare(stringOf(right['created_at'])),
    )
    return importedConversation({
      sourceId: `claude:${stringOf(uuid)}`,
      title: name,
      time,
      nodes,
      leafId: stringOf(leaf) || newest.at(-1)?.['uuid'],
      labels: {
        ...(projectId !== '' && { projectId: `claude:${projectId}` }),
        isPinned: isStarred === true,
      },
    })
  },
  /** A project of `projects.json` or `projects/….json`, or the one that a conversation names. */
  extras(value) {
    const {
      uuid,
      name,
      prompt_template: instructions,
      description,
      docs,
      is_starter_project: isStarter,
      project,
    } = recordOf(value)
    if (project !== undefined) {
      const { uuid: id, name: projectName } = recordOf(project)
      if (stringOf(id) === '') return undefined
      return {
        projects: [
          { id: `claude:${stringOf(id)}`, name: stringOf(projectName) || undefined, instructions: '' },
        ],
      }
    }
    const isProject = Array.isArray(docs) && typeof instructions === 'string' && stringOf(uuid) !== ''
    if (!isProject || isStarter === true) return undefined
    const text = [stringOf(description).trim(), instructions.trim()]
      .filter((part) => part !== '')
      .join('\n\n')
    const documents = docs.map(recordOf).flatMap(documentOf)
    return {
      projects: [
        {
          id: `claude:${stringOf(uuid)}`,
          name: stringOf(name) || undefined,
          instructions: text,
          ...(documents.length > 0 && { documents }),
        },
      ],
    }
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
  const blocks = arrayOf(content).map(recordOf)
  const written = blocks
    .map(blockText)
    .filter((piece) => piece !== '')
    .join('\n\n')
  const pasted = arrayOf(attachments)
    .map(recordOf)
    .map(attachmentText)
    .filter((piece) => piece !== '')
  // Older exports are lists without parents.
  const before = stringOf(all[index - 1]?.['uuid'])
  const parentId = parent === undefined ? before : stringOf(parent)
  return {
    id: stringOf(uuid) || String(index),
    parentId: parentId === '' || parentId === NO_PARENT ? undefined : parentId,
    role: sender === 'human' ? 'user' : 'assistant',
    content: [written || stringOf(text), ...pasted].filter((piece) => piece !== '').join('\n\n'),
    time,
    files: arrayOf(files)
      .map((file) => stringOf(recordOf(file)['file_name']))
      .filter((name) => name !== ''),
  }
}

/** The content of a document is the text that Claude has read from the file. */
function documentOf({ filename, content }: Readonly<Record<string, unknown>>): readonly ImportedDocument[] {
  const text = stringOf(content)
  return text.trim() === '' ? [] : [{ name: stringOf(filename).trim() || 'Document', text }]
}

/** What a model thought is not part of the conversation; calls of tools are folded. */
function blockText({ type, text, name, input }: Readonly<Record<string, unknown>>): string {
  if (type === 'text') return stringOf(text)
  if (type !== 'tool_use') return ''
  const { content, title, language, type: kind } = recordOf(input)
  // An artifact: a document or program that the assistant wrote.
  if (typeof content === 'string' && content !== '')
    return `${stringOf(title) && `**${stringOf(title)}**\n\n`}${/markdown/.test(stringOf(kind)) ? content : fenced(stringOf(language), content)}`
  return fenced('json', JSON.stringify({ [stringOf(name)]: input }, undefined, 1))
}

const attachmentText = ({ file_name: name, extracted_content: text }: Readonly<Record<string, unknown>>) =>
  stringOf(text) === '' ? '' : `**${stringOf(name)}**\n\n${fenced('', stringOf(text))}`
