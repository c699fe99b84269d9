import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { meeting as meetingSchema, meetingFields } from '@vee/contract/entities/meeting'
import type { MeetingEvent } from '@vee/contract/http/meetings/meeting-summaries'
import type { Reply } from '@vee/contract/stream/reply-event'
import { openFileDatabase } from '#db/fixtures/test-database.ts'
import { createPeople } from '../organizations/fixtures/people.ts'
import type { Question } from '../replies/index.ts'
import { createMeetings, createSummarizer } from './index.ts'
import { findEvidence, transcriptPartsOf } from './summarize.ts'
import { type MeetingSummary, summaryOf } from './read-reply.ts'

const lines = meetingFields.parse({
  transcriptLines: [
    { id: '1', start: 0, end: 4, text: 'Good morning, everybody!' },
    { id: '2', start: 4, end: 9, text: 'Let us buy the boat,' },
    { id: '3', start: 9, end: 12, text: 'and Ann calls the port by Friday.' },
  ],
}).transcriptLines

const summary = (given: Partial<MeetingSummary> = {}): MeetingSummary => ({
  kind: 'meeting_summary',
  title: 'The boat',
  summary: 'They met. They bought a boat.',
  decisions: ['Buy the boat'],
  actionItems: [{ text: 'Call the port', assignee: 'Ann', dueDate: null }],
  openQuestions: [],
  quotes: [
    { of: 'summary', index: 1, quote: 'buy the boat' },
    { of: 'decision', index: 0, quote: 'let us BUY the boat and Ann' },
    { of: 'action_item', index: 0, quote: 'Ann promised to call' },
  ],
  ...given,
})

const many = (count: number, text: string) => Array.from({ length: count }, (_, index) => `${text} ${index}.`)

describe('a quote', () => {
  const prove = findEvidence('', lines)

  it.each([
    ['buy the boat', 4],
    ['BOAT – and  Ann calls', 4],
    ['Ann calls the port', 9],
    ['good morning', 0],
  ])('%s is found at %i s, ignoring punctuation and case', (quote, index) => {
    expect(prove(quote)).toEqual({ quote, at: index })
  })

  it.each(['Let us sell the boat', 'a', '…', 'calls port'])('%s is no evidence', (quote) => {
    expect(prove(quote)).toBeUndefined()
  })

  it('of a transcript without times has none', () => {
    const quote = '会議は三時から'
    expect(findEvidence('田中：会議は、三時から始めます。', [])(quote)).toEqual({ quote, at: null })
  })
})

describe('parts of a transcript', () => {
  it('are short enough, and together contain every word in order', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 400 }),
        fc.integer({ min: 4, max: 60 }),
        (text, length) => {
          const parts = transcriptPartsOf(text, length)
          expect(parts.every((section) => section.length <= length && section.isWellFormed())).toBe(true)
          expect(parts.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
        },
      ),
    )
  })

  it('are split between lines', () => {
    expect(transcriptPartsOf('Ann: one two\nBob: three four\nAnn: five', 20)).toEqual([
      'Ann: one two',
      'Bob: three four',
      'Ann: five',
    ])
  })
})

describe('a reply without a result', () => {
  it('is read from its Markdown, each line as its own quote', () => {
    const content =
      'By rules.\n\n**Main**\n\n- Let us buy the boat\n1. *Second*\n\n- [ ] Ann calls **the port**\n'
    expect(summaryOf({ content })).toMatchObject({
      summary: 'Let us buy the boat\n*Second*',
      actionItems: [{ text: 'Ann calls the port' }],
      quotes: [
        { of: 'summary', index: 0 },
        { of: 'summary', index: 1 },
        { of: 'action_item', index: 0 },
      ],
    })
  })
})

const database = await openFileDatabase()

