import ICAL from 'ical.js'
import mammoth from 'mammoth'
import { parseText } from 'media-captions'
import { meeting as meetingSchema, type Meeting } from '@vee/contract/entities/meeting'
import { meetingDocument } from '@vee/contract/meetings/document'
import { MEETING_WORDS } from '@vee/contract/meetings/words'
import { describe, expect, it } from 'vitest'
import { toIcs, toSrt, toVtt } from './cues.ts'
import { formatDay } from './day-of.ts'
import { readMeetings, readTranscript } from './read-file.ts'
import { supportsFormat } from './write-file.ts'
import { writeDocx } from './write-docx.ts'

const transcriptLine = (id: string, start: number, text: string, speaker: string | null = null) => ({
  id,
  start,
  end: start + 2,
  track: 'unknown',
  speaker,
  text,
})

const meeting: Meeting = meetingSchema.parse({
  id: 'm',
  title: 'Harbour & <港>',
  participants: ['Ann', 'Bob'],
  quickNotes: 'Bring maps',
  transcript: '[0:01] Ann: We buy the boat.',
  transcriptLines: [
    transcriptLine('1', 1, 'We buy <the> boat & go.', 'Ann'),
    transcriptLine('2', 3725.5, '好的。\nنعم'),
  ],
  marks: [{ id: 'k', at: 61, text: 'The price' }],
  summary: 'They buy a boat.',
  minutes: {
    overview: [{ text: 'They buy a boat.', evidence: [{ quote: 'We buy the boat', at: 1 }] }],
    decisions: [{ text: 'Paint it' }],
  },
  actionItems: [
    { id: 'a', text: 'Call, the port; today', assignee: 'Bob', dueDate: '2026-03-06', done: true },
    { id: 'b', text: `${'Ask the bank '.repeat(12)}für Ångström`, dueDate: '2026-03-07' },
    { id: 'c', text: 'Sing' },
  ],
  meetingDate: '2026-03-01',
  createdAt: '2026-03-01T10:00:00.000Z',
  updatedAt: '2026-03-01T10:00:00.000Z',
  openActionItemCount: 2,
})

describe('a Word document', () => {
  it('contains everything, as parsed by another program', async () => {
    const file = await writeDocx([
      meetingDocument(meeting, MEETING_WORDS['de-DE'], (date) => formatDay(date, 'de-DE')),
      meetingDocument({ ...meeting, title: 'Second' }, MEETING_WORDS.en, (date) => formatDay(date, 'en')),
    ])
    const { value, messages } = await mammoth.convertToHtml({ buffer: Buffer.from(await file.arrayBuffer()) })
    expect(messages.filter(({ type }) => type === 'error')).toEqual([])
    expect(value).toContain('<h1>Harbour &amp; &lt;港&gt;</h1>')
    expect(value).toContain('<h2>Entscheidungen</h2>')
    expect(value).toContain('<li>They buy a boat.</li>')
    expect(value).toContain('“[0:01] We buy the boat”')
    expect(value).toContain('<em> (steht nicht in der Mitschrift)</em>')
    expect(value).toContain('1:01 The price')
    expect(value).toContain('<h1>Second</h1>')
    expect(value).toContain('Call, the port; today<em> (Owner: Bob; Due: March 6, 2026)</em>')
    expect(value).toContain('; Fällig: 6. März 2026)</em>')
  })
})

describe('subtitles', () => {
  it.each([
    ['WebVTT', toVtt],
    ['SubRip', toSrt],
  ] as const)('are preserved as %s', (_, write) => {
    const read = readTranscript(write(meeting))
    expect(read?.transcriptLines.map(({ start, end, speaker }) => ({ start, end, speaker }))).toEqual([
      { start: 1, end: 3, speaker: 'Ann' },
      { start: 3725.5, end: 3727.5, speaker: null },
    ])
  })

  it.each([
    ['vtt', toVtt, '<v Ann>We buy &lt;the> boat &amp; go.'],
    ['srt', toSrt, 'Ann: We buy &lt;the> boat & go.'],
  ] as const)('as %s are parsed by another program without errors', async (type, write, first) => {
    const { cues, errors } = await parseText(write(meeting), { type, strict: true })
    expect(errors).toEqual([])
    expect(cues.map(({ startTime, endTime, text }) => [startTime, endTime, text])).toEqual([
      [1, 3, first],
      [3725.5, 3727.5, '好的。 نعم'],
    ])
  })

  it('keep each cue together, for any text', () => {
    expect(toVtt(meeting)).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:03.000\n<v Ann>We buy &lt;the> boat &amp; go.\n\n01:02:05.500 --> 01:02:07.500\n好的。 نعم\n',
    )
    expect(toSrt(meeting)).toBe(
      '1\n00:00:01,000 --> 00:00:03,000\nAnn: We buy &lt;the> boat & go.\n\n2\n01:02:05,500 --> 01:02:07,500\n好的。 نعم\n',
    )
  })
})

describe('a calendar', () => {
  it('has a task for each due date, in lines of at most 75 octets that unfold to the original', () => {
    const file = toIcs([meeting, { ...meeting, id: 'n', title: '', actionItems: [] }], 'Untitled')
    const lines = file.split('\r\n')
    expect(lines.every((icsLine) => Buffer.byteLength(icsLine) <= 75)).toBe(true)
    const unfolded = file.replaceAll('\r\n ', '').split('\r\n')
    expect(unfolded.filter((icsLine) => icsLine === 'BEGIN:VTODO')).toHaveLength(2)
    expect(unfolded).toContain(String.raw`SUMMARY:Call\, the port\; today (Bob)`)
    expect(unfolded).toContain('DUE;VALUE=DATE:20260306')
    expect(unfolded.filter((icsLine) => icsLine === 'BEGIN:VEVENT')).toHaveLength(2)
    expect(unfolded).toContain('SUMMARY:Untitled')
    expect(unfolded).toContain('STATUS:COMPLETED')
    expect(unfolded.some((icsLine) => icsLine.endsWith('für Ångström'))).toBe(true)
    expect([unfolded.at(0), unfolded.at(-2), unfolded.at(-1)]).toEqual([
      'BEGIN:VCALENDAR',
      'END:VCALENDAR',
      '',
    ])
  })
})

