import type { SourcePlace } from '../entities/source.ts'
import type { KnowledgeKind } from '../http/knowledge.ts'

/** Target length of a passage, in UTF-16 code units: some sentences. */
const PASSAGE_LENGTH = 700
/** A passage ends at most so many code units after the target, at the end of a sentence if there is one. */
const MAX_OVERRUN = 300

/** A piece of a document in which the place and the speaker are the same, such as a message or a page. */
export interface DocumentPart {
  readonly text: string
  readonly place: SourcePlace | null
  /** milliseconds since 1970 */
  readonly at: number
  readonly speaker?: string | undefined
  /** where parts of the text begin that have places of their own, such as the lines of a turn; in order */
  readonly lines?: readonly PlacedLine[] | undefined
}

interface PlacedLine {
  /** in UTF-16 code units of the text */
  readonly start: number
  readonly place: SourcePlace
}

/** The knowledge that a file or page belongs to. */
interface KnowledgeOrigin {
  readonly id: string
  /** the custom agent whose knowledge it is: other agents do not answer from it */
  readonly agentId: string | null
  /** the project whose knowledge it is: agents answer from it in its conversations; null: everywhere */
  readonly projectId: string | null
  /** of a page */
  readonly url: string | null
}

/** A file, meeting, note or conversation as it is searched. */
export interface KnowledgeDocument {
  /** identifies it among everything that its reader may see */
  readonly key: string
  /** changes with its text */
  readonly stamp: string
  readonly kind: KnowledgeKind
  readonly id: string
  readonly title: string
  /** of a file or page of knowledge */
  readonly knowledge?: KnowledgeOrigin | undefined
  readonly parts: readonly DocumentPart[]
}

/** Splits a part into passages that can be read alone. Lines of a meeting are joined before, by their speaker. */
export function passagesOf({ text, lines, ...rest }: DocumentPart): readonly DocumentPart[] {
  if (text.length <= PASSAGE_LENGTH + MAX_OVERRUN)
    return text.trim() === '' ? [] : [{ ...rest, ...(lines ? { text, lines } : { text: text.trim() }) }]
  const passages: DocumentPart[] = []
  for (let start = 0; start < text.length;) {
    const end = endOfPassage(text, start)
    const passage = text.slice(start, end).trim()
    if (passage !== '') passages.push({ ...rest, text: passage })
    start = end
  }
  return passages
}

/** Ends of sentences and lines; searched in a window, so that the time is linear. */
const SENTENCE_END = /[.!?…。！？][)"'”’»]?\s|\n|[。！？]/g

function endOfPassage(text: string, start: number): number {
  const earliest = start + PASSAGE_LENGTH
  const latest = Math.min(text.length, earliest + MAX_OVERRUN)
  if (latest === text.length) return latest
  SENTENCE_END.lastIndex = 0
  const ending = SENTENCE_END.exec(text.slice(earliest, latest))
  if (ending) return earliest + ending.index + ending[0].length
  const space = text.lastIndexOf(' ', latest)
  if (space > earliest) return space + 1
  // Never within a surrogate pair.
  return /[\uD800-\uDBFF]/.test(text.charAt(latest - 1)) ? latest - 1 : latest
}
