import type { AgentResult } from '@vee/contract/entities/agent-result'

export const STAGES = ['brief', 'clarify', 'plan', 'code', 'test', 'review'] as const
export type InterviewStage = (typeof STAGES)[number]
const REVIEW = STAGES.length - 1

export const CRITERIA = ['clarifying', 'approach', 'code', 'testing', 'complexity', 'communication'] as const
export type Criterion = (typeof CRITERIA)[number]
export const BEST_SCORE = 4

export const INTERVIEW_LEVELS = ['junior', 'mid', 'senior'] as const
type Level = (typeof INTERVIEW_LEVELS)[number]

/** The agreed parameters of an interview. */
export interface Terms {
  readonly topic: string
  readonly level: Level
  readonly language: string
  readonly minutes: number
}

/** A mock interview in progress. Times are milliseconds since 1970. */
export interface Interview extends Terms {
  readonly startedAt: number
  readonly stage: number
  /** the time at which each stage began; undefined for skipped and future ones */
  readonly stageAt: readonly (number | undefined)[]
  /** elapsed time until the clock was last started, ms */
  readonly spentMs: number
  /** the time at which the clock was started; undefined while it is paused */
  readonly runsSince: number | undefined
  readonly hints: number
  readonly code: string
  /** given by the candidate if the interviewer gave none */
  readonly scores: Readonly<Partial<Record<Criterion, number>>>
}

export type InterviewEvent =
  | { readonly type: 'paused' | 'resumed' | 'hint-taken'; readonly at: number }
  | { readonly type: 'stage-reached'; readonly stage: number; readonly at: number }
  | { readonly type: 'code-changed'; readonly code: string }
  | { readonly type: 'scored'; readonly criterion: Criterion; readonly score: number }

export function begin(terms: Terms, timeMs: number): Interview {
  return {
    ...terms,
    startedAt: timeMs,
    stage: 0,
    stageAt: [timeMs],
    spentMs: 0,
    runsSince: timeMs,
    hints: 0,
    code: '',
    scores: {},
  }
}

/** Returns the elapsed time at a moment, ms. */
export function spentAt({ spentMs, runsSince }: Interview, timeMs: number): number {
  return spentMs + (runsSince === undefined ? 0 : Math.max(0, timeMs - runsSince))
}

export const isInterviewOver = ({ stage }: Interview): boolean => stage >= REVIEW

function stopped(interview: Interview, timeMs: number): Interview {
  return { ...interview, spentMs: spentAt(interview, timeMs), runsSince: undefined }
}

/** Pure. Invalid events (a hint after the end, an earlier stage) change nothing. */
export function advanceInterview(interview: Interview, event: InterviewEvent): Interview {
  switch (event.type) {
    case 'paused':
      return interview.runsSince === undefined ? interview : stopped(interview, event.at)
    case 'resumed':
      return interview.runsSince !== undefined || isInterviewOver(interview)
        ? interview
        : { ...interview, runsSince: event.at }
    case 'hint-taken':
      return isInterviewOver(interview) ? interview : { ...interview, hints: interview.hints + 1 }
    case 'stage-reached': {
      const stage = Math.min(event.stage, REVIEW)
      if (stage <= interview.stage) return interview
      const stageAt = Array.from({ length: stage + 1 }, (_, index) =>
        index === stage ? event.at : interview.stageAt[index],
      )
      const reached = { ...interview, stage, stageAt }
      return stage === REVIEW ? stopped(reached, event.at) : reached
    }
    case 'code-changed':
      return { ...interview, code: event.code }
    case 'scored':
      return { ...interview, scores: { ...interview.scores, [event.criterion]: event.score } }
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

/** Parses a stored interview; undefined if it is invalid. */
export function interviewFrom(value: unknown): Interview | undefined {
  if (!isObject(value)) return undefined
  const {
    topic,
    level,
    language,
    minutes,
    startedAt,
    stage,
    stageAt,
    spentMs,
    runsSince,
    hints,
    code,
    scores,
  } = value
  if (typeof topic !== 'string' || typeof language !== 'string' || typeof code !== 'string') return undefined
  if (![minutes, startedAt, stage, spentMs, hints].every(isNumber)) return undefined
  const knownLevel = INTERVIEW_LEVELS.find((candidate) => candidate === level)
  if (!knownLevel) return undefined
  const given = isObject(scores) ? scores : {}
  return {
    topic,
    level: knownLevel,
    language,
    code,
    minutes: Number(minutes),
    startedAt: Number(startedAt),
    stage: Math.min(Math.max(Math.trunc(Number(stage)), 0), REVIEW),
    stageAt: Array.isArray(stageAt)
      ? stageAt.map((stageTime) => (isNumber(stageTime) ? stageTime : undefined))
      : [],
    spentMs: Number(spentMs),
    runsSince: isNumber(runsSince) ? runsSince : undefined,
    hints: Number(hints),
    scores: Object.fromEntries(
      CRITERIA.flatMap((criterion) => {
        const score = given[criterion]
        return isNumber(score) ? [[criterion, score]] : []
      }),
    ),
  }
}

export type ReportResult = Extract<AgentResult, { kind: 'interview_report' }>
