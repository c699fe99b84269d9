import { axeFaults } from '../axe.ts'
import { text, xlsx } from '../files/archives.ts'
import { pdf } from '../files/pdf.ts'
import { png } from '../files/png.ts'
import { expect, microphone, test, untilHistoryIsLeft } from '../test.ts'
import type { Upstream } from '../../fakes/upstream/index.ts'
import type { Page } from '@playwright/test'

// The fake microphone also answers the browser's question of what to capture.
test.use({ ...microphone('silence.wav'), isShared: true })

// Images and documents in a message: chosen, pasted, dropped, preserved across a reload, sent to the model,
// opened again.

const message = (page: Page) => page.getByRole('textbox', { name: /^Message/ })
const attached = (page: Page) => page.getByRole('list', { name: 'Attached files' })
const choose = (page: Page, ...files: readonly { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.locator('input[type=file]').setInputFiles([...files])
interface ChatBody {
  readonly messages?: readonly { readonly content: unknown }[]
}
/** Returns the last message of the last chat request; requests for speech have none. */
const sent = (upstream: Upstream) => () =>
  upstream.requests
    .map(({ json }) => (json as ChatBody | undefined)?.messages)
    .findLast((messages) => messages !== undefined)
    ?.at(-1)

/** Returns the system prompt of the last chat request. */
const instructions = (upstream: Upstream) =>
  upstream.requests
    .map(({ json }) => (json as ChatBody | undefined)?.messages)
    .findLast((messages) => messages !== undefined)
    ?.at(0)?.content

test('an image is sent to the model, shown in the conversation, and preserved across a reload', async ({
  page,
  context,
  upstream,
}) => {
  await page.goto('/en')
  await choose(page, { name: 'holiday.png', mimeType: 'image/png', buffer: png() })
  await expect(attached(page)).toContainText('holiday.png')
  await expect(attached(page)).not.toContainText('Preparing')
  await page.reload()
  await expect(attached(page)).toContainText('holiday.png')
  expect(await axeFaults(page, { within: 'section[aria-label="Talk to Vee"]' })).toEqual([])
  await message(page).fill('What is this?')
  await message(page).press('Enter')
  await expect(page.getByRole('button', { name: 'Open holiday.png' })).toBeVisible()
  await expect(attached(page)).toHaveCount(1)
  await expect.poll(sent(upstream)).toMatchObject({
    content: [
      { type: 'text', text: expect.stringContaining('What is this?') },
      { type: 'image_url', image_url: { url: expect.stringMatching(/^data:image\/png;base64,/) } },
    ],
  })
  await page.reload()
  await page.getByRole('button', { name: 'Open holiday.png' }).click()
  const viewer = page.getByRole('dialog', { name: 'holiday.png' })
  await expect(viewer.getByRole('img', { name: 'holiday.png' })).toBeVisible()
  expect(await axeFaults(page, { within: '[role=dialog]' })).toEqual([])
  const zoom = viewer.getByRole('group', { name: 'Zoom' })
  await expect(zoom).toContainText('100%')
  await zoom.getByRole('button', { name: 'Zoom in' }).click()
  await expect(zoom).toContainText('150%')
  await viewer.getByLabel('Image. Zoom with').focus()
  await page.keyboard.press('+')
  await expect(zoom).toContainText('200%')
  await zoom.getByRole('button', { name: 'Fit' }).click()
  await expect(zoom).toContainText('100%')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await viewer.getByRole('button', { name: 'Copy image' }).click()
  await expect
    .poll(() => page.evaluate(async () => (await navigator.clipboard.read()).map(({ types }) => [...types])))
    .toEqual([['image/png']])
  const downloading = page.waitForEvent('download')
  await viewer.getByRole('button', { name: 'Download' }).click()
  expect((await downloading).suggestedFilename()).toBe('holiday.png')
})

test('a picture has its room while it is loading, also after a failure, and opens when it is pressed', async ({
  page,
}) => {
  await page.goto('/en')
  await choose(page, { name: 'holiday.png', mimeType: 'image/png', buffer: png() })
  await message(page).fill('What is this?')
  await message(page).press('Enter')
  const picture = page.getByRole('button', { name: 'Open holiday.png' })
  await expect(picture.locator('img')).toBeVisible()
  const loaded = await picture.boundingBox()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let requests = 0
  await page.route('**/attachments/*', async (route) => {
    requests += 1
    if (requests === 1) return route.abort()
    await released
    await route.continue()
  })
  await page.reload()
  await expect(picture).toBeVisible()
  await expect(picture.locator('img')).toHaveCount(0)
  expect(await picture.boundingBox()).toEqual(loaded)
  await picture.click()
  const viewer = page.getByRole('dialog', { name: 'holiday.png' })
  await expect(viewer.getByRole('status', { name: 'Loading' })).toBeVisible()
  release()
  await expect(viewer.getByRole('img', { name: 'holiday.png' })).toBeVisible()
  await expect(viewer.getByRole('button', { name: 'Zoom in' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(picture.locator('img')).toBeVisible()
})

test('a picture is described on request, for screen readers too, and keeps its description', async ({
  page,
  upstream,
}) => {
  await page.goto('/en')
  await choose(page, { name: 'holiday.png', mimeType: 'image/png', buffer: png() })
  await expect(attached(page)).not.toContainText('Preparing')
  await message(page).fill('Look')
  await message(page).press('Enter')
  const log = page.getByRole('log')
  await expect(log.getByRole('article')).toHaveCount(2)
  upstream.scriptOnly('chat', { text: 'A red square on a white ground.' })
  await log.getByRole('button', { name: 'Describe picture: holiday.png' }).click()
  await expect(log.getByRole('status')).toHaveText('A red square on a white ground.')
  await expect(log.getByRole('button', { name: /^Describe/ })).toHaveCount(0)
  const picture = log.getByRole('button', { name: 'Open holiday.png' })
  await expect(picture).toHaveAccessibleDescription('A red square on a white ground.')
  expect(await axeFaults(page, { within: '[role=log]' })).toEqual([])
  await page.reload()
  await picture.click()
  const viewer = page.getByRole('dialog', { name: 'holiday.png' })
  await expect(viewer.getByRole('img', { name: 'A red square on a white ground.' })).toBeVisible()
  await expect(viewer.getByText('A red square on a white ground.')).toBeVisible()
})

test('where no model sees, the button says so', async ({ page }) => {
  await page.route('**/api/models', async (route) => {
    const response = await route.fetch()
    const list = (await response.json()) as { items: { canSee: boolean | null }[] }
    for (const model of list.items) model.canSee = false
    await route.fulfill({ response, json: list })
  })
  await page.goto('/en')
  await choose(page, { name: 'holiday.png', mimeType: 'image/png', buffer: png() })
  await expect(attached(page)).not.toContainText('Preparing')
  await message(page).fill('Look')
  await message(page).press('Enter')
  await page.getByRole('button', { name: 'Describe picture: holiday.png' }).click()
  await expect(page.getByRole('log').getByRole('status')).toHaveText('No model here can see pictures.')
})

test('the text of a PDF and of a text file is sent to the model, and opens in the viewer', async ({
  page,
  upstream,
}) => {
  await page.goto('/en')
  await choose(
    page,
    { name: 'report.pdf', mimeType: 'application/pdf', buffer: pdf(['The harbour opened in 1903']) },
    { name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('# Tide\nHigh at noon') },
  )
  await expect(attached(page).getByRole('listitem')).toHaveCount(2)
  await message(page).press('Enter')
  await expect.poll(sent(upstream)).toMatchObject({
    content: expect.stringMatching(
      /<document name="report\.pdf">\n## Page 1\nThe harbour opened in 1903[^]*High at noon/,
    ),
  })
  await page.getByRole('button', { name: 'Open report.pdf' }).click()
  await expect(page.getByRole('dialog').getByText('The harbour opened in 1903')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Read aloud from here' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect
    .poll(() => upstream.requests.map(({ json }) => (json as { input?: string } | undefined)?.input))
    .toContainEqual(expect.stringContaining('The harbour opened in 1903'))
})

test('an unreadable file shows the reason, and can be removed', async ({ page }) => {
  await page.goto('/en')
  await choose(
    page,
    {
      name: 'program.bin',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from([0x7f, 69, 76, 70, 0, 1]),
    },
    { name: 'nothing.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
    { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('\x89PNG\r\n\x1a\nbroken', 'latin1') },
    { name: 'broken.docx', mimeType: '', buffer: Buffer.from('PK\x03\x04broken', 'latin1') },
  )
  await expect(attached(page)).toContainText('This type of file cannot be read.')
  await expect(attached(page)).toContainText('This file is empty.')
  await expect(attached(page)).toContainText('This image cannot be opened.')
  await expect(attached(page)).toContainText('Damaged, or without readable text.')
  for (const name of ['program.bin', 'nothing.txt', 'broken.png', 'broken.docx']) {
    await page.getByRole('button', { name: `Remove ${name}` }).click()
  }
  await expect(attached(page)).toHaveCount(0)
})

test('a file that is too large is refused before it is read', async ({ page }) => {
  await page.goto('/en')
  await expect(page.getByRole('button', { name: 'Add to the message' })).toBeVisible()
  const readBytes = await page.locator('body').evaluate(async (body) => {
    let count = 0
    // oxlint-disable-next-line typescript/unbound-method -- called with the file below
    const { arrayBuffer } = Blob.prototype
    Blob.prototype.arrayBuffer = function arrayBufferCounted(this: Blob) {
      count += this.size
      return arrayBuffer.call(this)
    }
    const megabyte = new Uint8Array(1_048_576).fill(97)
    const dataTransfer = new DataTransfer()
    // 200 MB that share one array of 1 MB.
    dataTransfer.items.add(
      new File(
        Array.from({ length: 200 }, () => megabyte),
        'film.txt',
      ),
    )
    body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    while (!document.body.innerText.includes('Larger than 20 MB.'))
      await new Promise((resolve) => requestAnimationFrame(resolve))
    return count
  })
  expect(readBytes).toBeLessThanOrEqual(65_536)
})

test('a file whose upload fails is preserved across a reload and can be retried', async ({
  page,
  upstream,
}) => {
  await page.goto('/en')
  await page.route('**/api/attachments', (route) => route.abort())
  await choose(page, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('High at noon') })
  await expect(attached(page)).toContainText('Could not be uploaded.')
  await page.unroute('**/api/attachments')
  await page.reload()
  await page.getByRole('button', { name: 'Try notes.txt again' }).click()
  await expect(attached(page)).not.toContainText('Could not be uploaded.')
  await message(page).fill('When is the tide?')
  await message(page).press('Enter')
  await expect.poll(sent(upstream)).toMatchObject({ content: expect.stringContaining('High at noon') })
})

test('files can be pasted and dropped', async ({ page }) => {
  await page.goto('/en')
  await expect(page.getByRole('button', { name: 'Add to the message' })).toBeVisible()
  await message(page).evaluate((field) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['pasted'], 'pasted.txt', { type: 'text/plain' }))
    field.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true }),
    )
  })
  await expect(attached(page)).toContainText('pasted.txt')
  await page.locator('body').evaluate((body) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['dropped'], 'dropped.txt', { type: 'text/plain' }))
    body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  })
  await expect(attached(page)).toContainText('dropped.txt')
})

