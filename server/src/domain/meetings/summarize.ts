import { randomUUID } from 'node:crypto'
import type { Locale } from '@vee/contract/entities/locale'
import {
  MAX_ACTION_ITEMS,
  type ActionItem,
  type Evidence,
  type Meeting,
  type Minute,
  type Minutes,
  MAX_MINUTES,
  MAX_SENTENCE_LENGTH,
  MAX_TEMPLATE_LENGTH,
  type TranscriptLine,
} from '@vee/contract/entities/meeting'
import type { MeetingEvent } from '@vee/contract/http/meetings/meeting-summaries'
import { changeBySummary, type WrittenSummary } from '@vee/contract/meetings/minutes'
import { clockTime } from '@vee/contract/meetings/transcript'
import { dayAt, dayWithWeekday } from '@vee/contract/time/time-zone'
import { timeZoneOfCaller, type Caller } from '../accounts/index.ts'
import { delimitedDocument, delimitedText } from '#providers/llm/prompt-delimiters.ts'
import { closestExcerpts } from '../attachments/index.ts'
import { DomainError } from '../errors/domain-error.ts'
import type { Replies } from '../replies/index.ts'
import type { Meetings } from './meetings.ts'
import { type MeetingSummary, summaryOf } from './read-reply.ts'
import { assertOwner } from './policy.ts'
import { foldForSearch } from '@vee/contract/text/search-fold'

/**
 * Length of a part for a model, in UTF-16 code units: about 8,000 tokens of English, which every model
 * accepts.
 */
const PART_LENGTH = 24_000

/**
 * Splits a text into parts of at most `length` UTF-16 code units: between lines, else between sentences, else
 * anywhere.
 */
export function transcriptPartsOf(text: string, length = PART_LENGTH): readonly string[] {
  const parts: string[] = []
  let rest = text.trim()
  while (rest.length > length) {
    const cut = lastEnd(rest.slice(0, length))
    parts.push(rest.slice(0, cut).trim())
    rest = rest.slice(cut).trim()
  }
  if (rest !== '') parts.push(rest)
  return parts
}

/** Returns where to split: after the last line, sentence or word that ends in the second half of the text. */
function lastEnd(text: string): number {
  for (const isEnd of [isLineBreak, isSentenceMark, isSpace]) {
    const index = lastIndexWhere(text, isEnd)
    if (index !== -1) return index + 1
  }
  return text.length - (/[\uD800-\uDBFF]$/.test(text) ? 1 : 0)
}

const isLineBreak = (character: string) => character === '\n'
const isSentenceMark = (character: string) => '.!?。！？'.includes(character)
const isSpace = (character: string) => /\s/.test(character)

/** Searches from the end to the middle: each character is read once. */
function lastIndexWhere(text: string, is: (character: string) => boolean): number {
  for (let index = text.length - 1; index > text.length / 2; index -= 1)
    if (is(text.charAt(index))) return index
  return -1
}

/** Quotes with fewer letters and digits occur by chance and are no evidence. */
const MIN_QUOTE_LENGTH = 4

/** Looks up a quote by its words, ignoring punctuation, spaces and case. */
type Prove = (quote: string) => Evidence | undefined

/** Returns a function that finds a quote in a transcript, with its time if times are known. */
export function findEvidence(transcript: string, lines: readonly TranscriptLine[]): Prove {
  const lineStarts: { readonly from: number; readonly start: number }[] = []
  let words = ''
  for (const { text, start } of lines) {
    lineStarts.push({ from: words.length, start })
    words += wordsOf(text)
  }
  const allWords = lines.length > 0 ? '' : wordsOf(transcript)

  return (quote) => {
    const wanted = wordsOf(quote)
    if (wanted.length < MIN_QUOTE_LENGTH) return undefined
    const index = words.indexOf(wanted)
    if (index !== -1) return { quote, at: lineStarts.findLast(({ from }) => from <= index)?.start ?? null }
    return allWords.includes(wanted) ? { quote, at: null } : undefined
  }
}

