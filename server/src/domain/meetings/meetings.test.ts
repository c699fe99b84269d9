import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  MAX_ACTION_ITEMS,
  actionItem,
  MAX_LINES,
  MAX_MARKS,
  meetingFields,
  meetingMark,
  transcriptLine,
} from '@vee/contract/entities/meeting'
import { openFileDatabase } from '#db/fixtures/test-database.ts'
import type { Caller } from '../accounts/index.ts'
import { createPeople } from '../organizations/fixtures/people.ts'
import { createMeetings, renderMeetingExport } from './index.ts'
import type { MeetingListQuery } from './meetings.ts'
import { codeOf } from '../errors/fixtures/code-of.ts'

const NOON = Date.UTC(2026, 10, 21, 12)
const MINUTE = 60_000

const database = await openFileDatabase()
let clock: number
let ann: Caller
let bob: Caller
const now = () => clock

const meetings = createMeetings({ database, now })
beforeEach(async () => {
  clock = NOON
  ann = await member()
  bob = await member()
})

const { member } = createPeople(database, now)

const fields = (given: object = {}) => meetingFields.parse(given)
const create = (given: object = {}, caller = ann) => meetings.create(fields(given), caller)
const list = (query: Partial<MeetingListQuery> = {}, caller = ann) =>
  meetings.list({ sort: '-meetingDate', limit: 50, ...query }, caller)
const titles = async (query: Partial<MeetingListQuery> = {}, caller = ann) =>
  (await list(query, caller)).items.map(({ title }) => title)
const download = async (format: 'json' | 'markdown' | 'csv', locale: 'en' | 'de-DE' = 'en') => {
  const parts: string[] = []
  for await (const chunk of renderMeetingExport(meetings.each({}, ann), { format, locale, timeZone: 'UTC' })
    .text)
    parts.push(chunk)
  return parts.join('')
}

