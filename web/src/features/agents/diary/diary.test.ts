import { describe, expect, it } from 'vitest'
import { entryFrom, findEntries, tagsOf, titleOf, type DiaryEntry } from './entry.ts'
import { weeksOf } from './month-calendar.tsx'
import { suggest } from './suggest.ts'
import { fromFile, toJson, toMarkdown } from './diary-file.ts'

const NOW = new Date(2026, 10, 21, 12)
const entry = (more: Partial<DiaryEntry>): DiaryEntry => ({
  id: 'a',
  day: '2026-11-21',
  text: '',
  tags: [],
  mood: '',
  createdAt: NOW.toISOString(),
  changedAt: NOW.toISOString(),
  ...more,
})

it.each([
  ['# A walk\n\nby the sea', 'A walk'],
  ['\n- **Milk**, bread', 'Milk, bread'],
  ['---\n\n…', ''],
  ['x'.repeat(100), `${'x'.repeat(79)}…`],
])('names %j %j', (text, title) => expect(titleOf({ text })).toBe(title))

it.each([
  ['sea, Sea , #walk,,', ['sea', 'walk']],
  ['海、山，川', ['海', '山', '川']],
  [[1, ' a '], ['a']],
  [undefined, []],
])('parses the tags of %j', (typed, tags) => expect(tagsOf(typed)).toEqual(tags))

it.each([
  [null],
  [{ id: 'a', text: 'x', day: '21.11.2026' }],
  [{ id: '', text: 'x', day: '2026-11-21' }],
  [{ id: 'a', day: '2026-11-21' }],
])('rejects %j as an entry', (value) => expect(entryFrom(value)).toBeUndefined())

it('finds by terms ignoring case and accents, by day and by tag, newest first', () => {
  const entries = [
    entry({ id: 'old', day: '2026-01-02', text: 'Café in Paris' }),
    entry({ id: 'new', day: '2026-11-20', text: 'At home', tags: ['cafe'] }),
    entry({ id: 'other', day: '2026-11-19', text: 'Nothing' }),
  ]
  const ids = (wish: Parameters<typeof findEntries>[1]) => findEntries(entries, wish).map(({ id }) => id)
  expect(ids({})).toEqual(['new', 'other', 'old'])
  expect(ids({ words: 'CAFE' })).toEqual(['new', 'old'])
  expect(ids({ words: 'cafe paris' })).toEqual(['old'])
  expect(ids({ day: '2026-11-19' })).toEqual(['other'])
  expect(ids({ tag: 'cafe' })).toEqual(['new'])
})

it('aligns the days of a month with their weekdays', () => {
  // November 2026 begins on a Sunday.
  expect(weeksOf(2026, 10, 1)[0]).toEqual(['', '', '', '', '', '', '2026-11-01'])
  expect(weeksOf(2026, 10, 7)[0]?.[0]).toBe('2026-11-01')
  expect(weeksOf(2026, 10, 1).flat().filter(Boolean)).toHaveLength(30)
})

const facts = ({ day, text, tags, mood }: DiaryEntry) => ({ day, text, tags, mood })

const entriesOf = (text: string) => fromFile(text, NOW)?.map(({ entry: each }) => each)
const noPicture = async () => undefined

describe('a file', () => {
  const entries = [
    entry({ id: 'b', text: 'Two\n\nparagraphs', tags: ['a', 'b'], mood: 'good' }),
    entry({ id: 'c', day: '2026-11-01', text: 'Plain' }),
  ]

  it('imports everything from JSON', async () => {
    expect(entriesOf(await toJson(entries, noPicture))).toEqual(entries)
  })

  it('imports texts, days, tags and moods from Markdown', () => {
    expect(entriesOf(toMarkdown(entries))?.map(facts)).toEqual(entries.map(facts))
  })

  it('imports anything else as one entry of today, or none', () => {
    expect(entriesOf('Just words')).toMatchObject([{ day: '2026-11-21', text: 'Just words' }])
    expect(fromFile(' ', NOW)).toEqual([])
    expect(fromFile('{"some": "thing"}', NOW)).toBeUndefined()
    expect(fromFile('[broken', NOW)).toBeUndefined()
  })
})

describe('suggestions', () => {
  it.each([
    ['en', 'I was so happy and laughed a lot', 'good'],
    ['en', 'I argued with Sam and I am worried', 'tense'],
    ['en', 'Happy in the morning, sad at night', 'mixed'],
    ['en', 'Bought milk', undefined],
    ['de-DE', 'Heute war ich traurig und müde', 'low'],
    ['ja-JP', '今日はとても楽しかった', 'good'],
    ['zh-CN', '我很担心明天的考试', 'tense'],
    ['ko-KR', '오늘은 정말 행복했다', 'good'],
  ])('in %s for %j is the mood %s', (language, text, mood) => {
    expect(suggest(entry({ text }), [], language).mood).toBe(mood)
  })

  it("are tags of the diary and repeated words, without the entry's own tags", () => {
    const text = 'The garden was wet. I worked in the garden with Alma and her guitar, her guitar.'
    const others = [entry({ id: 'x', tags: ['Alma', 'wet'] })]
    expect(suggest(entry({ text, tags: ['Wet'] }), others, 'en').tags).toEqual(['Alma', 'garden', 'guitar'])
  })
})
