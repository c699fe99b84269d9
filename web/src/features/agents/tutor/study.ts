import type { AgentResult } from '@vee/contract/entities/agent-result'
import { createEmptyCard, fsrs, Rating, type CardInput, type Grade } from 'ts-fsrs'
import { randomId } from '#lib/random-id.ts'

export const TUTOR_LEVELS = ['beginner', 'intermediate', 'expert'] as const
export type Level = (typeof TUTOR_LEVELS)[number]

/** Number of consecutive equal answers that change the level. */
const STREAK_LENGTH = 3
/** A card whose next repetition is this far away counts as learned, in days. */
const LEARNED_DAYS = 21
const MAX_CARDS = 2_000

export const RATINGS = ['again', 'hard', 'good', 'easy'] as const
export type CardRating = (typeof RATINGS)[number]

const GRADES: Readonly<Record<CardRating, Grade>> = {
  again: Rating.Again,
  hard: Rating.Hard,
  good: Rating.Good,
  easy: Rating.Easy,
}

/** A question with its answer, and its schedule. */
export interface StudyCard {
  readonly id: string
  readonly front: string
  readonly back: string
  /** state of the scheduler */
  readonly schedule: CardInput
}

interface PlanStep {
  readonly id: string
  readonly text: string
  readonly isDone: boolean
}

/** The learning state of a user with the tutor, in this browser. */
export interface Study {
  readonly topic: string
  readonly plan: readonly PlanStep[]
  readonly cards: readonly StudyCard[]
  /** right and wrong answers by day, YYYY-MM-DD */
  readonly answers: Readonly<Record<string, { readonly right: number; readonly wrong: number }>>
  /** number of consecutive right answers; negative: wrong ones */
  readonly streak: number
}

export const EMPTY_STUDY: Study = { topic: '', plan: [], cards: [], answers: {}, streak: 0 }

const scheduler = fsrs({ enable_fuzz: false })

/** Adds cards; duplicates of existing questions are skipped. */
export function withCards(
  study: Study,
  cards: readonly Pick<StudyCard, 'front' | 'back'>[],
  now: Date,
): Study {
  const fronts = new Set(study.cards.map(({ front }) => front.toLowerCase()))
  const fresh = cards.flatMap(({ front, back }) => {
    if (fronts.has(front.toLowerCase())) return []
    fronts.add(front.toLowerCase())
    return [{ id: randomId(), front, back, schedule: createEmptyCard(now) }]
  })
  return { ...study, cards: [...study.cards, ...fresh].slice(0, MAX_CARDS) }
}

const dueAt = ({ schedule }: StudyCard): number => new Date(schedule.due).getTime()

/** Returns due cards, the longest overdue first. */
export function dueCards({ cards }: Study, now: Date): readonly StudyCard[] {
  return cards.filter((card) => dueAt(card) <= now.getTime()).toSorted((a, b) => dueAt(a) - dueAt(b))
}

/** Returns the due time of the next card; undefined without cards. */
export function nextDue({ cards }: Study): Date | undefined {
  const next = Math.min(...cards.map(dueAt))
  return Number.isFinite(next) ? new Date(next) : undefined
}

export function rateCard(study: Study, id: string, rating: CardRating, now: Date, day: string): Study {
  const cards = study.cards.map((card) =>
    card.id === id ? { ...card, schedule: scheduler.next(card.schedule, now, GRADES[rating]).card } : card,
  )
  return answered({ ...study, cards }, rating !== 'again', day)
}

/** Counts an answer, and updates the streak. */
export function answered(study: Study, isRight: boolean, day: string): Study {
  const { right = 0, wrong = 0 } = study.answers[day] ?? {}
  const counted = isRight ? { right: right + 1, wrong } : { right, wrong: wrong + 1 }
  const streak = isRight ? Math.max(study.streak, 0) + 1 : Math.min(study.streak, 0) - 1
  return { ...study, answers: { ...study.answers, [day]: counted }, streak }
}

/** Returns the level after the answers so far; the streak is reset when it changes. */
export function adapted(study: Study, level: Level): { readonly study: Study; readonly level: Level } {
  const by = study.streak >= STREAK_LENGTH ? 1 : study.streak <= -STREAK_LENGTH ? -1 : 0
  const next = TUTOR_LEVELS[TUTOR_LEVELS.indexOf(level) + by]
  if (by === 0) return { study, level }
  return { study: { ...study, streak: 0 }, level: next ?? level }
}

export interface StudyFigures {
  readonly cards: number
  readonly learned: number
  readonly right: number
  readonly all: number
  readonly days: number
  readonly stepsDone: number
}

export function figuresOf({ cards, answers, plan }: Study): StudyFigures {
  const days = Object.values(answers)
  const right = days.reduce((sum, day) => sum + day.right, 0)
  return {
    cards: cards.length,
    learned: cards.filter(({ schedule }) => schedule.scheduled_days >= LEARNED_DAYS).length,
    right,
    all: right + days.reduce((sum, day) => sum + day.wrong, 0),
    days: days.length,
    stepsDone: plan.filter(({ isDone }) => isDone).length,
  }
}

