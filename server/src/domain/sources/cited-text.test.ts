import { describe, expect, it } from 'vitest'
import { CitedText } from './cited-text.ts'

/** Returns the text in pieces of one length, with the claims of each number that was checked. */
function read(text: string, stays: readonly number[], length = 1) {
  const claims: [number, readonly string[]][] = []
  const cited = new CitedText((number, given) => {
    claims.push([number, given])
    return stays.includes(number)
  })
  let output = ''
  for (let index = 0; index < text.length; index += length)
    output += cited.push(text.slice(index, index + length))
  return { output: output + cited.end(), claims }
}

const CASES: readonly (readonly [string, string, readonly number[], string])[] = [
  ['a proven marker stays', 'Seals rest [1]. They swim.', [1], 'Seals rest [1]. They swim.'],
  ['another leaves with its blank', 'Seals rest [2]. They swim.', [1], 'Seals rest. They swim.'],
  ['several stand side by side', 'Seals rest [1][2], [3].', [1, 3], 'Seals rest [1], [3].'],
  ['a list becomes single ones', 'Seals rest [1, 3-4].', [1, 4], 'Seals rest [1][4].'],
  [
    'other spellings become usual',
    'Seals rest【1†source】 and swim［2］.',
    [1, 2],
    'Seals rest[1] and swim[2].',
  ],
  ['an address after it leaves', 'Seals rest [1](https://evil.example/?d=1).', [1], 'Seals rest [1].'],
  ['inline code stays', 'Use `a[9]` and `b [8]` here [7].', [], 'Use `a[9]` and `b [8]` here.'],
  ['fenced code stays', 'So [7]:\n```js\nx [9]\n```\nDone [8].', [], 'So:\n```js\nx [9]\n```\nDone.'],
  ['a fence of tildes stays', '~~~\nx [9]\n~~~\nDone [8].', [], '~~~\nx [9]\n~~~\nDone.'],
  [
    'an indented fence with a blank line stays',
    '- a:\n  ```js\n  x [9]\n\n  y [8]\n  ```\n- b [7].',
    [],
    '- a:\n  ```js\n  x [9]\n\n  y [8]\n  ```\n- b.',
  ],
  ['an open fence stays', '```\nx [9]', [], '```\nx [9]'],
  ['a stray backtick hides one paragraph', 'A ` tick [9].\n\nText [8].', [], 'A ` tick [9].\n\nText.'],
  [
    'a link stays',
    'See [the page](https://a.example) and [x].',
    [],
    'See [the page](https://a.example) and [x].',
  ],
  ['an index stays', 'Set items[1].name first.', [], 'Set items[1].name first.'],
  ['a task stays', '- [ ] one\n- [x] two', [], '- [ ] one\n- [x] two'],
  ['a document stays', 'It rose [report.pdf, Page 3].', [], 'It rose [report.pdf, Page 3].'],
  ['a list of sources keeps what exists', '[1] NOAA\n[2] Nobody', [1], '[1] NOAA\n Nobody'],
  ['an open bracket at the end stays', 'Seals [', [], 'Seals ['],
  ['blanks at the end stay', 'Seals  ', [], 'Seals  '],
  ['marks for private use leave', 'Seals rest \uE200cite\uE202turn0search0\uE201.', [], 'Seals rest.'],
]

describe.each([1, 3, 1_000])('in pieces of %i characters', (length) => {
  it.each(CASES)('%s', (_, text, stays, expected) => {
    expect(read(text, stays, length).output).toBe(expected)
  })
})

describe('a marker stands for', () => {
  it.each([
    ['its sentence', 'First one. **Seals** rest on sand [1].', ['Seals rest on sand']],
    ['the sentence before it', 'First one. Seals rest on sand. [1]', ['Seals rest on sand.']],
    [
      'the clause since another marker',
      'Seals rest on sand [2] and they swim in the sea [1].',
      ['and they swim in the sea', 'Seals rest on sand and they swim in the sea'],
    ],
    ['its line in a list', 'Seals:\n- rest on sand [1]', ['rest on sand']],
    ['its row of a table', '| Seals | 12 | [1] |', ['Seals 12']],
  ])('%s', (_, text, expected) => {
    const { claims } = read(text, [1, 2])
    expect(claims.findLast(([number]) => number === 1)?.[1]).toEqual(expected)
  })
})

it('takes back text with its markers, and checks none twice', () => {
  let checks = 0
  const cited = new CitedText(() => {
    checks += 1
    return true
  })
  expect(cited.push('Seals rest 【1】. They swim.')).toBe('Seals rest [1]. They swim.')
  expect(cited.retract(' They swim.'.length)).toBe(' They swim.'.length)
  expect(cited.push(' They eat.')).toBe(' They eat.')
  expect(cited.retract('Seals rest 【1】. They eat.'.length)).toBe('Seals rest [1]. They eat.'.length)
  expect(cited.push('No [2].')).toBe('No [2].')
  expect(checks).toBe(2)
})

describe('citations of documents', () => {
  type Verdict = ReturnType<NonNullable<ConstructorParameters<typeof CitedText>[1]>>
  function readDocuments(text: string, verdicts: Readonly<Record<string, Verdict>>, length: number) {
    const claims: (readonly string[])[] = []
    const cited = new CitedText(
      () => true,
      ({ name, locator }, given) => {
        claims.push(given)
        return verdicts[`${name} ${locator}`.trim()] ?? 'unknown'
      },
    )
    let output = ''
    for (let index = 0; index < text.length; index += length)
      output += cited.push(text.slice(index, index + length))
    return { output: output + cited.end(), claims }
  }

  const VERDICTS = { 'report.pdf Page 3': { number: 2 }, 'notes.md': 'none' } as const

  it.each([
    ['It rose [report.pdf, Page 3]. Then it fell.', 'It rose [2]. Then it fell.'],
    ['It rose [notes.md]. Then it fell.', 'It rose. Then it fell.'],
    ['It rose [report.pdf, Page 3; notes.md].', 'It rose [2].'],
    ['It rose [other.pdf, Page 3].', 'It rose [other.pdf, Page 3].'],
    ['See [report.pdf](https://a.example) and [x].', 'See [report.pdf](https://a.example) and [x].'],
    ['Use `[report.pdf, Page 3]` here.', 'Use `[report.pdf, Page 3]` here.'],
    ['- [ ] one\n- [x] two', '- [ ] one\n- [x] two'],
    ['An open [report.pdf', 'An open [report.pdf'],
  ])('%j becomes %j, however it arrives', (text, expected) => {
    for (const length of [1, 3, 1_000]) expect(readDocuments(text, VERDICTS, length).output).toBe(expected)
  })

  it('stand for the clause since the citation before them', () =>
    expect(
      readDocuments(
        'It rose by two [notes.md] and then it fell again [report.pdf, Page 3].',
        VERDICTS,
        5,
      ).claims.at(-1),
    ).toEqual(['and then it fell again', 'It rose by two and then it fell again']))

  it('wait for a number, with the text after them', () => {
    let verdict: Verdict = 'pending'
    const cited = new CitedText(
      () => true,
      () => verdict,
    )
    expect(cited.push('It rose [report.pdf, Page 3]. Then')).toBe('It rose')
    expect(cited.push(' it fell.')).toBe('')
    verdict = { number: 4 }
    expect(cited.push('')).toBe(' [4]. Then it fell.')
  })
})
