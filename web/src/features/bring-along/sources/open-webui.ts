import { recordOf, importedConversation, arrayOf, stringOf } from '../imported.ts'
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
