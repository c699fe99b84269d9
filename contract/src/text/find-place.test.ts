import { expect, it } from 'vitest'
import { findPlace } from './find-place.ts'

const sections = (...titles: readonly string[]) => ({
  sections: titles.map((title) => ({ title, text: 'x' })),
})
const REPORT = sections('Page 1', 'Page 2', 'Page 12')
const SHEET = '\tA\tB\n1\tItem\tPrice\n7\tTea\t3.5'
const BUDGET = {
  sections: [
    { title: 'Notes', text: '' },
    { title: 'Q1 Plan', text: SHEET },
  ],
}

it.each([
  [REPORT, 'Page 2', { section: 1 }],
  [REPORT, 'p. 12', { section: 2 }],
  [REPORT, 'Seite 2', { section: 1 }],
  [sections('1ページ', '2ページ'), '２ページ', { section: 1 }],
  [sections('1', '2'), 'slide 2', { section: 1 }],
  [REPORT, 'page 2, page 12', { section: 1 }],
  [BUDGET, 'q1 plan', { section: 1 }],
  [BUDGET, 'Q1 Plan!B7', { section: 1, line: 2, cell: 2 }],
  [BUDGET, "'Q1 Plan'!$A$1", { section: 1, line: 1, cell: 1 }],
  [BUDGET, 'Q1 Plan!B99', { section: 1 }],
  [{ sections: [{ title: 'Only', text: SHEET }] }, 'B7', { section: 0, line: 2, cell: 2 }],
])('finds the place: %#', (document, locator, position) =>
  expect(findPlace(document, locator)).toEqual(position),
)

it.each(['', 'Page 99', 'the appendix', '!!!'])('finds none: “%s”', (locator) =>
  expect(findPlace(REPORT, locator)).toBeUndefined(),
)
