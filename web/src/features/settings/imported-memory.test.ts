import { strToU8, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { MAX_IMPORTED_NOTES, memoryTextOf, notesIn } from './imported-memory.ts'

it('reads what people copy from the memory of ChatGPT', () => {
  const copied = `Saved memories

Lives in Graz with two cats.
Prefers short answers.
Prefers short answers.
Delete`
  expect(notesIn(copied)).toEqual(['Lives in Graz with two cats.', 'Prefers short answers.'])
})

it('reads a list with headings, dates and a code block, as Claude writes it', () => {
  const list = `Here is everything:
\`\`\`
## Personal
[2025-03-01] - User lives in **Graz**.
- [unknown] - User plays the cello.
**Work context**
1. User works as a nurse.
\`\`\``
  expect(notesIn(list)).toEqual(['User lives in Graz.', 'User plays the cello.', 'User works as a nurse.'])
})

it('reads the memory of an export of Claude, in a zip or alone', async () => {
  const memories = [
    {
      account_uuid: '0b9d6f5e',
      conversations_memory: '**Personal**\n\nAnn lives in Graz. She plays the cello.',
      project_memories: { 'b1c2-d3': 'The kitchen is planned for May.' },
    },
  ]
  const notes = ['Ann lives in Graz. She plays the cello.', 'The kitchen is planned for May.']
  expect(notesIn(JSON.stringify(memories))).toEqual(notes)
  const zip = zipSync({
    'conversations.json': strToU8('[{"name":"A long conversation about the roof"}]'),
    'data/memories.json': strToU8(JSON.stringify(memories)),
  })
  expect(notesIn(await memoryTextOf(new File([new Uint8Array(zip)], 'export.zip')))).toEqual(notes)
})

it('divides long paragraphs, and leaves out secrets', () => {
  const sentence = `${'Ann likes long walks in the mountains '.repeat(5).trim()}.`
  expect(notesIn(`${sentence} ${sentence.replace('Ann', 'Bo')}`)).toHaveLength(2)
  expect(notesIn('Her password is tulip.\nHer account is 4000 1234 5678.\nLikes tulips.')).toEqual([
    'Likes tulips.',
  ])
})

it.each(['', '[]', '{"a": {', '   \n \n', '{"id":"a-long-identifier","created_at":"2025-01-01"}'])(
  'finds nothing in %j',
  (text) => expect(notesIn(text).filter((note) => !note.startsWith('{'))).toEqual([]),
)

it('reads no more than people can decide about', () => {
  const lines = Array.from({ length: 5_000 }, (_, index) => `Fact number ${index}`).join('\n')
  expect(notesIn(lines)).toHaveLength(MAX_IMPORTED_NOTES)
})
