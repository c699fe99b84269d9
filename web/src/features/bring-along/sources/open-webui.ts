import { fieldsOf, importedConversation, listOf, textOf } from '../imported.ts'
import type { SourceFormat } from './source-format.ts'

/** Open WebUI: an array of chats, each with its tree in `history.messages`; older files have the inner object alone. */
export const openWebui: SourceFormat = {
  id: 'open-webui',
  fileNames: /(?:^|\/)(?:all-)?chats?-?[^/]*\.json$/,
  recognizes: (value) => 'messages' in fieldsOf(fieldsOf(chatOf(value))['history']),
  read(value) {
    const outer = fieldsOf(value)
    const chat = fieldsOf(chatOf(value))
    const history = fieldsOf(chat['history'])
    const messages = Object.entries(fieldsOf(history['messages']))
    return importedConversation({
      sourceId: `open-webui:${textOf(outer['id']) || textOf(chat['id']) || messages[0]?.[0] || ''}`,
      title: chat['title'] ?? outer['title'],
      time: outer['created_at'] ?? chat['timestamp'],
      leafId: history['currentId'],
      nodes: messages.map(([id, message]) => {
        const { parentId, role, content, model, timestamp: time, files } = fieldsOf(message)
        return {
          id,
          parentId: textOf(parentId) || undefined,
          role: role === 'user' ? 'user' : 'assistant',
          content: role === 'system' ? '' : withoutDetails(textOf(content)),
          time,
          files: listOf(files)
            .map((file) => textOf(fieldsOf(file)['name']))
            .filter((name) => name !== ''),
          ...(typeof model === 'string' && role !== 'user' && { model }),
        }
      }),
    })
  },
}

const chatOf = (value: unknown): unknown => fieldsOf(value)['chat'] ?? value

/** Reasoning and calls of tools stand in the text as folded HTML. */
const withoutDetails = (text: string) =>
  text
    .replaceAll(
      /<details\b[^>]{0,2000}type="(?:reasoning|tool_calls|code_interpreter)"[^]*?<\/details>\s*/g,
      '',
    )
    .trim()
