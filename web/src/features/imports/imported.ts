import { CUSTOM_AGENT_LIMITS as LIMITS } from '@vee/contract/entities/custom-agent-limits'

/** A message of another program, in Vee's terms. */
interface ImportedMessage {
  readonly id: string
  /** null: it begins the conversation */
  readonly parentId: string | null
  readonly role: 'user' | 'assistant'
  /** Markdown */
  readonly content: string
  /** ISO 8601 */
  readonly timestamp: string
  readonly model?: string
  /** names of files in the archive, or ids that begin them */
  readonly files: readonly string[]
}

/** A conversation of another program, in Vee's terms, with all of its branches. */
export interface ImportedConversation {
  /** unique for all programs */
  readonly sourceId: string
  readonly title: string
  /** ISO 8601 */
  readonly createdAt: string
  /** at least one; parents come before their children */
  readonly messages: readonly ImportedMessage[]
  /** the last message of the path that was shown */
  readonly leafId: string | undefined
  readonly labels: ConversationLabels
}

/** Where a conversation was in another program. */
export interface ConversationLabels {
  /** id of its project or folder, unique for all programs */
  readonly projectId?: string | undefined
  readonly tags?: readonly string[]
  readonly isPinned?: boolean
  readonly isArchived?: boolean
}

/** A project or folder of another program. */
export interface ImportedProject {
  /** unique for all programs */
  readonly id: string
  /** undefined: the export does not say it */
  readonly name: string | undefined
  readonly instructions: string
  /** texts that its assistants answered from; absent without any */
  readonly documents?: readonly ImportedDocument[]
}

/** A document of a project, as the text that another program has read from it. */
export interface ImportedDocument {
  readonly name: string
  readonly text: string
}

/** What may become a custom agent: an assistant of another program, or what a person has told it about how it should answer. */
export interface AgentProposal {
  readonly name: string
  readonly purpose: string
  readonly instructions: string
  readonly startingPrompts: readonly string[]
}

/** What an export contains beside conversations. */
export interface ImportedExtras {
  readonly projects?: readonly ImportedProject[]
  readonly agents?: readonly AgentProposal[]
}

/** A node of another program's tree. A node without content is not shown, and its children hang on its nearest shown ancestor. */
export interface SourceNode extends Omit<ImportedMessage, 'timestamp' | 'parentId'> {
  readonly parentId: string | undefined
  readonly time: unknown
}

interface SourceConversation {
  readonly sourceId: string
  readonly title: unknown
  readonly time: unknown
  readonly nodes: readonly SourceNode[]
  readonly leafId: unknown
  readonly labels?: ConversationLabels
}

/** Longest text of one message, in UTF-16 code units; the server counts up to 200,000 code points. */
const MAX_CONTENT_LENGTH = 190_000
/** The server accepts no more messages of one conversation at once. */
const MAX_MESSAGES = 5_000

const isShown = ({ content, files }: SourceNode) => content.trim() !== '' || files.length > 0

/** Returns a conversation of valid messages; undefined if none of its nodes is shown. */
export function importedConversation({
  sourceId,
  title,
  time,
  nodes,
  leafId,
  labels = {},
}: SourceConversation): ImportedConversation | undefined {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const shownFrom = (id: string | undefined): string | undefined => {
    const seen = new Set<string>()
    for (let node = id === undefined ? undefined : byId.get(id); node && !seen.has(node.id);) {
      if (isShown(node)) return node.id
      seen.add(node.id)
      node = node.parentId === undefined ? undefined : byId.get(node.parentId)
    }
    return undefined
  }
  const shown = [...byId.values()].filter(isShown).slice(0, MAX_MESSAGES)
  const fallback =
    isoTime(time) ?? shown.map((node) => isoTime(node.time)).find((known) => known !== undefined)
  const createdAt = fallback ?? new Date(0).toISOString()
  const messages = inTreeOrder(shown, shownFrom).flatMap(({ node, parentId }) =>
    piecesOf({
      id: node.id,
      parentId,
      role: node.role,
      content: node.content,
      timestamp: isoTime(node.time) ?? createdAt,
      files: node.files,
      ...(node.model !== undefined && { model: node.model }),
    }),
  )
  if (messages.length === 0) return undefined
  const leaf = typeof leafId === 'string' ? shownFrom(leafId) : undefined
  return {
    sourceId,
    title: typeof title === 'string' ? title : '',
    createdAt,
    messages,
    leafId: leaf === undefined ? undefined : lastPieceOf(leaf, messages),
    labels,
  }
}

