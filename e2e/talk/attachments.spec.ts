import { deflateSync } from 'node:zlib'
import { axeFaults } from '../axe.ts'
import { expect, microphone, test } from '../test.ts'
import type { Upstream } from '../../fakes/upstream/index.ts'
import type { Page } from '@playwright/test'

// The fake microphone also answers the browser's question of what to capture.
test.use({ ...microphone('silence.wav'), isShared: true })

// Images and documents in a message: chosen, pasted, dropped, preserved across a reload, sent to the model,
// opened again.

/** Returns a chunk of a PNG: length, type, data and checksum. */
const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** Returns a grey PNG of 40 × 30 pixels. */
function png(): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(40, 0)
  header.writeUInt32BE(30, 4)
  header[8] = 8
  const rows = Buffer.alloc(30 * 41, 128)
  for (let row = 0; row < 30; row++) rows[row * 41] = 0
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function crc32(bytes: Buffer): number {
  let crc = -1
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (0xed_b8_83_20 & -(crc & 1))
  }
  return (crc ^ -1) >>> 0
}

/** Returns a PDF of one page with a line of text. */
function pdf(text: string): Buffer {
  const stream = `BT /F1 24 Tf 20 100 Td (${text}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const start = body.length
  return Buffer.from(
    `${body}xref\n0 6\n0000000000 65535 f \n${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF`,
  )
}

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

test('the text of a PDF and of a text file is sent to the model, and opens in the viewer', async ({
  page,
  upstream,
}) => {
  await page.goto('/en')
  await choose(
    page,
    { name: 'report.pdf', mimeType: 'application/pdf', buffer: pdf('The harbour opened in 1903') },
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
  await expect(page.getByRole('button', { name: 'Attach files' })).toBeVisible()
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
  await page.getByRole('button', { name: /Input mode/ }).click()
  await page.getByRole('menuitem', { name: 'Attach a screenshot' }).click()
  await expect(attached(page)).toContainText(/screenshot-.*\.png/)
  await expect(attached(page)).not.toContainText('Preparing')
  await expect(page.getByRole('textbox')).toBeFocused()
})
