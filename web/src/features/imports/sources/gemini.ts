import { recordOf, importedConversation, arrayOf, stringOf } from '../imported.ts'
import type { SourceFormat } from './source-format.ts'

/**
 * Google Takeout: Gemini's conversations are entries of `MyActivity.json`, one for each question, with the reply as HTML. They name no
 * conversation, so that each becomes one of its own.
 */
export const gemini: SourceFormat = {
  id: 'gemini',
  recognizes(value) {
    const { header, safeHtmlItem: reply, title } = recordOf(value)
    return /Gemini|Bard/.test(stringOf(header)) && Array.isArray(reply) && typeof title === 'string'
  },
  read(value) {
    const { title, time, safeHtmlItem: reply } = recordOf(value)
    const question = stringOf(title).replace(/^[^\s:]{3,20}:?\s+(?=\S)/u, '')
    const html = arrayOf(reply)
      .map((item) => stringOf(recordOf(item)['html']))
      .join('\n')
    const id = stringOf(time)
    return importedConversation({
      sourceId: `gemini:${id}`,
      title: question.slice(0, 100),
      time,
      leafId: `${id}-reply`,
      nodes: [
        { id: `${id}-question`, parentId: undefined, role: 'user', content: question, time, files: [] },
        {
          id: `${id}-reply`,
          parentId: `${id}-question`,
          role: 'assistant',
          content: textOfHtml(html),
          time,
          files: [],
        },
      ],
    })
  },
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
}

/** Returns the text of the reply with its paragraphs, lists and emphasis as Markdown. Other HTML is left out. */
const textOfHtml = (html: string): string =>
  html
    .replaceAll(/<(script|style)\b[^]*?<\/\1>/gi, '')
    .replaceAll(/<li\b[^>]*>/gi, '\n- ')
    .replaceAll(/<h[1-6]\b[^>]*>/gi, '\n\n### ')
    .replaceAll(/<\/?(?:b|strong)\b[^>]*>/gi, '**')
    .replaceAll(/<br\b[^>]*>/gi, '\n')
    .replaceAll(/<\/?(?:p|div|ul|ol|h[1-6]|pre|table|tr)\b[^>]*>/gi, '\n\n')
    .replaceAll(/<[^>]{0,5000}>/g, '')
    .replaceAll(/&(#?\w{1,8});/g, (entity, name: string) => ENTITIES[name] ?? entity)
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
