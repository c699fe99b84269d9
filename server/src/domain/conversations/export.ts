import { partsBySpeaker } from '@vee/contract/entities/speaker'
import type { ConversationMessage, ConversationSummary } from '@vee/contract/entities/conversation'
import type { Locale } from '@vee/contract/entities/locale'
import labels from './export-labels.json' with { type: 'json' }

const LABELS: Readonly<
  Record<
    Locale,
    {
      readonly you: string
      readonly tool: string
      readonly version: string
      /** the heading of a path that is not shown */
      readonly branch: string
      readonly files: string
      readonly sources: string
    }
  >
> = labels

/** A file to download. */
export interface Download {
  readonly fileName: string
  readonly contentType: string
  /** chunks that are generated when they are read */
  readonly text: AsyncIterable<string>
}

export interface ExportOptions {
  readonly format: 'markdown' | 'json'
  readonly locale: Locale
  /** returns the display name of an agent */
  readonly agentLabel: (agentId: string) => string
}

interface RenderOptions extends ExportOptions {
  /** canonical IANA name of the zone in which days are counted */
  readonly timeZone: string
}

/** Consecutive messages, oldest first, as they are read from the database. */
type MessageBatches = AsyncIterable<readonly ConversationMessage[]>

/** The messages of an export. */
export interface ExportedMessages {
  /** of the shown path, for Markdown */
  readonly pathMessages: MessageBatches
  /** each of the other branches, for Markdown */
  readonly branchMessages: MessageBatches
  /** of all paths, for JSON */
  readonly treeMessages: MessageBatches
}

export function renderConversationExport(
  summary: ConversationSummary,
  messages: ExportedMessages,
  { format, locale, timeZone, agentLabel }: RenderOptions,
): Download {
  const fileName = `${fileNameOf(summary.title) || summary.id}.${format === 'json' ? 'json' : 'md'}`
  return format === 'json'
    ? { fileName, contentType: 'application/json', text: jsonOf(summary, messages.treeMessages) }
    : {
        fileName,
        contentType: 'text/markdown; charset=utf-8',
        text: markdownOf(summary, messages, { locale, timeZone, agentLabel }),
      }
}

const INDENT = '    '

/** Yields the chunks of `JSON.stringify(conversation, null, 2)` and a line break. */
async function* jsonOf(summary: ConversationSummary, batches: MessageBatches) {
  const summaryJson = JSON.stringify({ ...summary, messages: [] }, undefined, 2)
  yield summaryJson.slice(0, -']\n}'.length)
  let separator = '\n'
  for await (const messages of batches) {
    let chunk = ''
    for (const message of messages) {
      chunk += `${separator}${INDENT}${JSON.stringify(message, undefined, 2).replaceAll('\n', `\n${INDENT}`)}`
      separator = ',\n'
    }
    yield chunk
  }
  yield separator === '\n' ? ']\n}\n' : '\n  ]\n}\n'
}

async function* markdownOf(
  { title, agentId, createdAt }: ConversationSummary,
  { pathMessages, branchMessages }: ExportedMessages,
  { locale, timeZone, agentLabel }: Omit<RenderOptions, 'format'>,
) {
  const { you, tool, version, branch, files, sources: sourcesLabel } = LABELS[locale]
  const day = (time: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(new Date(time))
  const speaker = (message: ConversationMessage) => {
    if (message.role === 'user') return you
    return message.role === 'tool' ? tool : agentLabel(message.agentId ?? agentId)
  }
  const sourcesOf = ({ sources = [] }: Pick<ConversationMessage, 'sources'>) =>
    sources.length === 0 ? '' : [`${sourcesLabel}:\n`, ...sources.map(sourceLine)].join('\n')
  const partsOf = ({ content, attachments = [], pictures = [], sources }: ConversationMessage) => {
    const names = [...attachments, ...pictures].map(({ name }) => plainText(name)).join(', ')
    return [content.trim(), names && `${files}: ${names}`, sourcesOf({ sources })].filter(Boolean)
  }
  /** A reply of several speakers has a section for each. */
  const sectionsOf = (message: ConversationMessage, parts: readonly string[]) => {
    const words = message.role === 'assistant' ? partsBySpeaker(message) : []
    if (words.length < 2) return [`\n## ${speaker(message)}\n\n${parts.join('\n\n')}\n`]
    const [, ...others] = parts
    return words.map(({ agentId: id = agentId, text }, index) => {
      const section = index === words.length - 1 ? [text, ...others] : [text]
      return `\n## ${agentLabel(id)}\n\n${section.join('\n\n')}\n`
    })
  }
  yield `# ${title}\n\n${agentLabel(agentId)} · ${day(createdAt)}\n`
  const textOf = (messages: readonly ConversationMessage[]) =>
    messages
      .map((message) => ({ message, parts: partsOf(message) }))
      .filter(({ parts }) => parts.length > 0)
      .flatMap(({ message, parts }) => [
        ...sectionsOf(message, parts),
        ...(message.alternatives ?? []).map(
          ({ model, content }) => `\n### ${version}${model ? ` (${model})` : ''}\n\n${content.trim()}\n`,
        ),
      ])
      .join('')
  for await (const messages of pathMessages) yield textOf(messages)
  for await (const messages of branchMessages) yield `\n# ${branch}\n${textOf(messages)}`
}

/** One source in a list. A number in brackets at the beginning of a line would become part of a link. */
const sourceLine = ({ number, title, url }: NonNullable<ConversationMessage['sources']>[number]) =>
  `- \\[${number}\\] ${plainText(title)}${url === null ? '' : ` <${url.replaceAll(/[\s<>]/g, encodeURIComponent)}>`}`

/** Escapes what Markdown would format in the name of a file. */
const plainText = (name: string) => name.replaceAll(/[\\`*_[\]<>]/g, String.raw`\$&`)

/** Returns a name that every file system accepts. */
const fileNameOf = (title: string) =>
  title
    .replaceAll(/[\p{Cc}<>:"/\\|?*.…]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
