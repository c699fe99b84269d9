import { expect, microphone, test } from '../test.ts'
import type { Upstream } from '../../fakes/upstream/index.ts'
import type { Page } from '@playwright/test'

test.use({ ...microphone('silence.wav'), isShared: true })

// Text in pictures is read on the device: of scanned pages always, of images for a model that cannot see.

const attached = (page: Page) => page.getByRole('list', { name: 'Attached files' })
const message = (page: Page) => page.getByRole('textbox', { name: /^Message/ })

/** Returns a picture with these lines, as the browser draws them. */
async function picture(
  page: Page,
  lines: readonly string[],
  type: 'image/png' | 'image/jpeg',
): Promise<Buffer> {
  const bytes = await page.evaluate(
    async ([texts, kind]) => {
      const canvas = new OffscreenCanvas(900, 120 * texts.length + 60)
      const context = canvas.getContext('2d')
      if (!context) throw new Error('no canvas')
      context.fillStyle = '#fff'
      context.fillRect(0, 0, canvas.width, canvas.height)
      context.fillStyle = '#000'
      context.font = '64px sans-serif'
      for (const [index, text] of texts.entries()) context.fillText(text, 40, 110 + index * 120)
      return Array.from(new Uint8Array(await (await canvas.convertToBlob({ type: kind })).arrayBuffer()))
    },
    [lines, type] as const,
  )
  return Buffer.from(bytes)
}

/** Returns a PDF of one page that is a JPEG and has no text. */
function scan(jpeg: Buffer): Buffer {
  const content = 'q 900 0 0 300 0 0 cm /Im0 Do Q'
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 900 300] /Contents 4 0 R /Resources << /XObject << /Im0 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    `<< /Type /XObject /Subtype /Image /Width 900 /Height 300 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>\nstream\n${jpeg.toString('latin1')}\nendstream`,
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  return Buffer.from(
    `${body}xref\n0 6\n0000000000 65535 f \n${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF`,
    'latin1',
  )
}

interface ChatBody {
  readonly messages?: readonly { readonly content: unknown }[]
}
const sent = (upstream: Upstream) =>
  upstream.requests
    .map(({ json }) => (json as ChatBody | undefined)?.messages)
    .findLast((messages) => messages !== undefined)
    ?.at(-1)

test('a scanned page is read by OCR, which the message says', async ({ page, upstream }) => {
  test.slow()
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await page.goto('/en')
  const buffer = scan(await picture(page, ['Harbour opened', 'in the year 1903'], 'image/jpeg'))
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'scan.pdf', mimeType: 'application/pdf', buffer })
  await expect(attached(page)).toContainText('Read by OCR', { timeout: 60_000 })
  await message(page).fill('When?')
  await message(page).press('Enter')
  await expect
    .poll(() => sent(upstream))
    .toMatchObject({ content: expect.stringMatching(/OCR[^]*## Page 1\nHarbour opened\s+in the year 1903/i) })
  await expect(page.getByRole('log')).toContainText('Read by OCR')
  const { origin } = new URL(page.url())
  expect(addresses.filter((address) => !address.startsWith(origin) && !address.startsWith('blob:'))).toEqual(
    [],
  )
})

test('what pictures cost is shown before they are sent, and a model that cannot see them gets their text', async ({
  page,
  upstream,
}) => {
  test.slow()
  await page.route('**/api/models', async (route) => {
    const response = await route.fetch()
    const list = (await response.json()) as { items: { name: string; canSee: boolean | null }[] }
    // As a text model of a local server does.
    for (const model of list.items) if (model.name === 'gpt-4o-mini') model.canSee = false
    await route.fulfill({ response, json: list })
  })
  await page.goto('/en')
  const buffer = await picture(page, ['Ring the bell twice'], 'image/png')
  const files = page.locator('input[type=file]')
  await files.setInputFiles({ name: 'sign.png', mimeType: 'image/png', buffer })
  const dock = page.getByRole('region', { name: 'Talk to Vee' })
  await expect(dock).toContainText(/Pictures: about 2\d\d tokens, \$0\.000\d+ with gpt-4o/)
  await page.getByRole('button', { name: /^Model:/ }).click()
  await page
    .getByRole('dialog', { name: 'Model' })
    .getByRole('button', { name: /^gpt-4o-mini/ })
    .click()
  await expect(dock).toContainText('gpt-4o-mini cannot see pictures.')
  await dock.getByRole('button', { name: 'Choose one that can' }).click()
  await expect(page.getByRole('dialog', { name: 'Model' })).toBeVisible()
  await page.keyboard.press('Escape')
  await dock.getByRole('button', { name: 'Read the text (OCR)' }).click()
  await expect(attached(page)).toContainText('Read by OCR', { timeout: 60_000 })
  await expect(dock).not.toContainText('cannot see pictures')
  expect(upstream.requests.filter(({ path }) => path.endsWith('/completions'))).toEqual([])
})
