import { describe, expect, it } from 'vitest'
import { findProofIn } from './prove.ts'

const SEALS = `Harbour seals rest on sandbanks at low tide. They return to the same places every year.
In 2024 the survey counted 41,300 harbour seals in the Wadden Sea, 4% fewer than the year before. Pups are born in June and July.
"We have no single explanation for the decline", said Anna Meier of the Thünen Institute.`
const prove = (sentence: string, text = SEALS, about = 'Seal report – NOAA') => {
  const span = findProofIn(text, about)(sentence)
  return span && text.slice(span.start, span.end)
}

describe('a sentence is proven', () => {
  it.each([
    ['word for word', 'Harbour seals rest on sandbanks at low tide.', 'Harbour seals rest on sandbanks'],
    ['in other words', 'At low tide, harbour seals are resting on the sandbanks.', 'Harbour seals rest on'],
    ['with its figures', 'In 2024, 41,300 harbour seals were counted in the Wadden Sea.', '41,300'],
    [
      'with figures as another language writes them',
      'Im Jahr 2024 zählte man 41.300 Seehunde, 4 % weniger.',
      '41,300',
    ],
    ['with a quote', 'Anna Meier said that there is "no single explanation for the decline".', 'Anna Meier'],
    [
      'with the name of the site',
      'According to NOAA, the survey counted 41,300 harbour seals in 2024.',
      '41,300',
    ],
  ])('%s', (_, sentence, words) => {
    expect(prove(sentence)).toContain(words)
  })

  it('in scripts without spaces', () => {
    const text = '港アザラシは干潮時に砂州で休む。調査では2024年に41300頭が数えられた。'
    expect(prove('調査では2024年に41300頭が数えられました。', text)).toBe(
      '調査では2024年に41300頭が数えられた。',
    )
  })
})

describe('a sentence is not proven', () => {
  it.each([
    ['with another figure', 'In 2024, 43,100 harbour seals were counted in the Wadden Sea.'],
    ['with a part of a figure', 'In 2024, 300 harbour seals were counted in the Wadden Sea.'],
    ['with another year', 'In 2023 the survey counted 41,300 harbour seals in the Wadden Sea.'],
    ['with another name', 'Harbour seals rest on sandbanks in Denmark at low tide.'],
    ['with an invented quote', 'Anna Meier said "the decline is caused by fishing" in the survey.'],
    ['about something else', 'Grey seals eat mainly cod and herring in winter.'],
    ['that says nothing', 'Yes.'],
    ['with figures from far apart', 'Of 41,300 harbour seals 12 were counted in June.'],
  ])('%s', (_, sentence) => {
    expect(prove(sentence)).toBeUndefined()
  })

  it('by an empty text', () => {
    expect(prove('Harbour seals rest on sandbanks.', '')).toBeUndefined()
  })
})

it('reads a long line in linear time', () => {
  const text = `${'9,'.repeat(30_000)}${'a"“«'.repeat(10_000)}${'.'.repeat(30_000)}`
  expect(prove('The survey counted 41,300 harbour seals.', text)).toBeUndefined()
})