const wordsOf = (text: string) => foldForSearch(text).replaceAll(/[^\p{L}\p{N}]+/gu, '')

const AGENT_ID = 'meeting_summarizer'
/**
 * Notes, which contain the text of slides and documents, are context: of long ones each part of the transcript is read with the
 * passages that are closest to it. In UTF-16 code units.
 */
const NOTES_READ = 12_000
/** Marks are context too; a model does not need very many. In UTF-16 code units. */
const MARKS_READ = 8_000

/** The instructions of each template. Any other name is a request in free text. */
const TEMPLATES: Readonly<Record<string, string>> = {
  standup:
    'A stand-up: of each person what is done, what comes next and what is in the way. Whatever is in the way is an open question.',
  interview:
    'An interview: what was asked and answered, in order, and what was left unanswered. Who was asked is not judged.',
  sales:
    'A sales call: what the customer needs, what was offered, prices and dates that were named, objections, and what comes next.',
  lecture:
    'A lecture: its subject, its main points in order, the terms that were explained, and the questions that were asked.',
}

interface SummaryOptions {
  /** BCP 47; the language of the summary; default: the transcript's own */
  readonly language?: string | undefined
  /** the purpose of the summary: a template's name, or free text */
  readonly template?: string | undefined
  readonly locale: Locale
}

interface SummarizeDependencies {
  readonly meetings: Meetings
  readonly replies: Pick<Replies, 'answer'>
}

/** A meeting, stored on the server or in a browser. */
type SummarizableMeeting = Omit<Meeting, 'id' | 'createdAt' | 'updatedAt' | 'openActionItemCount'>

type Progress = Extract<MeetingEvent, { type: 'progress' }>
type Told = Extract<MeetingEvent, { type: 'progress' | 'meeting' }>

/** The changes that a summary makes to a meeting. */
type SummaryChange = ReturnType<typeof changeBySummary>

/**
 * Generates summaries and action items. A long transcript is read in parts, each of which is a reply of the
 * meeting agent, with its limits and costs. Throws VALIDATION for a meeting without text.
 */
export interface Summarizer {
  /** For a meeting stored in the browser. Returns the changes; nothing is stored here. */
  write(
    meeting: SummarizableMeeting,
    options: SummaryOptions,
    caller: Caller,
    disconnectSignal: AbortSignal,
  ): AsyncGenerator<Progress, SummaryChange, undefined>
  /**
   * For a member's meeting, which is stored: the last event contains it. Nothing is changed after a failure
   * or when the caller disconnects.
   */
  summarize(
    id: string,
    options: SummaryOptions,
    caller: Caller,
    disconnectSignal: AbortSignal,
  ): AsyncGenerator<Told, void, undefined>
}

