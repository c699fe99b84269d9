import { describe, expect, it } from 'vitest'
import {
  adapted,
  answered,
  cardsOf,
  cardsOfNotes,
  dueCards,
  EMPTY_STUDY,
  figuresOf,
  nextDue,
  quizOfCards,
  rateCard,
  planStepsOf,
  studyFrom,
  withCards,
} from './study.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')
const DAY = '2026-11-21'
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
const cards = (count: number) => Array.from({ length: count }, (_, n) => ({ front: `q${n}`, back: `a${n}` }))

describe('cards', () => {
  it('are due at once, and later the better they were known', () => {
    const study = withCards(EMPTY_STUDY, cards(2), NOW)
    expect(dueCards(study, NOW)).toHaveLength(2)
    const [first, second] = study.cards
    const rated = rateCard(
      rateCard(study, first?.id ?? '', 'again', NOW, DAY),
      second?.id ?? '',
      'easy',
      NOW,
      DAY,
    )
    expect(dueCards(rated, NOW)).toEqual([])
    expect(dueCards(rated, later(15)).map(({ front }) => front)).toEqual(['q0'])
    expect(nextDue(rated)?.getTime()).toBeLessThan(later(15).getTime())
    expect(dueCards(rated, later(60 * 24 * 30))).toHaveLength(2)
    expect(rated.answers).toEqual({ [DAY]: { right: 1, wrong: 1 } })
  })

  it('are shown once each, and preserved when stored', () => {
    const study = withCards(EMPTY_STUDY, [...cards(2), { front: 'Q1', back: 'other' }], NOW)
    expect(study.cards.map(({ front }) => front)).toEqual(['q0', 'q1'])
    const kept = rateCard(study, study.cards[0]?.id ?? '', 'good', NOW, DAY)
    const read = studyFrom(structuredClone(kept))
    expect(read).toEqual(kept)
    expect(dueCards(read, later(60 * 24 * 99))).toHaveLength(2)
    expect(studyFrom({ cards: [{ id: 'a', front: 'f', back: 'b', schedule: {} }, 'x'] }).cards).toHaveLength(
      1,
    )
    expect(studyFrom('broken')).toEqual(EMPTY_STUDY)
  })

  it.each([
    [
      '| Question | Answer |\n|---|---|\n| sea | **Meer** |\n| a \\| b | or |',
      [
        ['sea', '**Meer**'],
        ['a | b', 'or'],
      ],
    ],
    ['| a | b | c |\n|---|---|---|\n| 1 | 2 | 3 |', []],
    ['no table', []],
  ])('are parsed from %j', (text, expected) => {
    expect(cardsOf(text, undefined).map(({ front, back }) => [front, back])).toEqual(expected)
  })

  it('are created from notes', () => {
    expect(cardsOfNotes('sea: Meer\n- cell - the unit of life\nno card\n光合作用：植物把光变成能量')).toEqual(
      [
        { front: 'sea', back: 'Meer' },
        { front: 'cell', back: 'the unit of life' },
        { front: '光合作用', back: '植物把光变成能量' },
      ],
    )
  })
})

it.each([
  ['Plan:\n\n1. **Fractions**\n2. Adding\n\nGo on?', ['Fractions', 'Adding']],
  ['1. Only one', []],
  ['Words', []],
])('finds the plan in %j', (text, steps) => expect(planStepsOf(text, undefined)).toEqual(steps))

const rows = (...right: boolean[]) =>
  right.reduce((study, isRight) => answered(study, isRight, DAY), EMPTY_STUDY)

it('changes the level after three equal answers, once, and within its range', () => {
  expect(adapted(rows(true, true), 'beginner').level).toBe('beginner')
  expect(adapted(rows(false, true, true, true), 'beginner')).toMatchObject({
    level: 'intermediate',
    study: { streak: 0 },
  })
  expect(adapted(rows(false, false, false), 'intermediate').level).toBe('beginner')
  expect(adapted(rows(false, false, false), 'beginner').level).toBe('beginner')
  expect(adapted(rows(true, true, true), 'expert').level).toBe('expert')
})

it('creates a quiz from at least four cards, with correct solutions', () => {
  expect(quizOfCards(withCards(EMPTY_STUDY, cards(3), NOW).cards)).toEqual([])
  const study = withCards(EMPTY_STUDY, cards(8), NOW)
  const quiz = quizOfCards(study.cards)
  expect(quiz).toHaveLength(5)
  for (const { question, options, answer } of quiz) {
    expect(new Set(options).size).toBe(4)
    expect(options[answer]).toBe(question.replace('q', 'a'))
  }
})

it('computes the progress', () => {
  const study = {
    ...answered(withCards(EMPTY_STUDY, cards(2), NOW), true, DAY),
    plan: [
      { id: '1', text: 'a', isDone: true },
      { id: '2', text: 'b', isDone: false },
    ],
  }
  expect(figuresOf(study)).toEqual({ cards: 2, learned: 0, right: 1, all: 1, days: 1, stepsDone: 1 })
})
