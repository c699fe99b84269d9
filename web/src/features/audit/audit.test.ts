import { describe, expect, it } from 'vitest'
import type { ViewMessage } from '#lib/agent-view.ts'
import { asMarkdown, auditFrom, auditOf, slidesOf, spokenOf } from './audit.ts'

const SLIDES =
  '## Problem\n\nTwo numbers.\n\n---\n\n## **Code**\n\n```python\n## no heading\n---\nx = 1\n```\n\n---\n'

const message = (role: ViewMessage['role'], text: string, more: Partial<ViewMessage> = {}): ViewMessage => ({
  id: `${role}-${text.length}`,
  role,
  text,
  at: '2026-11-21T12:00:00.000Z',
  isRunning: false,
  ...more,
})

describe('slides', () => {
  it('begin at headings, but not at those in code', () => {
    expect(slidesOf(SLIDES).map(({ title, body }) => [title, body])).toEqual([
      ['Problem', 'Two numbers.'],
      ['Code', '```python\n## no heading\n---\nx = 1\n```'],
    ])
    expect(slidesOf('Just a hint.')).toEqual([{ title: '', body: 'Just a hint.', narration: '' }])
    expect(slidesOf(' \n')).toEqual([])
  })

  it('are spoken with their titles, or by their narration', () => {
    expect(spokenOf({ title: 'Code', body: 'x', narration: '' })).toBe('Code.\n\nx')
    expect(spokenOf({ title: 'Code', body: 'x', narration: 'Here' })).toBe('Here')
  })
})

describe('an audit', () => {
  const question = message('user', 'Audit this problem in python, as slides:\n\nTwo sum\n\nGiven…')

  it('is a reply with slides, named by its problem', () => {
    const audit = auditOf([question, message('assistant', SLIDES)], 1)
    expect(audit).toMatchObject({ title: 'Two sum', slides: [{ title: 'Problem' }, { title: 'Code' }] })
    expect(auditFrom(structuredClone(audit))).toEqual(audit)
    expect(audit && asMarkdown(audit)).toMatch(/^# Two sum\n\n## Problem\n\nTwo numbers\.\n\n---\n\n## Code/)
  })

  it('is the first reply in any form, except follow-ups and running replies', () => {
    const talk = [
      question,
      message('assistant', 'A hint.'),
      message('user', 'Why?'),
      message('assistant', 'Because it is.'),
    ]
    expect(auditOf(talk, 1)?.slides).toHaveLength(1)
    expect(auditOf(talk, 3)).toBeUndefined()
    expect(auditOf([question, message('assistant', SLIDES, { isRunning: true })], 1)).toBeUndefined()
  })

  it('prefers the result of a reply to its text', () => {
    const result: ViewMessage['result'] = {
      kind: 'audit_slides',
      title: 'Two Sum',
      problem: '',
      slides: [{ topic: 'code', title: 'Code', body: 'x', narration: 'Here it is' }],
      approaches: [{ name: 'Map', time: 'O(n)', space: 'O(n)', note: '' }],
    }
    expect(auditOf([question, message('assistant', SLIDES, { result })], 1)).toMatchObject({
      title: 'Two Sum',
      slides: [{ title: 'Code', body: 'x', narration: 'Here it is' }],
      approaches: [{ name: 'Map' }],
    })
  })

  it.each([[null], [{ id: 'a', at: 'never', slides: [] }], [{ id: 'a', at: '2026-11-21', slides: [] }]])(
    'is not parsed from %j',
    (kept) => expect(auditFrom(kept)).toBeUndefined(),
  )
})