type CardText = Pick<StudyCard, 'front' | 'back'>

/** Returns the cards in a reply: its result's, else the rows of its tables with two columns. */
export function cardsOf(text: string, result: AgentResult | undefined): readonly CardText[] {
  if (result?.kind === 'flashcards') return result.cards
  const rows = text.split('\n').map((line) =>
    /^\s*\|.*\|\s*$/.test(line)
      ? line
          .trim()
          .slice(1, -1)
          .split(/(?<!\\)\|/)
          .map((cell) => cell.replaceAll(String.raw`\|`, '|').trim())
      : [],
  )
  return rows.flatMap(([front = '', back = '', ...more], index) => {
    const isHead =
      rows[index + 1]?.every((cell) => /^:?-+:?$/.test(cell)) === true && rows[index + 1]?.length !== 0
    const isRule = /^:?-+:?$/.test(front)
    return more.length > 0 || isHead || isRule || front === '' || back === '' ? [] : [{ front, back }]
  })
}

/** Maximum length of a term, in UTF-16 code units. */
const MAX_TERM_LENGTH = 200

/** Parses cards from notes: a term, a colon or a dash with spaces, its meaning; one per line. */
export function cardsOfNotes(notes: string): readonly CardText[] {
  return notes.split('\n').flatMap((line) => {
    const card = line.trim().replace(/^[-*•]\s+/, '')
    const separator = /\s[-–—=]\s|[:：]/u.exec(card)
    if (!separator) return []
    const front = card.slice(0, separator.index).trim()
    const back = card.slice(separator.index + separator[0].length).trim()
    return front === '' || front.length > MAX_TERM_LENGTH || back === '' ? [] : [{ front, back }]
  })
}

/** Returns the steps of a reply's plan: its result's, else its longest numbered list. */
export function planStepsOf(text: string, result: AgentResult | undefined): readonly string[] {
  if (result?.kind === 'lesson_plan') return result.steps.map(({ title, goal }) => `${title}: ${goal}`)
  const steps = [...text.matchAll(/^ {0,3}\d{1,2}[.)][ \t]+(\S.*)$/gm)].map(([, step = '']) =>
    step.replaceAll(/\*\*|__|`/g, '').trim(),
  )
  return steps.length > 1 ? steps : []
}

export interface QuizQuestion {
  readonly question: string
  readonly options: readonly string[]
  /** index of the correct option */
  readonly answer: number
  readonly explanation: string
}

const QUIZ_LENGTH = 5
const QUIZ_OPTIONS = 4

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const left = [...items]
  return items.flatMap(() => left.splice(Math.floor(random() * left.length), 1))
}

/**
 * Returns a quiz from the user's cards: the wrong options are the answers of other cards. Empty with fewer
 * than four answers.
 */
export function quizOfCards(
  cards: readonly StudyCard[],
  random: () => number = Math.random,
): readonly QuizQuestion[] {
  const backs = [...new Set(cards.map(({ back }) => back))]
  if (backs.length < QUIZ_OPTIONS) return []
  return shuffled(cards, random)
    .slice(0, QUIZ_LENGTH)
    .map(({ front, back }) => {
      const others = shuffled(
        backs.filter((other) => other !== back),
        random,
      ).slice(0, QUIZ_OPTIONS - 1)
      const options = shuffled([back, ...others], random)
      return { question: front, options, answer: options.indexOf(back), explanation: '' }
    })
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const isText = (value: unknown): value is string => typeof value === 'string'
const items = (value: unknown): readonly Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isObject) : []
const count = (value: unknown): number => (typeof value === 'number' && value > 0 ? Math.floor(value) : 0)

/** Parses a stored study. */
export function studyFrom(value: unknown): Study {
  if (!isObject(value)) return EMPTY_STUDY
  const { topic, plan, cards, answers, streak } = value
  return {
    topic: isText(topic) ? topic : '',
    plan: items(plan).flatMap(({ id, text, isDone }) =>
      isText(id) && isText(text) ? [{ id, text, isDone: isDone === true }] : [],
    ),
    cards: items(cards).flatMap(({ id, front, back, schedule }) => {
      if (!isText(id) || !isText(front) || !isText(back) || !isObject(schedule)) return []
      const due = new Date(String(schedule['due']))
      const isScheduled = !Number.isNaN(due.getTime()) && typeof schedule['stability'] === 'number'
      // Written by the scheduler; an invalid one is reset.
      return [
        { id, front, back, schedule: isScheduled ? (schedule as unknown as CardInput) : createEmptyCard() },
      ]
    }),
    answers: isObject(answers)
      ? Object.fromEntries(
          Object.entries(answers).flatMap(([day, counts]) =>
            isObject(counts) ? [[day, { right: count(counts['right']), wrong: count(counts['wrong']) }]] : [],
          ),
        )
      : {},
    streak: typeof streak === 'number' ? streak : 0,
  }
}
