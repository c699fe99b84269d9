import { partsBySpeaker } from '@vee/contract/entities/speaker'
import { conversationMessage, type ConversationMessage } from '@vee/contract/entities/conversation'
import { meeting } from '@vee/contract/entities/meeting'
import type { HiddenPart, SharedMeeting, SharedMessage } from '@vee/contract/http/links'
import { z } from 'zod'

/** What a link shows, apart from its page: everything else of a conversation or meeting stays with its owner. */
export type SharedView =
  | { readonly kind: 'conversation'; readonly messages: readonly SharedMessage[] }
  | { readonly kind: 'meeting'; readonly meeting: SharedMeeting }

/** A marker of a source in the text of a reply. */
const MARKER = / ?\[(\d{1,4})\]/g
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

const shownMessages = z.array(
  conversationMessage.pick({
    id: true,
    role: true,
    content: true,
    agentId: true,
    timestamp: true,
    attachments: true,
    sources: true,
    speakers: true,
    model: true,
    costUsd: true,
  }),
)
const shownMeeting = meeting.pick({
  meetingDate: true,
  participants: true,
  summary: true,
  minutes: true,
  actionItems: true,
  transcript: true,
  transcriptLines: true,
})
/** What a link needs of a conversation or meeting, whatever it hides. */
const sharedContentSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('conversation'),
    conversation: z.object({ title: z.string(), agentId: z.string(), messages: shownMessages }),
  }),
  z.object({ kind: z.literal('meeting'), meeting: shownMeeting.extend({ title: z.string() }) }),
])
export type SharedContent = z.infer<typeof sharedContentSchema>

/** Returns the JSON of what a link needs, for a link that does not follow later changes. */
export function snapshotOf(content: SharedContent): string {
  if (content.kind === 'meeting') return JSON.stringify(sharedContentSchema.parse(content))
  const { conversation } = content
  const messages = conversation.messages.filter(({ role }) => role === 'user' || role === 'assistant')
  return JSON.stringify(
    sharedContentSchema.parse({ kind: 'conversation', conversation: { ...conversation, messages } }),
  )
}

export const readSnapshot = (snapshot: string): SharedContent =>
  sharedContentSchema.parse(JSON.parse(snapshot))

/** Returns what a link shows of a conversation or meeting. */
export const sharedViewOf = (content: SharedContent, hiddenParts: ReadonlySet<HiddenPart>): SharedView =>
  content.kind === 'conversation'
    ? viewOfConversation(content.conversation, hiddenParts)
    : viewOfMeeting(content.meeting, hiddenParts)

type ShownConversation = Extract<SharedContent, { kind: 'conversation' }>['conversation']

/** Returns the questions and replies as a link shows them. Instructions and results of tools are left out. */
function viewOfConversation(
  { agentId, messages }: ShownConversation,
  hiddenParts: ReadonlySet<HiddenPart>,
): SharedView {
  const shown = messages.flatMap((message): SharedMessage[] =>
    message.role === 'user' || message.role === 'assistant'
      ? sharedMessages(message, message.role, agentId, hiddenParts)
      : [],
  )
  return { kind: 'conversation', messages: shown }
}

/** what stands once under a reply of several speakers */
const OF_WHOLE_REPLY = { attachments: undefined, model: undefined, costUsd: undefined } as const

/** Returns a message for each of its speakers; the sources and the costs stand with the last one. */
function sharedMessages(
  message: ShownConversation['messages'][number],
  role: SharedMessage['role'],
  agentId: string,
  hiddenParts: ReadonlySet<HiddenPart>,
): SharedMessage[] {
  const parts =
    role === 'assistant' ? partsBySpeaker({ ...message, agentId: message.agentId ?? agentId }) : []
  if (parts.length < 2) return [sharedMessage(message, role, agentId, hiddenParts)]
  return parts.map((part, index) => {
    const isLast = index === parts.length - 1
    const rest = isLast ? message : { ...message, ...OF_WHOLE_REPLY }
    const id = index === 0 ? message.id : `${message.id}.${index}`
    return sharedMessage(
      { ...rest, id, content: part.text, agentId: part.agentId },
      role,
      agentId,
      hiddenParts,
    )
  })
}

function sharedMessage(
  message: ShownConversation['messages'][number],
  role: SharedMessage['role'],
  agentId: string,
  hiddenParts: ReadonlySet<HiddenPart>,
): SharedMessage {
  const isPublic = ({ kind }: NonNullable<ConversationMessage['sources']>[number]) =>
    kind === 'web' || (kind === 'file' && !hiddenParts.has('files'))
  const sources = (message.sources ?? []).filter(isPublic)
  const numbers = new Set(sources.map(({ number }) => number))
  const { id, timestamp, model, costUsd } = message
  return {
    id,
    role,
    content: role === 'assistant' ? withoutOtherMarkers(message, numbers) : message.content,
    agentId: message.agentId ?? agentId,
    timestamp,
    files: hiddenParts.has('files') ? [] : (message.attachments ?? []).map(({ name }) => name),
    sources: sources.map(({ number, title, url, site }) => ({ number, title, url, site })),
    ...(!hiddenParts.has('costs') && {
      ...(model !== undefined && { model }),
      ...(costUsd !== undefined && { costUsd }),
    }),
  }
}

