import { describe, expect, it } from 'vitest'
import { CitedDocuments } from './cited-documents.ts'

const documents = new CitedDocuments()
documents.add(
  { id: 'f1', name: 'report.pdf' },
  {
    sections: [
      { title: 'Page 1', text: 'The harbour opened in 1903. Its first ship was the Aurora.' },
      { title: 'Page 2', text: 'In 1911 the pier was extended by 240 metres.' },
    ],
  },
)
documents.add(
  { id: 'f2', name: 'budget.xlsx' },
  { sections: [{ title: 'Costs', text: '\tA\tB\n1\tItem\tEuro\n7\tRent\t1,200\n8\tPower\t310' }] },
)
documents.add(
  { id: 'f3', name: 'notes.md' },
  { sections: [{ title: '', text: 'The ferry leaves at nine.' }] },
)
documents.add(
  { id: 'f4', name: 'Folien.pptx' },
  { sections: [{ title: 'Folie 3', text: 'Der Hafen wurde 1903 eröffnet.' }] },
)

const find = (name: string, place: string, ...claims: string[]) =>
  documents.find({ name, locator: place }, claims)

describe('a statement is', () => {
  it('in the page that the model named', () =>
    expect(find('report.pdf', 'Page 2', 'The pier was extended by 240 metres in 1911')).toMatchObject({
      ref: 'f1',
      title: 'report.pdf, Page 2',
      place: { page: 2 },
      span: { start: 0, end: 44 },
    }))

  it.each(['Page 2', 'Page 9', ''])('in another page than %j, which becomes the source', (place) =>
    expect(find('report.pdf', place, 'The harbour opened in 1903.')).toMatchObject({
      title: 'report.pdf, Page 1',
      place: { page: 1 },
      span: { start: 0 },
    }),
  )

  it('not in the document, with another figure', () =>
    expect(find('report.pdf', 'Page 1', 'The harbour opened in 1913.')).toMatchObject({
      title: 'report.pdf, Page 1',
      span: undefined,
      claim: 'The harbour opened in 1913.',
    }))

  it('in the row of its cell', () => {
    expect(find('budget.xlsx', 'Costs!B7', 'Rent is 1200 euros.')).toMatchObject({
      title: 'budget.xlsx, Costs!B7',
      place: { sheet: 'Costs', cell: 'B7' },
      span: { start: 17, end: 29 },
    })
    expect(find('budget.xlsx', 'Costs!B7', 'Rent is 1300 euros.')?.span).toBeUndefined()
    expect(find('budget.xlsx', 'Costs!B7', 'Rent is 310 euros.')?.span).toBeUndefined()
  })

  it('in a document without parts', () =>
    expect(find('notes.md', '', 'The ferry leaves at nine.')).toMatchObject({
      title: 'notes.md',
      place: null,
      span: { start: 0, end: 25 },
    }))

  it('on a slide whose title is in another language', () =>
    expect(find('folien.pptx', 'Slide 3', 'Der Hafen wurde 1903 eröffnet.')).toMatchObject({
      title: 'Folien.pptx, Folie 3',
      place: { slide: 3 },
    }))

  it('unknown for a document that the model has not received', () =>
    expect(find('other.pdf', 'Page 1', 'The harbour opened in 1903.')).toBeUndefined())
})
