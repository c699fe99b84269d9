import { describe, expect, it } from 'vitest'
import type { KnowledgeDocument } from './passage.ts'
import { PassageIndex, type PassageQuery } from './passage-index.ts'

const note = (id: string, text: string, more: Partial<KnowledgeDocument> = {}): KnowledgeDocument => ({
  key: id,
  stamp: '1',
  kind: 'note',
  id,
  title: '',
  parts: [{ text, place: null, at: 1_000 }],
  ...more,
})
function indexOf(...documents: readonly KnowledgeDocument[]): PassageIndex {
  const index = new PassageIndex()
  for (const document of documents) index.add(document)
  return index
}
const search = (index: PassageIndex, q: string, more: Partial<PassageQuery> = {}) =>
  index.search({ q, offset: 0, limit: 10, ...more })
const idsOf = (index: PassageIndex, q: string, more?: Partial<PassageQuery>) =>
  search(index, q, more).hits.map(({ id }) => id)

const ROOF = note('roof', 'We decided to repair the roof in spring, before the rain comes.')
const PARTY = note('party', 'The summer party is on Friday, and we bring the drinks.')
const HARBOUR = note('harbour', 'The harbour wall needs new stones.')

describe('PassageIndex', () => {
  it.each([
    ['What did we decide about the roof?', 'roof'],
    ['ROOFS', 'roof'],
    ['decision', 'roof'],
    ['drinks', 'party'],
    ['wall', 'harbour'],
  ])('answers “%s” with the note about the %s', (question, id) => {
    expect(idsOf(indexOf(PARTY, HARBOUR, ROOF), question)[0]).toBe(id)
  })

  it.each([
    ['de', 'Wir haben beschlossen, die Dachrinne zu erneuern.', 'Rinne'],
    ['de', 'Die Größe der Küche ist zwölf Quadratmeter.', 'grosse kuche'],
    ['fr', "L'été prochain, on répare la toiture.", 'ete toiture'],
    ['es', 'Acordamos pintar el tejado en otoño.', 'OTOÑO'],
    ['ja', '屋根の修理は来週の火曜日に決まりました。', '屋根'],
    ['zh', '我们决定下周修理屋顶。', '屋顶'],
    ['ko', '지붕을 다음 주에 고치기로 했습니다.', '지붕'],
  ])('finds words as %s writes them: %s', (_, text, question) => {
    expect(idsOf(indexOf(PARTY, HARBOUR, note('wanted', text)), question)).toEqual(['wanted'])
  })

  it('returns the words around the best sentence, and marks them', () => {
    const index = indexOf(
      note('long', `${'Nothing of interest. '.repeat(20)}The roof leaks. ${'More of it. '.repeat(12)}`),
    )
    const [hit] = search(index, 'roof leaks').hits
    expect(hit?.excerpt.length).toBeLessThanOrEqual(260)
    expect(hit?.marks.map(([start, end]) => hit.excerpt.slice(start, end))).toEqual(['roof', 'leaks'])
  })

  it('marks overlapping pairs of characters once', () => {
    const [hit] = search(indexOf(note('roof', '屋根修理の話')), '屋根修理').hits
    expect(hit?.marks).toEqual([[0, 4]])
  })

  it('knows only what is listed, in the version that is listed', () => {
    const index = indexOf(ROOF, PARTY)
    const listing = new Map([
      ['roof', '1'],
      ['harbour', '1'],
    ])
    expect(index.compare(listing)).toEqual(['harbour'])
    expect(idsOf(index, 'party drinks')).toEqual([])
    expect(index.compare(new Map([['roof', '2']]))).toEqual(['roof'])
    index.add(note('roof', 'The gutter is new.', { stamp: '2' }))
    expect(idsOf(index, 'rain spring')).toEqual([])
    expect(idsOf(index, 'gutter')).toEqual(['roof'])
  })

  it('still finds everything after many documents were removed', () => {
    const index = new PassageIndex()
    for (let count = 0; count < 1_200; count += 1) index.add(note(`n${count}`, `Entry number ${count}`))
    index.add(ROOF)
    index.compare(
      new Map([...Array.from({ length: 100 }, (_, count) => [`n${count}`, '1'] as const), ['roof', '1']]),
    )
    expect(index.size).toBe(101)
    expect(idsOf(index, 'roof')).toEqual(['roof'])
    expect(idsOf(index, '42')).toEqual(['n42'])
    expect(idsOf(index, '777')).toEqual([])
  })

  it('narrows by kind, time and speaker', () => {
    const index = indexOf(
      ROOF,
      note('meeting', '', {
        kind: 'meeting',
        parts: [
          {
            text: 'The roof is expensive.',
            place: { fromMs: 0, toMs: 900 },
            at: 5_000,
            speaker: 'Anna Berg',
          },
          { text: 'The roof can wait.', place: { fromMs: 900, toMs: 1_800 }, at: 5_000, speaker: 'Bo' },
        ],
      }),
    )
    expect(idsOf(index, 'roof', { kinds: ['note'] })).toEqual(['roof'])
    expect(idsOf(index, 'roof', { from: 2_000 })).toEqual(['meeting', 'meeting'])
    expect(idsOf(index, 'roof', { to: 2_000 })).toEqual(['roof'])
    const [said, ...others] = search(index, 'roof', { speaker: 'anna' }).hits
    expect(said).toMatchObject({ text: 'The roof is expensive.', place: { fromMs: 0 } })
    expect(others).toEqual([])
  })

  it('returns the place of the line that answers, not that of the turn in which it is', () => {
    const lines = ['Good morning.', 'The old boat is late.', 'So we buy the second boat.']
    const text = lines.join(' ')
    const index = indexOf(
      note('meeting', '', {
        kind: 'meeting',
        parts: [
          {
            text,
            place: { fromMs: 500, toMs: 10_000 },
            at: 1,
            lines: lines.map((line, count) => ({
              start: text.indexOf(line),
              place: { fromMs: 500 + count * 4_000 },
            })),
          },
        ],
      }),
    )
    const placeFor = (q: string) => search(index, q).hits[0]?.place
    expect(placeFor('second boat')).toEqual({ fromMs: 8_500, toMs: 10_000 })
    expect(placeFor('old boat')).toEqual({ fromMs: 4_500, toMs: 10_000 })
    expect(placeFor('morning')).toEqual({ fromMs: 500, toMs: 10_000 })
  })

  it('shows at most three passages of one document, and pages through the rest', () => {
    const parts = Array.from({ length: 8 }, (_, count) => ({
      text: `The roof, remark ${count}.`,
      place: { messageId: `m${count}` },
      at: count,
    }))
    const index = indexOf(ROOF, note('talk', '', { kind: 'conversation', parts }))
    const first = search(index, 'roof', { limit: 3 })
    expect(first).toMatchObject({ hits: { length: 3 }, hasMore: true })
    const second = search(index, 'roof', { offset: 3, limit: 3 })
    expect(second).toMatchObject({ hits: { length: 1 }, hasMore: false })
  })

  it.each(['', '   ', '?!', '\u{1F600}'])('finds nothing for “%s”', (question) => {
    expect(search(indexOf(ROOF), question).hits).toEqual([])
  })
})
