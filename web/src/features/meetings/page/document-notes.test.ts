import { expect, it } from 'vitest'
import { MAX_NOTES_LENGTH } from '@vee/contract/entities/meeting-limits'
import { withDocument } from './document-notes.ts'

const slides = {
  sections: [
    { title: 'Slide 1', text: ' The quay \n' },
    { title: 'Slide 2', text: ' ' },
    { title: 'Slide 3', text: 'Costs' },
  ],
}

it('follow what was typed, under the name of the document and the titles of its pages', () => {
  expect(withDocument('Bring maps\n', 'quay.pptx', slides)).toEqual({
    notes: 'Bring maps\n\n# quay.pptx\n\n## Slide 1\nThe quay\n\n## Slide 3\nCosts',
    isCut: false,
  })
})

it('say what was read by OCR', () => {
  const board = { isByOcr: true, sections: [{ title: '', text: 'Open questions' }] }
  expect(withDocument('', 'board.jpg', board).notes).toBe('# board.jpg (OCR)\n\nOpen questions')
})

it('are cut where a document is long, and never longer than the server takes', () => {
  const long = { sections: [{ title: '', text: '😀'.repeat(100_000) }] }
  let notes = 'Bring maps'
  for (let count = 0; count < 7; count += 1) {
    const added = withDocument(notes, 'long.pdf', long)
    expect(added.isCut).toBe(true)
    expect(added.notes.isWellFormed()).toBe(true)
    notes = added.notes
  }
  expect(notes.length).toBeLessThanOrEqual(MAX_NOTES_LENGTH)
  expect(notes.startsWith('Bring maps\n\n# long.pdf')).toBe(true)
  expect(notes.endsWith('[…]')).toBe(true)
})