describe('a meeting', () => {
  it('is stored with all given fields, and the current time as its date', async () => {
    const made = await create({
      title: ' Harbour ',
      participants: 'Ann, Bob,, 田中、Lee',
      tags: ['plan'],
      actionItems: [
        { id: 'a', text: 'Call the port' },
        { id: 'b', text: 'Pay', done: true, assignee: 'Bob', dueDate: '2026-12-01' },
      ],
    })
    expect(made).toMatchObject({
      title: 'Harbour',
      participants: ['Ann', 'Bob', '田中', 'Lee'],
      meetingDate: new Date(NOON).toISOString(),
      createdAt: new Date(NOON).toISOString(),
      openActionItemCount: 1,
      archived: false,
      minutes: null,
    })
    expect(await meetings.get(made.id, ann)).toEqual(made)
  })

  it('can be read if an older version stored empty names, ids and texts', async () => {
    const made = await create({ title: 'Old', participants: 'Ann', tags: ['plan'] })
    await database
      .updateTable('meetings')
      .set({
        participants: '["Ann",""]',
        tags: '["","plan"]',
        action_items: '[{"id":"","text":"Call"},{"id":"b","text":""}]',
      })
      .where('id', '=', made.id)
      .execute()
    await database
      .updateTable('meeting_texts')
      .set({
        proof: JSON.stringify({
          transcriptLines: [{ id: '', start: 0, end: 1, text: '' }],
          minutes: {
            overview: [
              { text: '', evidence: [] },
              { text: 'Yes', evidence: [{ quote: '', at: null }] },
            ],
          },
          marks: [{ id: '', at: 1, text: '' }],
        }),
      })
      .where('id', '=', made.id)
      .execute()
    expect((await list()).items).toHaveLength(1)
    expect(await meetings.get(made.id, ann)).toMatchObject({
      participants: ['Ann'],
      tags: ['plan'],
      actionItems: [{ text: 'Call' }],
      transcriptLines: [{ start: 0 }],
      minutes: { overview: [{ text: 'Yes', evidence: [] }] },
      marks: [{ at: 1 }],
    })
    expect(await meetings.tags(false, ann)).toEqual([{ tag: 'plan', count: 1 }])
    expect(await download('json')).toContain('Old')
    await meetings.change(made.id, { title: 'New' }, ann)
    expect((await meetings.get(made.id, ann)).actionItems[0]?.id).not.toBe('')
  })

  it('has the text of its transcript from the recorded lines', async () => {
    const transcriptLines = [
      { id: '1', start: 7, end: 9, speaker: 'Ann', text: 'Shall we?' },
      { id: '2', start: 3725, end: 3730, text: ' Yes. ' },
    ]
    const { id, transcript } = await create({ transcriptLines })
    expect(transcript).toBe('[0:07] Ann: Shall we?\n[1:02:05] Yes.')
    const corrected = await meetings.change(
      id,
      {
        transcriptLines: fields({ transcriptLines: [{ ...transcriptLines[0], text: 'Shall we go?' }] })
          .transcriptLines,
      },
      ann,
    )
    expect(corrected.transcript).toBe('[0:07] Ann: Shall we go?')
  })

  it('changes only the fields in the change', async () => {
    const { id } = await create({ title: 'Harbour', quickNotes: 'Bring maps', tags: ['plan'] })
    clock += MINUTE
    const changed = await meetings.change(
      id,
      { title: 'Port', actionItems: fields({ actionItems: [{ id: 'a', text: 'Go' }] }).actionItems },
      ann,
    )
    expect(changed).toMatchObject({
      title: 'Port',
      quickNotes: 'Bring maps',
      tags: ['plan'],
      openActionItemCount: 1,
      createdAt: new Date(NOON).toISOString(),
      updatedAt: new Date(NOON + MINUTE).toISOString(),
    })
  })

  it('preserves both of two concurrent changes', async () => {
    const { id } = await create({})
    await Promise.all([
      meetings.change(id, { title: 'A' }, ann),
      meetings.change(id, { quickNotes: 'B' }, ann),
      meetings.change(id, { archived: true }, ann),
    ])
    expect(await meetings.get(id, ann)).toMatchObject({ title: 'A', quickNotes: 'B', archived: true })
  })

  it('can be restored for ten minutes after its deletion', async () => {
    const { id } = await create({ title: 'Harbour' })
    await meetings.delete(id, ann)
    expect(await codeOf(meetings.get(id, ann))).toBe('NOT_FOUND')
    expect(await titles()).toEqual([])
    clock += 9 * MINUTE
    expect(await meetings.restore(id, ann)).toMatchObject({ title: 'Harbour' })
    await meetings.delete(id, ann)
    clock += 11 * MINUTE
    expect(await codeOf(meetings.restore(id, ann))).toBe('NOT_FOUND')
  })

  it('is invisible to other users', async () => {
    const { id } = await create({})
    const tries = [
      meetings.get(id, bob),
      meetings.change(id, { title: 'Mine' }, bob),
      meetings.delete(id, bob),
      meetings.restore(id, bob),
    ]
    expect(await Promise.all(tries.map(codeOf))).toEqual(tries.map(() => 'NOT_FOUND'))
    expect((await list({}, bob)).items).toEqual([])
    expect(await codeOf(list({}, { ...ann, kind: 'passphrase' } as Caller))).toBe('FORBIDDEN')
    expect(await codeOf(create({}, { kind: 'visitor', id: 'session:x', ip: '192.0.2.1' }))).toBe('FORBIDDEN')
  })
})

