import { recordOf, importedConversation, arrayOf, proposalOf, stringOf, textList } from '../imported.ts'
import type { SourceFormat } from './source-format.ts'

/** Open WebUI: an array of chats, each with its tree in `history.messages`; older files have the inner object alone. */
export const openWebui: SourceFormat = {
  id: 'open-webui',
  recognizes: (value) => 'messages' in recordOf(recordOf(chatOf(value))['history']),
  read(value) {
    const outer = recordOf(value)
    const chat = recordOf(chatOf(value))
    const history = recordOf(chat['history'])
    const messages = Object.entries(recordOf(history['messages']))
    return importedConversation({
      sourceId: `open-webui:${stringOf(outer['id']) || stringOf(chat['id']) || messages[0]?.[0] || ''}`,
      title: chat['title'] ?? outer['title'],
      time: outer['created_at'] ?? chat['timestamp'],
      leafId: history['currentId'],
      labels: {
        ...(stringOf(outer['folder_id']) !== '' && {
          projectId: `open-webui:${stringOf(outer['folder_id'])}`,
        }),
        tags: textList(recordOf(outer['meta'])['tags'] ?? chat['tags']),
        isPinned: outer['pinned'] === true,
        isArchived: outer['archived'] === true,
      },
      nodes: messages.map(([id, message]) => {
        const { parentId, role, content, model, timestamp: time, files } = recordOf(message)
        return {
          id,
          parentId: stringOf(parentId) || undefined,
          role: role === 'user' ? 'user' : 'assistant',
          content: role === 'system' ? '' : withoutDetails(stringOf(content)),
          time,
          files: arrayOf(files)
            .map((file) => stringOf(recordOf(file)['name']))
            .filter((name) => name !== ''),
          ...(typeof model === 'string' && role !== 'user' && { model }),
        }
      }),
    })
  },
  /** A folder, an assistant ("model") of the workspace, or the folder that a chat names. */
  extras(value) {
    const {
      id,
      folder_id: folder,
      name,
      parent_id: parent,
      is_expanded: isExpanded,
      data,
      meta,
      params,
    } = recordOf(value)
    if (stringOf(folder) !== '')
      return { projects: [{ id: `open-webui:${stringOf(folder)}`, name: undefined, instructions: '' }] }
    if (parent !== undefined && isExpanded !== undefined) {
      const instructions = stringOf(recordOf(data)['system_prompt'])
      return {
        projects: [{ id: `open-webui:${stringOf(id)}`, name: stringOf(name) || undefined, instructions }],
      }
    }
    const { description, suggestion_prompts: prompts } = recordOf(meta)
    const proposal = proposalOf({
      name: stringOf(name),
      purpose: stringOf(description),
      instructions: stringOf(recordOf(params)['system']),
      startingPrompts: arrayOf(prompts).map((prompt) => stringOf(recordOf(prompt)['content'])),
    })
    return 'base_model_id' in recordOf(value) && proposal ? { agents: [proposal] } : undefined
  },
}

const chatOf = (value: unknown): unknown => recordOf(value)['chat'] ?? value

/** Reasoning and calls of tools stand in the text as folded HTML. */
const withoutDetails = (text: string) =>
  text
    .replaceAll(
      /<details\b[^>]{0,2000}type="(?:reasoning|tool_calls|code_interpreter)"[^]*?<\/details>\s*/g,
      '',
    )
    .trim()
