import { fenced } from '#lib/files/fenced-blocks.ts'
import {
  type AgentProposal,
  recordOf,
  importedConversation,
  arrayOf,
  proposalOf,
  type SourceNode,
  stringOf,
} from '../imported.ts'
import type { SourceFormat } from './source-format.ts'

/**
 * ChatGPT's data export: `conversations.json`, since 2026 `conversations-000.json` and so on, each an array of conversations whose
 * `mapping` is a tree. Seen in exports and in the importers of other programs; it is not documented.
 */
export const chatgpt: SourceFormat = {
  id: 'chatgpt',
  recognizes: (value) => 'mapping' in recordOf(value),
  read(value) {
    const {
      conversation_id: conversationId,
      id,
      title,
      create_time: time,
      mapping,
      current_node: leafId,
      is_starred: isStarred,
      pinned_time: pinnedTime,
      is_archived: isArchived,
    } = recordOf(value)
    const projectId = projectOf(value)
    const nodes = Object.entries(recordOf(mapping)).map(([nodeId, node]) => nodeOf(nodeId, recordOf(node)))
    return importedConversation({
      sourceId: `chatgpt:${stringOf(conversationId) || stringOf(id) || nodes[0]?.id || ''}`,
      title,
      time,
      nodes,
      leafId,
      labels: {
        ...(projectId !== undefined && { projectId }),
        isPinned: isStarred === true || typeof pinnedTime === 'number',
        isArchived: isArchived === true,
      },
    })
  },
  extras(value) {
    const { mapping, chat_settings: settings } = recordOf(value)
    const projectId = projectOf(value)
    if (mapping === undefined) {
      const agents = instructionsIn(recordOf(settings)['custom_instructions'])
      return agents.length > 0 ? { agents } : undefined
    }
    return {
      // The export does not contain the names of projects.
      projects: projectId === undefined ? [] : [{ id: projectId, name: undefined, instructions: '' }],
      agents: Object.values(recordOf(mapping)).flatMap((node) =>
        instructionsIn(
          recordOf(recordOf(recordOf(node)['message'])['metadata'])['user_context_message_data'],
        ),
      ),
    }
  },
}

/** Projects are kinds of GPTs, whose ids begin so. */
function projectOf(value: unknown): string | undefined {
  const { gizmo_id: gizmo, conversation_template_id: template } = recordOf(value)
  const id = [template, gizmo].map(stringOf).find((candidate) => candidate.startsWith('g-p-'))
  return id === undefined ? undefined : `chatgpt:${id}`
}

/** The custom instructions of an account, which stand in its settings and in conversations that began with them. */
function instructionsIn(value: unknown): readonly AgentProposal[] {
  const { about_user_message: aboutPerson, about_model_message: aboutReplies } = recordOf(value)
  const instructions = [aboutReplies, aboutPerson]
    .map((text) => stringOf(text).trim())
    .filter((text) => text !== '')
    .join('\n\n')
  const proposal = proposalOf({ name: 'ChatGPT', instructions })
  return proposal ? [proposal] : []
}

function nodeOf(id: string, { parent, message }: Readonly<Record<string, unknown>>): SourceNode {
  const { author, create_time: time, content, metadata, recipient } = recordOf(message)
  const role = stringOf(recordOf(author)['role'])
  const details = recordOf(metadata)
  const isHidden = role === 'system' || details['is_visually_hidden_from_conversation'] === true
  const { text, files } = isHidden ? { text: '', files: [] } : contentOf(recordOf(content))
  const isForTool = stringOf(recipient) !== '' && recipient !== 'all'
  const attached = arrayOf(details['attachments']).map((file) => stringOf(recordOf(file)['id']))
  const model = stringOf(details['model_slug'])
  return {
    id,
    parentId: stringOf(parent) || undefined,
    role: role === 'user' ? 'user' : 'assistant',
    content:
      (isForTool || role === 'tool') && text !== '' && !text.startsWith('```') ? fenced('', text) : text,
    time,
    files: isHidden ? [] : [...new Set([...files, ...attached])].filter((name) => name !== ''),
    ...(model !== '' && role !== 'user' && { model }),
  }
}

/** Returns the text and the files of a message's content; unknown kinds are kept as JSON. */
function contentOf(content: Readonly<Record<string, unknown>>): {
  readonly text: string
  readonly files: readonly string[]
} {
  switch (content['content_type']) {
    case undefined:
      return { text: '', files: [] }
    case 'text':
      return { text: arrayOf(content['parts']).map(stringOf).join('\n\n').trim(), files: [] }
    case 'code':
      return { text: codeOf(content), files: [] }
    case 'execution_output':
      return { text: stringOf(content['text']) && fenced('', stringOf(content['text'])), files: [] }
    case 'multimodal_text':
      return multimodal(arrayOf(content['parts']))
    // What a model thought, and what it was told about its user, were not part of the conversation.
    case 'thoughts':
    case 'reasoning_recap':
    case 'user_editable_context':
    case 'model_editable_context':
      return { text: '', files: [] }
    default:
      return {
        text: stringOf(content['text']) || fenced('json', JSON.stringify(content, undefined, 1)),
        files: [],
      }
  }
}

function codeOf(content: Readonly<Record<string, unknown>>): string {
  const language = stringOf(content['language'])
  const code = stringOf(content['text'])
  return code.trim() === '' ? '' : fenced(language === 'unknown' ? '' : language, code)
}

function multimodal(parts: readonly unknown[]) {
  const texts: string[] = []
  const files: string[] = []
  for (const part of parts) {
    const { content_type: kind, asset_pointer: pointer, text } = recordOf(part)
    if (typeof part === 'string') texts.push(part)
    else if (kind === 'audio_transcription') texts.push(stringOf(text))
    else if (typeof pointer === 'string') files.push(pointer.replace(/^[a-z-]+:\/\//, ''))
  }
  return { text: texts.filter((piece) => piece.trim() !== '').join('\n\n'), files }
}