describe('the list', () => {
  beforeEach(async () => {
    await create({
      title: 'beta',
      meetingDate: '2026-03-02',
      participants: ['Ann Lee', 'Bob'],
      transcript: '明日の会議で決めます',
    })
    await create({
      title: 'Alpha',
      meetingDate: '2026-03-01T09:30:00+01:00',
      participants: ['Carla'],
      actionItems: [
        { id: '1', text: 'Write the offer', assignee: 'Jürgen' },
        { id: '2', text: 'x' },
      ],
    })
    await create({ title: 'Gamma', meetingDate: '2026-02-01', archived: true, quickNotes: '100% sure_' })
  })

  it.each([
    [{}, ['beta', 'Alpha', 'Gamma']],
    [{ sort: 'meetingDate' }, ['Gamma', 'Alpha', 'beta']],
    [{ sort: 'title' }, ['Alpha', 'beta', 'Gamma']],
    [{ sort: '-openActionItems', limit: 1 }, ['Alpha']],
    [{ archived: true }, ['Gamma']],
    [{ archived: false }, ['beta', 'Alpha']],
    [{ from: '2026-03-01', to: '2026-03-01' }, ['Alpha']],
    [{ from: '2026-03-02' }, ['beta']],
    [{ to: '2026-02-01' }, ['Gamma']],
    [{ participant: ' lee' }, ['beta']],
    [{ q: '会議' }, ['beta']],
    [{ q: 'JÜRGEN offer' }, ['Alpha']],
    [{ q: 'offer nothing' }, []],
    [{ q: '100%' }, ['Gamma']],
    [{ q: 'sure_' }, ['Gamma']],
    [{ q: '_' }, ['Gamma']],
    [{ q: '%' }, ['Gamma']],
    [{ q: 'of\0fer', participant: 'car\0la' }, ['Alpha']],
  ] as const)('filters and sorts: %j', async (query, expected) => {
    expect(await titles(query)).toEqual(expected)
  })

  it("filters times by the caller's day", async () => {
    await create({ title: 'Evening', meetingDate: '2026-03-02T02:00:00Z' })
    expect(await titles({ to: '2026-03-01' }, { ...ann, timeZone: 'America/Los_Angeles' })).toContain(
      'Evening',
    )
  })

  it('returns a time in UTC as given, a day as a day, and in brief no texts', async () => {
    const { items } = await list()
    expect((await list({ isBrief: true })).items[0]).toEqual(
      Object.fromEntries(
        Object.entries(items[0] ?? {}).filter(
          ([field]) => !['quickNotes', 'transcript', 'summary'].includes(field),
        ),
      ),
    )
    expect(items.map(({ meetingDate }) => meetingDate)).toEqual([
      '2026-03-02',
      '2026-03-01T08:30:00.000Z',
      '2026-02-01',
    ])
  })

  it('is listed in pages that contain each meeting once, in any order', async () => {
    for (let count = 0; count < 9; count += 1) await create({ title: 'same', meetingDate: '2026-03-01' })
    const whole = (await list({ limit: 100 })).items.map(({ id }) => id).toSorted()
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(
          ...['meetingDate', 'createdAt', 'updatedAt', 'title', 'openActionItems'].flatMap(
            (field) => [field, `-${field}`] as MeetingListQuery['sort'][],
          ),
        ),
        fc.integer({ min: 1, max: 13 }),
        async (sort, limit) => {
          const seen: string[] = []
          let cursor: string | undefined
          do {
            const page = await list({ sort, limit, cursor })
            seen.push(...page.items.map(({ id }) => id))
            cursor = page.nextCursor ?? undefined
          } while (cursor !== undefined)
          expect(seen.toSorted()).toEqual(whole)
        },
      ),
      { numRuns: 30 },
    )
  })

  it.each(['x', 'e30', Buffer.from('["-meetingDate","a","b"]').toString('base64url')])(
    'rejects the cursor %s',
    async (cursor) => {
      expect(await codeOf(list({ cursor }))).toBe('VALIDATION')
    },
  )
})

const line = (id: string, start: number, text: string) =>
  transcriptLine.parse({ id, start, end: start + 1, text })

describe('lines of a transcript', () => {
  it('are changed individually, so that concurrent changes of two users are preserved', async () => {
    const { id } = await create({ transcriptLines: [line('a', 0, 'One'), line('b', 5, 'Two')] })
    await Promise.all([
      meetings.change(id, { lines: { put: [line('a', 0, 'First')] } }, ann),
      meetings.change(id, { lines: { put: [line('c', 9, 'Three')] } }, ann),
      meetings.change(id, { lines: { remove: ['b'] } }, ann),
    ])
    const changed = await meetings.get(id, ann)
    expect(changed.transcriptLines.map(({ text }) => text)).toEqual(['First', 'Three'])
    expect(changed.transcript).toBe('[0:00] First\n[0:09] Three')
  })

  it('are limited in number', async () => {
    const { id } = await create({})
    const put = Array.from({ length: MAX_LINES + 1 }, (_, index) => line(`${index}`, index, 'x'))
    expect(await codeOf(meetings.change(id, { lines: { put } }, ann))).toBe('VALIDATION')
  })

  it('are limited to the length of a transcript', async () => {
    const long = Array.from({ length: 101 }, (_, index) => line(`${index}`, index, 'x'.repeat(20_000)))
    expect(await codeOf(create({ transcriptLines: long }))).toBe('VALIDATION')
    const { id } = await create({ transcriptLines: long.slice(50) })
    expect(await codeOf(meetings.change(id, { lines: { put: long } }, ann))).toBe('VALIDATION')
    expect((await meetings.get(id, ann)).transcriptLines).toHaveLength(51)
  })
})

