import type { Conversation, ConversationMessage } from '@vee/contract/entities/conversation'
import type { Locale } from '@vee/contract/entities/locale'
import labels from './export-labels.json' with { type: 'json' }

const LABELS: Readonly<Record<Locale, { readonly you: string; readonly tool: string }>> = labels

/** A file to download. */
export interface Download {
  readonly fileName: string
  readonly contentType: string
  readonly text: string
}

export interface ExportOptions {
  readonly format: 'markdown' | 'json'
  readonly locale: Locale
  /** returns the display name of an agent */
  readonly agentLabel: (agentId: string) => string
}

export function renderConversationExport(
  conversation: Conversation,
  { format, locale, agentLabel }: ExportOptions,
): Download {
  const fileName = `${fileNameOf(conversation.title) || conversation.id}.${format === 'json' ? 'json' : 'md'}`
  if (format === 'json') {
    const text = `${JSON.stringify(conversation, undefined, 2)}\n`
    return { fileName, contentType: 'application/json', text }
  }
  return {
    fileName,
    contentType: 'text/markdown; charset=utf-8',
    text: markdownOf(conversation, locale, agentLabel),
  }
}

function markdownOf(
  { title, agentId, createdAt, messages }: Conversation,
  locale: Locale,
  agentLabel: (agentId: string) => string,
): string {
  const { you, tool } = LABELS[locale]
  const day = (at: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at))
  const speaker = (message: ConversationMessage) => {
    if (message.role === 'user') return you
    return message.role === 'tool' ? tool : agentLabel(message.agentId ?? agentId)
  }
  const parts = messages
    .filter(({ content }) => content.trim() !== '')
    .map((message) => `## ${speaker(message)}\n\n${message.content.trim()}\n`)
  return [`# ${title}\n`, `${agentLabel(agentId)} · ${day(createdAt)}\n`, ...parts].join('\n')
}

/** Returns a name that every file system accepts. */
const fileNameOf = (title: string) =>
  title
    .replaceAll(/[\p{Cc}<>:"/\\|?*.…]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