test('a screenshot of what the user selects is attached', async ({ page }) => {
  await page.goto('/en')
  await page.getByRole('button', { name: 'Add to the message' }).click()
  await page.getByRole('menuitem', { name: 'Attach a screenshot' }).click()
  await expect(attached(page)).toContainText(/screenshot-.*\.png/)
  await expect(attached(page)).not.toContainText('Preparing')
  await expect(page.getByRole('textbox')).toBeFocused()
})

test('a source in a reply opens the document there, is not spoken, and only files of the conversation open', async ({
  page,
  upstream,
}) => {
  upstream.scriptOnly('chat', {
    text: 'It opened in 1903 [Report.pdf, page 1]. Tea costs 3.50 [budget.xlsx, Q1!B2]. See [secret.pdf, Page 9].',
  })
  const workbook = xlsx(
    'Q1',
    `<row r="1">${text('A1', 'Item')}${text('B1', 'Price')}</row><row r="2">${text('A2', 'Tea')}<c r="B2"><v>3.5</v></c></row>`,
  )
  // Speech that begins would move the sources while they are pressed.
  await page.addInitScript(() =>
    localStorage.setItem('vee.user-settings.v1.5.1', JSON.stringify({ autoPlayTts: false })),
  )
  await page.goto('/en')
  await choose(
    page,
    { name: 'report.pdf', mimeType: 'application/pdf', buffer: pdf(['The harbour opened in 1903']) },
    { name: 'budget.xlsx', mimeType: '', buffer: workbook },
  )
  await message(page).fill('When, and how much?')
  await message(page).press('Enter')
  await expect.poll(() => instructions(upstream)).toContain('[report.pdf, Page 3]')
  const reply = page.getByRole('log').getByRole('article').last()
  await expect(reply).toContainText('See [secret.pdf, Page 9].')
  const cited = (source: string) => reply.getByRole('button', { name: `Source ${source}` })
  await expect(cited('1, report.pdf, Page 1')).toBeVisible()
  expect(await axeFaults(page, { within: '[role=log]' })).toEqual([])
  await cited('1, report.pdf, Page 1').click()
  const viewer = page.getByRole('dialog')
  await expect(viewer.getByRole('region', { name: 'Page 1' })).toBeFocused()
  await expect(viewer.locator('mark')).toHaveText('The harbour opened in 1903')
  expect(await axeFaults(page, { within: '[role=dialog]' })).toEqual([])
  await page.keyboard.press('Escape')
  await cited('2, budget.xlsx, Q1!B2').click()
  await expect(viewer.locator('mark')).toHaveText('3.5')
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await untilHistoryIsLeft(page)
  await page.reload()
  await page
    .getByRole('region', { name: 'Sources' })
    .getByRole('button', { name: /report\.pdf, Page 1/ })
    .click()
  await expect(viewer.locator('mark')).toHaveText('The harbour opened in 1903')
  await page.keyboard.press('Escape')

  await reply.getByRole('button', { name: 'Read aloud' }).click()
  const spoken = () => upstream.requests.map(({ json }) => (json as { input?: string } | undefined)?.input)
  await expect.poll(spoken).toContainEqual(expect.stringMatching(/^Tea costs 3.50\.|It opened in 1903\.$/))
  expect(spoken().join(' ')).not.toMatch(/pdf|xlsx|page/i)
})