const item = (id: string) => actionItem.parse({ id, text: id, origin: 'generated' })
const mark = (id: string, nowMs: number) => meetingMark.parse({ id, at: nowMs })

describe('action items and marks', () => {
  it('can also be changed individually, including single fields of one item', async () => {
    const { id } = await create({
      actionItems: [item('a'), item('b'), item('c')],
      marks: [mark('x', 5), mark('y', 9)],
    })
    await Promise.all(
      [
        { actionItemChanges: { set: [{ id: 'a', done: true, origin: 'own' as const }] } },
        {
          actionItemChanges: {
            set: [
              { id: 'a', assignee: 'Ann' },
              { id: 'gone', done: true },
            ],
          },
        },
        { actionItemChanges: { put: [item('d')], remove: ['b'] } },
        { markChanges: { put: [mark('z', 7)] } },
        { markChanges: { set: [{ id: 'x', text: 'Here' }], remove: ['y'] } },
      ].map((change) => meetings.change(id, change, ann)),
    )
    const after = await meetings.get(id, ann)
    expect(after.actionItems).toMatchObject([
      { id: 'a', text: 'a', done: true, assignee: 'Ann', origin: 'own' },
      { id: 'c', done: false },
      { id: 'd' },
    ])
    expect(after.openActionItemCount).toBe(2)
    expect(after.marks).toEqual([
      { id: 'x', at: 5, text: 'Here' },
      { id: 'z', at: 7, text: '' },
    ])
  })

  it('are limited in number', async () => {
    const { id } = await create({ actionItems: [item('first')], marks: [mark('first', 0)] })
    const put = Array.from({ length: MAX_ACTION_ITEMS }, (_, index) => item(`${index}`))
    expect(await codeOf(meetings.change(id, { actionItemChanges: { put } }, ann))).toBe('VALIDATION')
    const marks = Array.from({ length: MAX_MARKS }, (_, index) => mark(`${index}`, index))
    expect(await codeOf(meetings.change(id, { markChanges: { put: marks } }, ann))).toBe('VALIDATION')
  })
})

describe('tags', () => {
  it('are counted case-insensitively, and filter by the whole tag', async () => {
    await create({ title: 'One', meetingDate: '2026-01-01', tags: ['Plan', 'boat'] })
    await create({ title: 'Two', tags: ['plan', 'planning'] })
    await create({ title: 'Hers', tags: ['plan'] }, bob)
    expect(await meetings.tags(false, ann)).toEqual([
      { tag: 'plan', count: 2 },
      { tag: 'boat', count: 1 },
      { tag: 'planning', count: 1 },
    ])
    expect(await titles({ tag: ' PLAN' })).toHaveLength(2)
    expect(await titles({ tag: 'planning' })).toEqual(['Two'])
    expect(await titles({ tag: 'pla%' })).toEqual([])
  })
})

describe('several at once', () => {
  it('are archived, deleted and restored; unknown ids and those of other users are skipped', async () => {
    const [first, second] = [await create({ title: 'One' }), await create({ title: 'Two' })]
    const hers = await create({ title: 'Hers' }, bob)
    const ids = [first.id, second.id, hers.id, 'none']
    expect(await meetings.changeMany(ids, 'archive', ann)).toBe(2)
    expect((await meetings.get(first.id, ann)).archived).toBe(true)
    expect((await meetings.get(hers.id, bob)).archived).toBe(false)
    expect(await meetings.changeMany(ids, 'archive', ann)).toBe(0)
    expect(await meetings.changeMany(ids, 'unarchive', ann)).toBe(2)
    expect(await meetings.changeMany(ids, 'delete', ann)).toBe(2)
    expect(await titles()).toEqual([])
    expect(await meetings.changeMany(ids, 'restore', ann)).toBe(2)
    expect(await titles()).toHaveLength(2)
    await meetings.changeMany(ids, 'delete', ann)
    clock += 11 * MINUTE
    expect(await meetings.changeMany(ids, 'restore', ann)).toBe(0)
  })

  it('are exported by their ids', async () => {
    const [first] = [await create({ title: 'One' }), await create({ title: 'Two' })]
    const three = await create({ title: 'Three' })
    const names: string[] = []
    for await (const { title } of meetings.each({ id: `${first.id},${three.id}` }, ann)) names.push(title)
    expect(names.toSorted()).toEqual(['One', 'Three'])
  })
})