export function createSummarizer({ meetings, replies }: SummarizeDependencies): Summarizer {
  async function* read(
    meeting: SummarizableMeeting,
    options: SummaryOptions,
    caller: Caller,
    disconnectSignal: AbortSignal,
  ): AsyncGenerator<Progress, MeetingSummary, undefined> {
    const parts = transcriptPartsOf(meeting.transcript || meeting.quickNotes)
    if (parts.length === 0) throw nothingToRead()
    const summarizePart = async (content: string): Promise<MeetingSummary> =>
      summaryOf(
        await replies.answer(
          {
            agentId: AGENT_ID,
            messages: [{ role: 'user', content }],
            personaOverride: null,
            resultKind: 'meeting_summary',
            useTools: false,
            isKept: false,
            ...(options.language !== undefined && { language: options.language }),
            locale: options.locale,
          },
          caller,
          disconnectSignal,
        ),
      )
    const count = parts.length
    const summaryOfPart = async (text: string, index: number) =>
      summarizePart(await questionOf(meeting, { text, index, count }, options, timeZoneOfCaller(caller)))
    const [only = ''] = parts
    if (count === 1) return summaryOfPart(only, 0)
    const total = count + 1
    const summaries: MeetingSummary[] = []
    for (const [index, text] of parts.entries()) {
      yield { type: 'progress', done: index, total }
      summaries.push(await summaryOfPart(text, index))
    }
    yield { type: 'progress', done: count, total }
    const summary = joinSummaries(summaries, await summarizePart(questionOfParts(summaries, options)))
    yield { type: 'progress', done: total, total }
    return summary
  }

  return {
    async *write(meeting, options, caller, disconnectSignal) {
      const summary = yield* read(meeting, options, caller, disconnectSignal)
      return changeOf(meeting, writtenOf(meeting, summary, options))
    },

    async *summarize(id, options, caller, disconnectSignal) {
      const meeting = await meetings.get(id, caller)
      assertOwner(meeting)
      const summary = yield* read(meeting, options, caller, disconnectSignal)
      const written = writtenOf(await meetings.get(id, caller), summary, options)
      // Concurrent changes are preserved: only the generated fields are applied on top of the current state.
      const change = (before: Meeting) => changeOf(before, written)
      yield { type: 'meeting', meeting: await meetings.change(id, change, caller) }
    },
  }
}

interface TranscriptPart {
  readonly text: string
  readonly index: number
  /** of all parts */
  readonly count: number
}

const nothingToRead = () => {
  const message = 'There is neither a transcript nor a note to summarise.'
  return new DomainError('VALIDATION', message, { details: [{ path: 'transcript', message }] })
}

