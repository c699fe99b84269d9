import { expect, it } from 'vitest'
import { citationAt, mayBecomeCitation, withoutCitations } from './citations.ts'

it.each([
  ['[report.pdf, Page 3]. More', [{ name: 'report.pdf', locator: 'Page 3' }]],
  ['[notes.md]', [{ name: 'notes.md', locator: '' }]],
  ['[Bericht 2024 (neu).pdf, Seite 12]', [{ name: 'Bericht 2024 (neu).pdf', locator: 'Seite 12' }]],
  ['[報告書.pdf, 3ページ]', [{ name: '報告書.pdf', locator: '3ページ' }]],
  ['[budget.xlsx, Q1 Plan!C7]', [{ name: 'budget.xlsx', locator: 'Q1 Plan!C7' }]],
  [
    '[a.pdf, Page 1; b.docx]',
    [
      { name: 'a.pdf', locator: 'Page 1' },
      { name: 'b.docx', locator: '' },
    ],
  ],
])('%s is a citation', (text, sources) => expect(citationAt(text)?.sources).toEqual(sources))

it.each([
  '[report.pdf](https://example.org)',
  '[report.pdf][1]',
  '[report.pdf]: https://example.org',
  '[1]',
  '[version 1.2]',
  '[see below]',
  '[report.pdf, Page\n3]',
  '[a.pdf; and more]',
  `[${'x'.repeat(300)}.pdf]`,
  'report.pdf',
])('%s is none', (text) => expect(citationAt(text)).toBeUndefined())

it('may be complete later only while its bracket is open or at the end', () => {
  expect(['[', '[rep', '[report.pdf]'].map(mayBecomeCitation)).toEqual([true, true, true])
  expect(['[a] b', '[a\n', `[${'x'.repeat(300)}`].map(mayBecomeCitation)).toEqual([false, false, false])
})

it('can be left out of a text', () => {
  expect(withoutCitations('It opened in 1903 [report.pdf, Page 3]. See [this](x) [1].')).toBe(
    'It opened in 1903. See [this](x) [1].',
  )
})