describe('open action items', () => {
  it('are listed from all meetings by due date, in pages, and can be changed individually', async () => {
    const first = await create({
      title: 'First',
      actionItems: [
        { id: 'a', text: 'Some day' },
        { id: 'b', text: 'Late', dueDate: '2026-03-09', origin: 'generated' },
        { id: 'c', text: 'Done', done: true, dueDate: '2026-01-01' },
      ],
    })
    const second = await create({
      title: 'Second',
      actionItems: [{ id: 'a', text: 'Early', dueDate: '2026-03-01' }],
    })
    const deleted = await create({ actionItems: [{ id: 'x', text: 'Gone' }] })
    await meetings.delete(deleted.id, ann)
    const texts: string[] = []
    let cursor: string | undefined
    do {
      const page = await meetings.actionItems({ cursor, limit: 2, isShared: false }, ann)
      texts.push(...page.items.map(({ item }) => item.text))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(texts).toEqual(['Early', 'Late', 'Some day'])
    expect(await meetings.actionItems({ limit: 9, isShared: false }, bob)).toEqual({
      items: [],
      nextCursor: null,
    })

    const changed = await meetings.changeItem(first.id, 'b', { done: true }, ann)
    expect(changed.openActionItemCount).toBe(1)
    expect(changed.actionItems[1]).toMatchObject({ text: 'Late', done: true, origin: 'own' })
    expect(await codeOf(meetings.changeItem(first.id, 'zz', { done: true }, ann))).toBe('NOT_FOUND')
    expect(await codeOf(meetings.changeItem(second.id, 'a', { done: true }, bob))).toBe('NOT_FOUND')
    expect(await codeOf(meetings.actionItems({ cursor: 'x', limit: 1, isShared: false }, ann))).toBe(
      'VALIDATION',
    )
  })
})

describe('the export', () => {
  it('can be imported, and a second import adds nothing', async () => {
    await create({ title: 'Harbour', transcript: 'We go.\0', tags: ['a'] })
    await create({ title: 'Port', minutes: { overview: [{ text: 'All well' }] } })
    const exported = JSON.parse(await download('json')) as { meetings: { id: string }[] }
    const kept = exported.meetings.map((meeting) => ({ ...fields(meeting), id: meeting.id }))
    expect(await meetings.import(kept, ann)).toEqual({ added: 0, skipped: 2 })
    expect(await meetings.import(kept, bob)).toEqual({ added: 2, skipped: 0 })
    const races = await Promise.all(Array.from({ length: 5 }, () => meetings.import(kept, bob)))
    expect(races.every(({ added }) => added === 0)).toBe(true)
    expect((await list({}, bob)).items).toHaveLength(2)
  })

  it('states in the reader’s language what has evidence and what has none', async () => {
    await create({
      title: 'Harbour',
      minutes: {
        decisions: [
          { text: 'We buy a boat', evidence: [{ quote: 'let us buy the boat', at: 12 }] },
          { text: 'We paint it' },
        ],
      },
      actionItems: [{ id: '1', text: 'Call the port', assignee: 'Ann', dueDate: '2026-12-01' }],
    })
    const markdown = await download('markdown', 'de-DE')
    expect(markdown).toContain('## Entscheidungen\n\n- We buy a boat\n  > [0:12] let us buy the boat')
    expect(markdown).toContain('- We paint it (steht nicht in der Mitschrift)')
    expect(markdown).toContain('- [ ] Call the port (Zuständig: Ann; Fällig: 1. Dezember 2026)')
  })

  it('exports text to spreadsheets without formulas', async () => {
    await create({ title: '=1+1', actionItems: [{ id: '1', text: 'Say "hi", twice', done: true }] })
    const [, row] = (await download('csv')).split('\r\n')
    expect(row).toMatch(/,'=1\+1,[^,]*,"Say ""hi"", twice",,,true$/)
  })
})
