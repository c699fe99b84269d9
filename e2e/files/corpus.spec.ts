import { expect, microphone, test } from '../test.ts'
import { ask, documentsIn, dropFiles, openQuietChat } from './attach.ts'
import { CORPUS, type CorpusFile } from './corpus.ts'

test.use({ ...microphone('silence.wav'), isShared: true })

// Files of each kind, damaged and hostile ones, each with its text, as a model receives it, or its refusal.

const PER_MESSAGE = 10
const batches = Array.from({ length: Math.ceil(CORPUS.length / PER_MESSAGE) }, (_, index) =>
  CORPUS.slice(index * PER_MESSAGE, (index + 1) * PER_MESSAGE),
)

const isRefused = ({ expected }: CorpusFile) => expected.kind === 'refused'

test('the corpus has at least 60 files, with names of their own', () => {
  expect(CORPUS.length).toBeGreaterThanOrEqual(60)
  expect(new Set(CORPUS.map(({ name }) => name)).size).toBe(CORPUS.length)
})

for (const [index, files] of batches.entries()) {
  test(`files ${index * PER_MESSAGE + 1} to ${index * PER_MESSAGE + files.length} become their text or a refusal`, async ({
    page,
    upstream,
  }) => {
    test.slow()
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url()))
    await openQuietChat(page)
    const rows = await dropFiles(page, files)
    const notes = await rows.locator('[role=status]').allTextContents()
    expect(files.map(({ name }, position) => [name, notes[position]])).toEqual(
      files.map(({ name, expected }) => [name, expected.kind === 'refused' ? expected.reason : '']),
    )
    const wanted = files.filter((file) => !isRefused(file))
    if (wanted.length > 0) {
      const texts = wanted.flatMap(({ name, expected }) =>
        expected.kind === 'text' ? [[name, expected.text]] : [],
      )
      const documents = documentsIn(await ask(page, upstream, 'Read them'))
      expect(texts.map(([name], position) => [name, documents[position]])).toEqual(texts)
      const images = wanted.filter(({ expected }) => expected.kind === 'image')
      await expect(page.getByRole('log').locator('img')).toHaveCount(images.length)
    }
    expect(addresses.filter((address) => /track\.example|passwd/.test(address))).toEqual([])
  })
}
