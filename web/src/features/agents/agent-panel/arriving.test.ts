import { expect, it } from 'vitest'
import { RESULT_SCHEMAS } from '@vee/contract/entities/agent-result'
import { arrivingResult } from './arriving.ts'

const QUIZ = JSON.stringify({
  title: 'Water, "the cycle"',
  questions: [
    { question: 'What is {rain}?', options: ['a', 'b'], answer: 0 },
    { question: 'And [snow], then\\?', options: ['c', 'd'], answer: 1 },
  ],
})

it('shows more with every chunk, and only complete items', () => {
  const states = new Set<string>()
  for (let length = 0; length <= QUIZ.length; length++) {
    const { title, lines } = arrivingResult('quiz', QUIZ.slice(0, length))
    states.add(JSON.stringify([title, ...lines]))
  }
  expect([...states]).toEqual([
    '[null]',
    '["Water, \\"the cycle\\""]',
    '["Water, \\"the cycle\\"","What is {rain}?"]',
    '["Water, \\"the cycle\\"","What is {rain}?","And [snow], then\\\\?"]',
  ])
})

it.each(['', 'no JSON', '[1, 2', '{"title": 7, "questions": [null, "x", {"question": 3}]}', '}}}', '"'])(
  'returns nothing for %j',
  (json) => {
    expect(arrivingResult('quiz', json)).toEqual({ title: undefined, lines: [] })
  },
)

it.each(Object.keys(RESULT_SCHEMAS) as (keyof typeof RESULT_SCHEMAS)[])('lists the parts of a %s', (kind) => {
  const item = { label: 'x', criterion: 'x', question: 'x', front: 'x', title: 'x', text: 'x' }
  const lists = Object.keys(RESULT_SCHEMAS[kind].shape).map((field) => [field, [item]])
  expect(arrivingResult(kind, JSON.stringify(Object.fromEntries(lists))).lines).toContain('x')
})
