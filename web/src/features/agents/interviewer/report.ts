import type { ViewMessage } from '#lib/agent-view.ts'
import {
  BEST_SCORE,
  CRITERIA,
  STAGES,
  type Criterion,
  type Interview,
  type ReportResult,
  type InterviewStage,
} from './interview.ts'

/** One line of the rubric. */
export interface RubricRow {
  /** a known criterion, or one named by the interviewer */
  readonly criterion: Criterion | { readonly named: string }
  /** 1 to 4; undefined if it was not observed or not scored */
  readonly score: number | undefined
  /** verbatim quotes of the candidate */
  readonly quotes: readonly string[]
  readonly comment: string
}

export interface Report {
  readonly rows: readonly RubricRow[]
  /** false if the candidate gives the scores */
  readonly isByInterviewer: boolean
  readonly points: number
  readonly most: number
  readonly result: ReportResult | undefined
}

const MAX_QUOTE_LENGTH = 240
const MAX_QUOTES = 2

/** The stages in which each criterion can be observed. */
const SEEN_IN: Readonly<Record<Criterion, readonly InterviewStage[]>> = {
  clarifying: ['brief', 'clarify'],
  approach: ['plan'],
  code: ['code'],
  testing: ['test'],
  complexity: ['plan', 'test'],
  communication: ['clarify', 'plan', 'test'],
}

function shortened(text: string): string {
  const words = text.replaceAll(/\s+/g, ' ').trim()
  return words.length > MAX_QUOTE_LENGTH ? `${words.slice(0, MAX_QUOTE_LENGTH - 1).trimEnd()}…` : words
}

/** Returns the stage at a given time. */
function stageOf({ stageAt }: Interview, isoTime: string): InterviewStage | undefined {
  const time = Date.parse(isoTime)
  return STAGES.findLast((_stage, index) => (stageAt[index] ?? Infinity) <= time)
}

/** Returns verbatim quotes of the candidate; `isAsked` identifies text sent by the screen's own buttons. */
function quotesFor(
  criterion: Criterion,
  interview: Interview,
  messages: readonly ViewMessage[],
  isAsked: (text: string) => boolean,
): readonly string[] {
  return messages
    .filter(({ role, text, at }) => {
      const stage = stageOf(interview, at)
      return role === 'user' && stage !== undefined && SEEN_IN[criterion].includes(stage) && !isAsked(text)
    })
    .map(({ text }) => shortened(text))
    .slice(0, MAX_QUOTES)
}

/** Parses a rubric from a table in a reply: criterion, score, evidence. */
function rowsInTable(text: string): readonly RubricRow[] {
  return text.split('\n').flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.replaceAll(/[*_`]/g, '').trim())
    const [, named = '', score = '', evidence = ''] = cells
    const value = /^([1-4])(?:\s*\/\s*4)?$/.exec(score)?.[1]
    if (named === '' || cells.length < 4 || (value === undefined && !/\p{L}/u.test(score))) return []
    if (value === undefined && !/not|no |nicht|non |não|未|보지/i.test(score)) return []
    return [
      {
        criterion: { named },
        score: value === undefined ? undefined : Number(value),
        quotes: evidence === '' ? [] : [shortened(evidence)],
        comment: '',
      },
    ]
  })
}

/**
 * Returns the rubric: the interviewer's if there is one, else one to be scored by the candidate, with quotes.
 */
export function reportOf(
  interview: Interview,
  messages: readonly ViewMessage[],
  isAsked: (text: string) => boolean,
): Report {
  const since = interview.stageAt[STAGES.length - 1] ?? Infinity
  const review = messages.findLast(
    ({ role, isRunning, at }) => role === 'assistant' && !isRunning && Date.parse(at) >= since,
  )
  const result = review?.result?.kind === 'interview_report' ? review.result : undefined
  const given: readonly RubricRow[] = result
    ? result.rubric.map(({ criterion, score, comment, quote }) => ({
        criterion: { named: criterion },
        score,
        comment,
        quotes: quote === '' ? [] : [quote],
      }))
    : rowsInTable(review?.text ?? '')
  const isByInterviewer = given.some(({ score }) => score !== undefined)
  const own = CRITERIA.map((criterion) => ({
    criterion,
    score: interview.scores[criterion],
    comment: '',
    quotes: quotesFor(criterion, interview, messages, isAsked),
  }))
  const rows = isByInterviewer ? given : own
  const total = rows.reduce((sum, { score = 0 }) => sum + score, 0)
  return {
    rows,
    isByInterviewer,
    result,
    points: Math.max(0, total - interview.hints),
    most: rows.length * BEST_SCORE,
  }
}