it.each(['a\r\rb', 'a\rb', 'a\n\nb', 'a \r\n b'])('keep a cue of WebVTT on one line: %j', (text) => {
  const [line] = meeting.transcriptLines
  if (!line) throw new Error('the fixture has one')
  expect(toVtt({ ...meeting, transcriptLines: [{ ...line, text }] }).split('\n')).toEqual([
    'WEBVTT',
    '',
    '00:00:01.000 --> 00:00:03.000',
    '<v Ann>a b',
    '',
  ])
})

it('escape ids and speakers that would add lines or markup', () => {
  const [item] = meeting.actionItems
  const [line] = meeting.transcriptLines
  if (!item || !line) throw new Error('the fixture has both')
  const hostile: Meeting = {
    ...meeting,
    actionItems: [{ ...item, id: 'a\r\nSUMMARY:evil\u0007' }],
    transcriptLines: [{ ...line, speaker: 'An\n\n9\nn<b>', text: '{\\an8}Up' }],
  }
  const lines = toIcs([hostile], '').replaceAll('\r\n ', '').split('\r\n')
  expect(lines).toContain(String.raw`UID:m.a\nSUMMARY:evil@vee`)
  expect(lines.filter((icsLine) => icsLine.startsWith('SUMMARY:'))).toHaveLength(2)
  expect(toSrt(hostile).split('\n')[2]).toBe(String.raw`An 9 n&lt;b>: { \an8}Up`)
})

it('is a valid calendar for another program, with the complete text', () => {
  const calendar = ICAL.Component.fromString(
    toIcs([meeting, { ...meeting, id: 'n', meetingDate: '2026-02-28T12:00:00.000Z' }], ''),
  )
  const todos = calendar.getAllSubcomponents('vtodo').slice(0, 2)
  const events = calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))
  expect(
    events.map(({ uid, summary, startDate, duration }) => [
      uid,
      summary,
      startDate.isDate,
      startDate.toString(),
      duration.toString(),
    ]),
  ).toEqual([
    ['m@vee', 'Harbour & <港>', true, '2026-03-01', 'P1D'],
    ['n@vee', 'Harbour & <港>', true, '2026-02-28', 'P1D'],
  ])
  expect(
    todos.map((todo) =>
      ['uid', 'summary', 'description', 'due', 'status'].map((name) =>
        String(todo.getFirstPropertyValue(name)),
      ),
    ),
  ).toEqual([
    ['m.a@vee', 'Call, the port; today (Bob)', 'Harbour & <港>', '2026-03-06', 'COMPLETED'],
    ['m.b@vee', `${'Ask the bank '.repeat(12)}für Ångström`, 'Harbour & <港>', '2026-03-07', 'NEEDS-ACTION'],
  ])
})

describe('imported files', () => {
  it('may have the format of a speech service', () => {
    const segments = [
      { start: 4, end: 2, text: ' Yes. ', speaker: 'Bob' },
      { start: 1, end: 3, text: 'Shall we?' },
      { start: 'x', text: 'broken' },
      { start: 9, end: 10, text: '' },
    ]
    for (const file of [{ text: 'Shall we? Yes.', segments }, segments]) {
      expect(readTranscript(JSON.stringify(file))).toMatchObject({
        transcript: '[0:01] Shall we?\n[0:04] Bob: Yes.',
        transcriptLines: [
          { start: 1, end: 3, speaker: null, text: 'Shall we?' },
          { start: 4, end: 4, speaker: 'Bob', text: 'Yes.' },
        ],
      })
    }
  })

  it('is a text if it has no times, and undefined if it is empty or other JSON', () => {
    expect(readTranscript('\uFEFF Ann: We met.\n')).toEqual({
      transcript: 'Ann: We met.',
      transcriptLines: [],
    })
    for (const text of ['', '  \n', '{"a":1}', '[]', '[1,2]']) expect(readTranscript(text)).toBeUndefined()
    expect(readTranscript('{not json')?.transcript).toBe('{not json')
  })

  it('is rejected as a damaged export if the file claims to be JSON', () => {
    expect(readTranscript('{"x":', 'bad.json')).toBeUndefined()
    expect(readTranscript('{"x":', 'notes.txt')?.transcript).toBe('{"x":')
  })

  it('are meetings if Vee exported them', () => {
    expect(readMeetings('{"version":1,"meetings":[{"id":"m"}]}')).toEqual([{ id: 'm' }])
    for (const text of ['', 'x', '[]', '{"meetings":1}', 'null']) expect(readMeetings(text)).toBeUndefined()
  })
})

it('offers no empty files', () => {
  const empty = { ...meeting, transcript: '', transcriptLines: [], actionItems: [] }
  for (const format of ['text', 'vtt', 'srt', 'csv'] as const) {
    expect([format, supportsFormat(meeting, format), supportsFormat(empty, format)]).toEqual([
      format,
      true,
      false,
    ])
  }
  expect(supportsFormat(empty, 'docx')).toBe(true)
})