interface PlacedNode {
  readonly node: SourceNode
  readonly parentId: string | null
}

/** Returns the nodes with parents before children. A cycle is cut at its first node, and an orphan begins the conversation. */
function inTreeOrder(
  nodes: readonly SourceNode[],
  shownFrom: (id: string | undefined) => string | undefined,
): readonly PlacedNode[] {
  const ids = new Set(nodes.map(({ id }) => id))
  const placed = new Set<string>()
  const ordered: PlacedNode[] = []
  let waiting = nodes.map((node): PlacedNode => {
    const parentId = shownFrom(node.parentId)
    return {
      node,
      parentId: parentId !== undefined && ids.has(parentId) && parentId !== node.id ? parentId : null,
    }
  })
  while (waiting.length > 0) {
    const before = waiting.length
    const rest: PlacedNode[] = []
    for (const candidate of waiting) {
      if (candidate.parentId === null || placed.has(candidate.parentId)) {
        ordered.push(candidate)
        placed.add(candidate.node.id)
      } else rest.push(candidate)
    }
    const [first, ...others] = rest
    waiting = rest.length === before && first ? [{ ...first, parentId: null }, ...others] : rest
  }
  return ordered
}

/** Returns a message in pieces that the server accepts, each after the one before it. */
function piecesOf(message: ImportedMessage): readonly ImportedMessage[] {
  const { content, id } = message
  if (content.length <= MAX_CONTENT_LENGTH) return [message]
  const pieces: ImportedMessage[] = []
  for (let start = 0; start < content.length;) {
    // A surrogate pair stays together.
    const cut = start + MAX_CONTENT_LENGTH
    const end = cut < content.length && /[\uDC00-\uDFFF]/.test(content.charAt(cut)) ? cut - 1 : cut
    const previous = pieces.at(-1)
    pieces.push({
      ...message,
      id: previous ? `${id}.${pieces.length}` : id,
      parentId: previous ? previous.id : message.parentId,
      content: content.slice(start, end),
      files: previous ? [] : message.files,
    })
    start = end
  }
  return pieces
}

const lastPieceOf = (id: string, messages: readonly ImportedMessage[]): string =>
  messages.findLast((message) => message.id === id || message.id.startsWith(`${id}.`))?.id ?? id

/** Times from 2000 to 2100 are valid in whatever unit they are. */
const EARLIEST_MS = Date.UTC(2000, 0)
const LATEST_MS = Date.UTC(2100, 0)

/** Returns a time in seconds, milliseconds, microseconds or text as ISO 8601; undefined if it is none. */
export function isoTime(time: unknown): string | undefined {
  if (typeof time === 'string' && /^\d{9,17}(?:\.\d+)?$/.test(time)) return isoTime(Number(time))
  if (typeof time === 'string') return validTime(Date.parse(time))
  if (typeof time !== 'number') return undefined
  return [time * 1_000, time, time / 1_000].map(validTime).find((valid) => valid !== undefined)
}

const validTime = (ms: number): string | undefined =>
  ms >= EARLIEST_MS && ms < LATEST_MS ? new Date(ms).toISOString() : undefined

/** Returns the fields of an object; empty for anything else. */
export const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}

export const arrayOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Returns the texts of a list; empty for anything else. */
export const textList = (value: unknown): readonly string[] =>
  arrayOf(value)
    .map(stringOf)
    .filter((text) => text.trim() !== '')

/** Returns a proposal with its fields as long as they may be; undefined without instructions. */
export function proposalOf({
  name,
  purpose = '',
  instructions,
  startingPrompts = [],
}: Pick<AgentProposal, 'name' | 'instructions'> & Partial<AgentProposal>): AgentProposal | undefined {
  const text = instructions.trim()
  if (text === '') return undefined
  const firstLine = line(text.split('\n')[0] ?? '', LIMITS.purpose)
  return {
    name: line(name, LIMITS.name) || firstLine.slice(0, LIMITS.name),
    purpose: line(purpose, LIMITS.purpose) || firstLine,
    instructions: text.slice(0, LIMITS.instructions),
    startingPrompts: startingPrompts
      .map((prompt) => line(prompt, LIMITS.prompt))
      .filter((prompt) => prompt !== '')
      .slice(0, LIMITS.prompts),
  }
}

const line = (value: string, most: number) =>
  value
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, most)
