import { actionItem, minutes as minutesSchema, transcriptLine } from '@vee/contract/entities/meeting'
import { documentText } from '@vee/contract/entities/attachment'
import type { SourcePlace } from '@vee/contract/entities/source'
import { z } from 'zod'
import type { DocumentPart, KnowledgeDocument } from '@vee/contract/passages/passage'

/** Longest turn of one speaker that is one part, in UTF-16 code units and ms. */
const TURN_LENGTH = 700
const TURN_MS = 90_000

interface StoredDocumentBase extends Pick<KnowledgeDocument, 'key' | 'stamp' | 'id' | 'title' | 'knowledge'> {
  /** milliseconds since 1970 */
  readonly at: number
}

/** A file, meeting, note or conversation as it is stored. It is read in the thread of the index. */
export type StoredDocument = StoredDocumentBase &
  (
    | {
        readonly kind: 'conversation'
        readonly messages: readonly { readonly id: string; readonly content: string; readonly at: number }[]
      }
    /** the columns of a meeting that are JSON */
    | {
        readonly kind: 'meeting'
        readonly details: string
        readonly proof: string
        readonly actionItems: string
      }
    | { readonly kind: 'note'; readonly text: string }
    /** the JSON of the document's text */
    | { readonly kind: 'file'; readonly text: string }
  )

const meetingDetails = z
  .object({ quickNotes: z.string(), transcript: z.string(), summary: z.string() })
  .partial()
const meetingProof = z.object({
  transcriptLines: z.array(transcriptLine).catch([]).default([]),
  minutes: minutesSchema.nullable().catch(null).default(null),
})
const actionItems = z.array(actionItem).catch([])

/** Returns a stored document as parts with their places. */
export function documentOf(stored: StoredDocument): KnowledgeDocument {
  const { key, stamp, kind, id, title, knowledge } = stored
  return {
    key,
    stamp,
    kind,
    id,
    title,
    knowledge,
    parts: partsOf(stored).filter(({ text }) => text.trim() !== ''),
  }
}

function partsOf(stored: StoredDocument): readonly DocumentPart[] {
  const { at } = stored
  switch (stored.kind) {
    case 'conversation':
      return stored.messages.map((message) => ({
        text: message.content,
        place: { messageId: message.id },
        at: message.at,
      }))
    case 'note':
      return [{ text: stored.text, place: null, at }]
    case 'file':
      return documentText
        .parse(JSON.parse(stored.text))
        .sections.map(({ title, text }) => ({ text, place: placeOfSection(stored.title, title), at }))
    case 'meeting':
      return meetingParts(stored)
  }
}

function meetingParts({
  at,
  details,
  proof,
  actionItems: items,
}: Extract<StoredDocument, { readonly kind: 'meeting' }>): readonly DocumentPart[] {
  const { quickNotes = '', transcript = '', summary = '' } = meetingDetails.parse(JSON.parse(details))
  const { transcriptLines, minutes } = meetingProof.parse(JSON.parse(proof))
  const spoken: readonly DocumentPart[] =
    transcriptLines.length > 0 ? turnsOf(transcriptLines, at) : [{ text: transcript, place: null, at }]
  const statements = minutes
    ? [...minutes.overview, ...minutes.decisions, ...minutes.openQuestions].map(({ text }) => text)
    : [summary]
  const tasks = actionItems
    .parse(JSON.parse(items))
    .map(({ text, assignee }) => (assignee === null ? text : `${assignee}: ${text}`))
  const written = [...statements, quickNotes, tasks.join('\n')].map((text) => ({ text, place: null, at }))
  return [...spoken, ...written]
}

interface MeetingTurn extends DocumentPart {
  text: string
  readonly place: { readonly fromMs: number; toMs: number }
  readonly lines: { readonly start: number; readonly place: { readonly fromMs: number } }[]
}

/** Joins lines of one speaker until they are as long as a passage. */
function turnsOf(lines: readonly z.output<typeof transcriptLine>[], timeMs: number): readonly DocumentPart[] {
  const turns: MeetingTurn[] = []
  for (const { start, end, speaker, text } of lines) {
    const fromMs = Math.round(start * 1_000)
    const toMs = Math.round(end * 1_000)
    const last = turns.at(-1)
    if (
      last &&
      last.speaker === (speaker ?? undefined) &&
      last.text.length + text.length < TURN_LENGTH &&
      toMs - last.place.fromMs < TURN_MS
    ) {
      last.lines.push({ start: last.text.length + 1, place: { fromMs } })
      last.text += ` ${text}`
      last.place.toMs = Math.max(last.place.toMs, toMs)
    } else
      turns.push({
        text,
        place: { fromMs, toMs },
        at: timeMs,
        lines: [{ start: 0, place: { fromMs } }],
        ...(speaker !== null && { speaker }),
      })
  }
  return turns
}

/** Pages and slides are numbered, in the words of the language in which the file was read. */
function placeOfSection(fileName: string, title: string): SourcePlace | null {
  const number = Number(/\d{1,6}/.exec(title)?.[0])
  if (/\.pdf$/i.test(fileName)) return number > 0 ? { page: number } : null
  if (/\.(?:pptx?|pptm|odp)$/i.test(fileName)) return number > 0 ? { slide: number } : null
  if (/\.(?:xls[xm]|ods)$/i.test(fileName) && title !== '') return { sheet: title.slice(0, 200) }
  return null
}
