import { expect, it } from 'vitest'
import { summaryOf } from './read-reply.ts'

const tasksOf = (content: string) => summaryOf({ content }).actionItems

it.each([
  ['| Who | What | By when |', { assignee: 'Ann', dueDate: '2026-12-01' }],
  ['| Owner | Task | Due date |', { assignee: 'Ann', dueDate: '2026-12-01' }],
  ['| Wer | Was | Bis wann |', { assignee: 'Ann', dueDate: '2026-12-01' }],
  ['| 担当者 | タスク | 期限 |', { assignee: 'Ann', dueDate: '2026-12-01' }],
  ['| 담당자 | 할 일 | 기한 |', { assignee: 'Ann', dueDate: '2026-12-01' }],
])('a table under %s contains action items with owner and date', (heading, expected) => {
  const rows = '| **Ann** | Book the room | 2026-12-01 |\n| – | Send the minutes | soon |'
  expect(tasksOf(`Summary.\n\n${heading}\n|---|:-:|---|\n${rows}\n\nDone.`)).toEqual([
    { text: 'Book the room', ...expected },
    { text: 'Send the minutes', assignee: null, dueDate: null },
  ])
})

it('another table contains none', () => {
  expect(tasksOf('| Quarter | Sales |\n|---|---|\n| Q1 | 12 |')).toEqual([])
})

it('a check list preserves the owner that it names', () => {
  expect(tasksOf('- [ ] Book the room (owner: Ann)\n- [x] Call @bob\n- [ ] Note: no owner')).toEqual([
    { text: 'Book the room', assignee: 'Ann', dueDate: null },
    { text: 'Call @bob', assignee: 'bob', dueDate: null },
    { text: 'Note: no owner', assignee: null, dueDate: null },
  ])
})

it('takes linear time for a reply that consists of dashes and bars', () => {
  const long = ['|'.repeat(20_000), `- [ ] ${'('.repeat(20_000)}`, '-'.repeat(20_000), ' '.repeat(20_000)]
  expect(tasksOf(long.join('\n')).length).toBe(1)
})