/** Returns the text of a reply without the markers of sources that are not shown. */
function withoutOtherMarkers(
  { content, sources = [] }: Pick<ConversationMessage, 'content' | 'sources'>,
  shown: ReadonlySet<number>,
): string {
  const hidden = new Set(sources.map(({ number }) => number).filter((number) => !shown.has(number)))
  if (hidden.size === 0) return content
  return content.replaceAll(MARKER, (marker, number: string) => (hidden.has(Number(number)) ? '' : marker))
}

/** Returns a meeting as a link shows it: its notes, bookmarks and tags are its owner's. */
function viewOfMeeting(
  {
    meetingDate,
    participants,
    summary,
    minutes,
    actionItems,
    transcript,
    transcriptLines,
  }: z.infer<typeof shownMeeting>,
  hiddenParts: ReadonlySet<HiddenPart>,
): SharedView {
  const shown: SharedMeeting = {
    meetingDate,
    participants,
    summary,
    minutes,
    actionItems,
    transcript: transcriptLines.length > 0 ? '' : transcript,
    transcriptLines,
  }
  return { kind: 'meeting', meeting: hiddenParts.has('names') ? withoutNames(shown) : shown }
}

type NamedMeeting = Pick<SharedMeeting, 'participants' | 'transcriptLines' | 'actionItems'>

/** Returns the title of a link without the names that the link hides. */
export const shownTitle = (
  title: string,
  content: SharedContent,
  hiddenParts: ReadonlySet<HiddenPart>,
): string =>
  content.kind === 'meeting' && hiddenParts.has('names') ? nameReplacer(content.meeting)(title) : title

/** Returns a meeting in which people have tokens (P1, P2, …) for names, in its texts, too. */
const withoutNames = (meeting: SharedMeeting): SharedMeeting =>
  // Every text of the meeting is replaced, and its ids and times contain no names.
  mapTexts(meeting, nameReplacer(meeting))

/** Returns a function that replaces the names of the people of a meeting by their tokens. */
function nameReplacer({
  participants,
  transcriptLines,
  actionItems,
}: NamedMeeting): (text: string) => string {
  const names = [
    ...participants,
    ...transcriptLines.map(({ speaker }) => speaker),
    ...actionItems.map(({ assignee }) => assignee),
  ]
  const tokens = new Map<string, string>()
  for (const name of names) {
    const key = name?.trim().toLowerCase() ?? ''
    if (key !== '' && !tokens.has(key)) tokens.set(key, `P${tokens.size + 1}`)
  }
  return tokens.size === 0 ? (text) => text : replacerOf(tokens)
}

/** Returns the source of a pattern for any of these names; it matches nothing without any. */
const alternatives = (list: readonly string[]) =>
  list.length === 0
    ? '(?!)'
    : list.map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)).join('|')

/** Returns a function that replaces full names, and each first or last name that only one person has. */
function replacerOf(tokens: ReadonlyMap<string, string>): (text: string) => string {
  const byWord = new Map<string, Set<string>>()
  for (const [name, token] of tokens)
    for (const word of name.split(/\s+/))
      if (word.length > 2) byWord.set(word, (byWord.get(word) ?? new Set<string>()).add(token))
  const replacements = new Map(tokens)
  for (const [word, owners] of byWord) {
    const [owner, ...others] = owners
    if (owner !== undefined && others.length === 0 && !replacements.has(word)) replacements.set(word, owner)
  }
  const longestFirst = [...replacements.keys()].toSorted((left, right) => right.length - left.length)
  // Names in scripts without spaces stand next to other letters.
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${alternatives(longestFirst)})(?![\\p{L}\\p{N}])|${alternatives(longestFirst.filter((name) => UNSPACED.test(name)))}`,
    'giu',
  )
  return (text) => text.replace(pattern, (name) => replacements.get(name.toLowerCase()) ?? name)
}

/** Returns a copy of JSON data with every text replaced, except ids. */
function mapTexts<Data>(data: Data, replace: (text: string) => string): Data {
  const walk = (value: unknown, key?: string): unknown => {
    if (typeof value === 'string') return key === 'id' ? value : replace(value)
    if (Array.isArray(value)) return value.map((entry) => walk(entry))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, walk(entry, name)]))
  }
  return walk(data) as Data
}

/** Yields the texts that a link shows, for a look at what they contain. */
export function* textsOf(view: SharedView): Generator<string, void, undefined> {
  if (view.kind === 'conversation') {
    for (const { content, files } of view.messages) yield* [content, ...files]
    return
  }
  const { meeting } = view
  yield* [meeting.summary, meeting.transcript]
  for (const { text } of meeting.transcriptLines) yield text
  for (const { text } of meeting.actionItems) yield text
  const { overview = [], decisions = [], openQuestions = [] } = meeting.minutes ?? {}
  for (const { text } of [...overview, ...decisions, ...openQuestions]) yield text
}