async function questionOf(
  { title, meetingDate, participants, quickNotes, transcript, marks }: SummarizableMeeting,
  { text, index, count }: TranscriptPart,
  { template }: SummaryOptions,
  timeZone: string,
): Promise<string> {
  const isOfNotes = transcript === ''
  const context = isOfNotes ? '' : await notesFor(quickNotes, text)
  return [
    'Summarise this meeting. For every sentence of the summary, every decision, action item and open question give quotes: the words that prove it, to the letter. Say nothing that no quote proves.',
    purposeOf(template),
    `Title: ${title || 'none'}. Date: ${dayOf(meetingDate, timeZone)}. Invited: ${participants.join(', ') || 'not said'}.`,
    'In a meeting, "tomorrow" or "by Friday" is counted from the day of the meeting, not from today.',
    context !== '' &&
      `Notes that were typed, and the text of slides and documents that were added. They tell what it was about and how names are written, and are no proof of anything:\n${delimitedDocument('notes', context)}`,
    marks.length > 0 &&
      `Moments that somebody marked while it was recorded. They tell what mattered to them and are no proof of anything:\n${markedMoments(marks)}`,
    count > 1 && `This is part ${index + 1} of ${count}.`,
    delimitedText(isOfNotes ? 'notes' : 'transcript', text),
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** Returns the day of a meeting with its weekday; of a time, the day in that zone. */
function dayOf(meetingDate: string, timeZone: string): string {
  const day = meetingDate.includes('T') ? dayAt(timeZone, Date.parse(meetingDate)) : meetingDate
  return dayWithWeekday(day)
}

/** Returns the notes, or of long ones the beginning and what is closest to a part of the transcript. */
async function notesFor(quickNotes: string, section: string): Promise<string> {
  const notes = { sections: [{ title: '', text: quickNotes.trim() }] }
  return (await closestExcerpts(notes, section, NOTES_READ)).text
}

function purposeOf(template: string | undefined): string | false {
  if (!template || template === 'general') return false
  return `What the summary is for: ${Object.hasOwn(TEMPLATES, template) ? TEMPLATES[template] : template}`
}

const markedMoments = (marks: SummarizableMeeting['marks']) =>
  marks
    .map(({ at, text }) => `[${clockTime(at)}] ${text}`.trim())
    .join('\n')
    .slice(0, MARKS_READ)

function questionOfParts(parts: readonly MeetingSummary[], { template }: SummaryOptions): string {
  return [
    'These are summaries of the parts of one meeting, in order. Write one summary of the whole in three to five sentences. Take over nothing else; the lists are joined by themselves.',
    purposeOf(template),
    delimitedText('notes', parts.map(({ summary }) => summary).join('\n\n')),
  ]
    .filter(Boolean)
    .join('\n\n')
}

/**
 * Merges the summaries of all parts: the sentences of the last reading, with quotes of every part as
 * evidence.
 */
function joinSummaries(parts: readonly MeetingSummary[], summary: MeetingSummary): MeetingSummary {
  const offsets = { decision: 0, action_item: 0, open_question: 0 }
  const quotes: MeetingSummary['quotes'] = []
  for (const summary of parts) {
    for (const { of, index, quote } of summary.quotes) {
      if (of !== 'summary') quotes.push({ of, index: index + offsets[of], quote })
    }
    offsets.decision += summary.decisions.length
    offsets.action_item += summary.actionItems.length
    offsets.open_question += summary.openQuestions.length
  }
  return {
    ...summary,
    title: summary.title || (parts[0]?.title ?? ''),
    decisions: parts.flatMap(({ decisions }) => decisions),
    actionItems: parts.flatMap(({ actionItems }) => actionItems),
    openQuestions: parts.flatMap(({ openQuestions }) => openQuestions),
    quotes: [...quotes, ...summary.quotes.filter(({ of }) => of === 'summary')],
  }
}

/** Returns the summary with the evidence of each line. */
function writtenOf(
  meeting: SummarizableMeeting,
  summary: MeetingSummary,
  { language, template }: SummaryOptions,
): WrittenSummary {
  const prove = findEvidence(meeting.transcript, meeting.transcriptLines)
  const proofsOf = (of: MeetingSummary['quotes'][number]['of'], index: number, text: string): Evidence[] => {
    const given = summary.quotes.filter((quote) => quote.of === of && quote.index === index)
    // A verbatim line is its own evidence; a quote that is not in the transcript is dropped.
    const quotes = given.length > 0 ? given.map(({ quote }) => quote) : [withoutSpeaker(text)]
    return quotes.flatMap((quote) => prove(quote.slice(0, MAX_SENTENCE_LENGTH)) ?? []).slice(0, 10)
  }
  const proven = (texts: readonly string[], of: 'summary' | 'decision' | 'open_question'): Minute[] =>
    texts.map((text, index) => ({
      text: text.slice(0, MAX_SENTENCE_LENGTH),
      evidence: proofsOf(of, index, text),
    }))
  const minutes: Minutes = {
    overview: proven(sentencesOf(summary.summary), 'summary'),
    decisions: proven(summary.decisions, 'decision').slice(0, MAX_MINUTES.decisions),
    openQuestions: proven(summary.openQuestions, 'open_question').slice(0, MAX_MINUTES.openQuestions),
    language: language ?? null,
    template: template?.slice(0, MAX_TEMPLATE_LENGTH) || 'general',
  }
  const actionItems = summary.actionItems.map((item, index): ActionItem => ({
    ...item,
    id: randomUUID(),
    done: false,
    evidence: proofsOf('action_item', index, item.text),
    origin: 'generated',
  }))
  return { title: summary.title, minutes, actionItems }
}

/** Limits the result to the maximum of a meeting, because a larger one could not be parsed again. */
function changeOf(meeting: SummarizableMeeting, written: WrittenSummary) {
  const change = changeBySummary(meeting, written)
  return { ...change, actionItems: change.actionItems.slice(0, MAX_ACTION_ITEMS) }
}

const withoutSpeaker = (line: string) => line.replace(/^[^:：]{1,40}[:：]\s*/u, '')

function sentencesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .flatMap((line) => Array.from(new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(line)))
    .map(({ segment }) => segment.trim())
    .filter((sentence) => sentence !== '')
    .slice(0, MAX_MINUTES.overview)
}
