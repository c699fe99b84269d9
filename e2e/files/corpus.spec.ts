import { expect, microphone, test } from '../test.ts'
import type { Upstream } from '../../fakes/upstream/index.ts'
import { CORPUS, type CorpusFile } from './corpus.ts'

test.use({ ...microphone('silence.wav'), isShared: true })

// Files of each kind, damaged and hostile ones, each with its text, as a model receives it, or its refusal.

const PER_MESSAGE = 10
const batches = Array.from({ length: Math.ceil(CORPUS.length / PER_MESSAGE) }, (_, index) =>
  CORPUS.slice(index * PER_MESSAGE, (index + 1) * PER_MESSAGE),
)

interface Part {
  readonly type: string
  readonly text?: string
}
interface ChatBody {
  readonly messages?: readonly { readonly content: string | readonly Part[] }[]
}

/** Returns the text of the last message that the model received. */
function received(upstream: Upstream): string {
  const content = upstream.requests
    .map(({ json }) => (json as ChatBody | undefined)?.messages)
    .findLast((messages) => messages !== undefined)
    ?.at(-1)?.content
  return typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join('')
}

/** Returns the texts of the documents in a message, in their order. */
const documentsIn = (message: string) =>
  Array.from(message.matchAll(/<document name="[^"]*">\n([^]*?)\n<\/document>/g), ([, text]) => text)

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
    await page.addInitScript(() => {
      localStorage.setItem('vee.user-settings.v1.5.1', JSON.stringify({ autoPlayTts: false }))
    })
    await page.goto('/en')
    await expect(page.getByRole('button', { name: 'Attach files' })).toBeVisible()
    // Given to the page as a drop is: a file chooser would change the names.
    const given = files.map(({ name, bytes, type = '' }) => ({
      name,
      type,
      base64: bytes.toString('base64'),
    }))
    await page.locator('body').evaluate((body, all) => {
      const dataTransfer = new DataTransfer()
      for (const { name, type, base64 } of all) {
        const content = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
        dataTransfer.items.add(new File([content], name, { type }))
      }
      body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    }, given)
    const rows = page.getByRole('list', { name: 'Attached files' }).getByRole('listitem')
    await expect(rows).toHaveCount(files.length)
    await expect(page.getByText(/^(Preparing|Reading the text)/)).toHaveCount(0, { timeout: 60_000 })
    const notes = await rows.locator('[role=status]').allTextContents()
    expect(files.map(({ name }, at) => [name, notes[at]])).toEqual(
      files.map(({ name, expected }) => [name, expected.kind === 'refused' ? expected.reason : '']),
    )
    const wanted = files.filter((file) => !isRefused(file))
    if (wanted.length > 0) {
      const field = page.getByRole('textbox', { name: /^Message/ })
      await field.fill('Read them')
      await field.press('Enter')
      await expect.poll(() => received(upstream)).toContain('Read them')
      const texts = wanted.flatMap(({ name, expected }) =>
        expected.kind === 'text' ? [[name, expected.text]] : [],
      )
      const documents = documentsIn(received(upstream))
      expect(texts.map(([name], at) => [name, documents[at]])).toEqual(texts)
      const images = wanted.filter(({ expected }) => expected.kind === 'image')
      await expect(page.getByRole('log').locator('img')).toHaveCount(images.length)
    }
    expect(addresses.filter((address) => /track\.example|passwd/.test(address))).toEqual([])
  })
}