describe('the summary', () => {
  const meetings = createMeetings({ database, now: Date.now })
  const { member } = createPeople(database, Date.now)

  /**
   * Requests the summary of a meeting; the agent's replies are given in order, and its questions recorded.
   */
  async function run(given: object, replies: readonly (MeetingSummary | Error)[]) {
    const caller = await member()
    const { id } = await meetings.create(meetingFields.parse(given), caller)
    const questions: Question[] = []
    const left = [...replies]
    const summarizer = createSummarizer({
      meetings,
      replies: {
        answer: async (question) => {
          questions.push(question)
          const next = left.shift()
          if (next === undefined || next instanceof Error) throw next ?? new Error('asked too often')
          return { content: '', result: next } as Reply
        },
      },
    })
    const events: MeetingEvent[] = []
    const again = async (wish: { readonly template?: string } = {}) => {
      for await (const event of summarizer.summarize(
        id,
        { locale: 'en', language: 'fr-FR', ...wish },
        caller,
        new AbortController().signal,
      ))
        events.push(event)
      return meetings.get(id, caller)
    }
    return {
      again,
      asked: questions,
      events,
      id,
      caller,
      more: (...further: MeetingSummary[]) => left.push(...further),
    }
  }

  it('marks each line with its evidence, or as unproven', async () => {
    const { again, events, asked: questions } = await run({ transcriptLines: lines }, [summary()])
    const meeting = await again()
    expect(events.map(({ type }) => type)).toEqual(['meeting'])
    expect(meeting).toMatchObject({
      title: 'The boat',
      summary: 'They met.\nThey bought a boat.',
      minutes: {
        language: 'fr-FR',
        overview: [
          { text: 'They met.', evidence: [] },
          { text: 'They bought a boat.', evidence: [{ quote: 'buy the boat', at: 4 }] },
        ],
        decisions: [{ text: 'Buy the boat', evidence: [{ at: 4 }] }],
      },
      actionItems: [{ text: 'Call the port', assignee: 'Ann', evidence: [], origin: 'generated' }],
      openActionItemCount: 1,
    })
    expect(questions[0]).toMatchObject({ agentId: 'meeting_summarizer', language: 'fr-FR', isKept: false })
  })

  it.each([
    ['standup', /is for: A stand-up: of each person what is done/],
    ['Only the money', /is for: Only the money$/m],
    ['toString', /is for: toString$/m],
  ])('is generated for the request: %s', async (template, purpose) => {
    const { again, asked: questions } = await run({ transcriptLines: lines }, [summary()])
    expect((await again({ template })).minutes?.template).toBe(template)
    expect(questions[0]?.messages.at(-1)?.content).toMatch(purpose)
  })

  it('is general without a request', async () => {
    const { again, asked: questions } = await run({ transcriptLines: lines }, [summary()])
    expect((await again({ template: 'general' })).minutes?.template).toBe('general')
    expect(questions[0]?.messages.at(-1)?.content).not.toContain('is for:')
  })

  it('proves a verbatim line automatically, for any speaker', async () => {
    const { again } = await run({ transcriptLines: lines }, [
      summary({
        decisions: ['Ann: Let us buy the boat,', 'Sell it', 'Buy the boat'],
        quotes: [{ of: 'decision', index: 2, quote: 'we promise to buy it' }],
      }),
    ])
    const { minutes } = await again()
    expect(minutes?.decisions).toEqual([
      { text: 'Ann: Let us buy the boat,', evidence: [{ quote: 'Let us buy the boat,', at: 4 }] },
      { text: 'Sell it', evidence: [] },
      { text: 'Buy the boat', evidence: [] },
    ])
  })

  it('uses notes and bookmarks as context, labels them, and does not accept them as evidence', async () => {
    const { again, asked: questions } = await run(
      {
        transcript: 'Let us buy the boat.',
        quickNotes: 'Ann is against it',
        marks: [
          { id: 'a', at: 61, text: 'The price' },
          { id: 'b', at: 3_700 },
        ],
      },
      [summary({ decisions: ['Ann said no'], quotes: [{ of: 'decision', index: 0, quote: 'The price' }] })],
    )
    const { minutes } = await again()
    expect(questions[0]?.messages[0]?.content).toMatch(
      /no proof of anything:\n<document name="notes">\nAnn is against it\n<\/document>\n\n.*no proof of anything:\n\[1:01\] The price\n\[1:01:40\]\n\n<transcript>\nLet us/,
    )
    expect(minutes?.decisions).toEqual([{ text: 'Ann said no', evidence: [] }])
  })

  it('reads of long notes, such as the text of slides, the beginning and what fits the transcript', async () => {
    const slides = Array.from(
      { length: 40 },
      (_, index) =>
        `## Slide ${index}\n${index === 33 ? 'The lighthouse keeper Magdalena. ' : ''}${`filler${index} `.repeat(150)}`,
    )
    const quickNotes = `Bring maps\n\n# plan.pptx\n\n${slides.join('\n\n')}`
    const { again, asked: questions } = await run(
      { transcript: 'Ann: the lighthouse keeper Magdalena retires.', quickNotes },
      [summary({})],
    )
    await again()
    const question = questions[0]?.messages[0]?.content ?? ''
    expect(question).toMatch(/Bring maps[^]*## Slide 33\nThe lighthouse keeper Magdalena/)
    expect(question).not.toContain('## Slide 39')
    expect(question.length).toBeLessThan(14_000)
  })

  it('reads a long transcript in parts, reports progress, and merges the results', async () => {
    const transcript = Array.from(
      { length: 900 },
      (_, index) => `Ann: sentence number ${index} of the talk`,
    ).join('\n')
    const partialSummary = (index: number) =>
      summary({
        decisions: [`Decision ${index}`],
        actionItems: [],
        quotes: [{ of: 'decision', index: 0, quote: `sentence number ${index * 300}` }],
      })
    const {
      again,
      events,
      asked: questions,
    } = await run({ transcript }, [partialSummary(0), partialSummary(1), summary({ quotes: [] })])
    const meeting = await again()
    expect(events.slice(0, -1)).toEqual([
      { type: 'progress', done: 0, total: 3 },
      { type: 'progress', done: 1, total: 3 },
      { type: 'progress', done: 2, total: 3 },
      { type: 'progress', done: 3, total: 3 },
    ])
    expect(questions).toHaveLength(3)
    expect(meeting.minutes?.decisions).toEqual([
      { text: 'Decision 0', evidence: [{ quote: 'sentence number 0', at: null }] },
      { text: 'Decision 1', evidence: [{ quote: 'sentence number 300', at: null }] },
    ])
  })

  it('is limited to the maximum of a meeting, so that it can be read afterwards', async () => {
    const actionItems = many(450, 'Own').map((text, index) => ({ id: `${index}`, text }))
    const { again } = await run({ transcriptLines: lines, actionItems }, [
      summary({
        summary: ['x'.repeat(2_500), ...many(60, 'They met')].join('\n'),
        decisions: many(101, 'Decided'),
        actionItems: many(100, 'Found').map((text) => ({ text, assignee: null, dueDate: null })),
        openQuestions: many(101, 'Asked'),
      }),
    ])
    const meeting = await again()
    expect(meetingSchema.safeParse(meeting).error).toBeUndefined()
    expect(meeting.actionItems.map(({ text }) => text)).toEqual([...many(450, 'Own'), ...many(50, 'Found')])
    expect(meeting.minutes?.overview.at(-1)?.text).toBe('They met 48.')
  })

  it('generated again preserves what the user wrote, changed and completed', async () => {
    const { again, more, id, caller } = await run({ transcriptLines: lines, title: 'Mine' }, [
      summary({
        actionItems: ['Call the port', 'Paint'].map((text) => ({ text, assignee: null, dueDate: null })),
      }),
    ])
    const first = await again()
    const [call, paint] = first.actionItems
    const own = { id: 'own', text: 'Sing', assignee: null, done: false, dueDate: null, evidence: [] }
    await meetings.change(
      id,
      {
        summary: 'My words',
        actionItems: meetingFields.parse({ actionItems: [{ ...call, done: true }, paint, own] }).actionItems,
      },
      caller,
    )
    more(
      summary({
        actionItems: ['call the port', 'Fish'].map((text) => ({ text, assignee: null, dueDate: null })),
      }),
    )
    const second = await again()
    expect(second).toMatchObject({ title: 'Mine', summary: 'My words' })
    expect(second.actionItems.map(({ text, done }) => [text, done])).toEqual([
      ['Call the port', true],
      ['Sing', false],
      ['Fish', false],
    ])
  })

  it('changes nothing if the model fails', async () => {
    const { again, id, caller } = await run({ transcriptLines: lines, summary: 'Before' }, [
      new Error('gone'),
    ])
    await expect(again()).rejects.toThrow('gone')
    expect(await meetings.get(id, caller)).toMatchObject({
      summary: 'Before',
      minutes: null,
      actionItems: [],
    })
  })

  it('is rejected without any text', async () => {
    const { again } = await run({ title: 'Empty' }, [])
    await expect(again()).rejects.toMatchObject({ code: 'VALIDATION' })
  })
})
