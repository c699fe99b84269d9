import { writeFile } from 'node:fs/promises'
import { png } from '../files/png.ts'
import { openUploadGate } from '../files/upload-gate.ts'
import { expect, test, type FirefoxPage } from './firefox.ts'

test.use({ isShared: true })

// Files in Firefox: chosen, dropped and pasted, an upload across a reload, and the viewer.

const LIST = '[aria-label="Attached files"]'

async function choose({ page }: FirefoxPage, name: string, content: string | Buffer): Promise<void> {
  const path = test.info().outputPath(name)
  await writeFile(path, content)
  const chooser = await page.waitForSelector('input[type=file]')
  await chooser?.uploadFile(path)
}

/** Waits until no file is being prepared or uploaded. */
const ready = ({ page }: FirefoxPage) =>
  expect
    .poll(
      () => page.$$eval(`${LIST} [role=status]`, (states) => states.map(({ textContent }) => textContent)),
      { timeout: 60_000 },
    )
    .toEqual([''])

test('a picture is chosen, sent and opened in the viewer', async ({ firefox, upstream }) => {
  const { page, open, see, click } = firefox
  upstream.scriptOnly('chat', { text: 'A harbour.' })
  await open('/en/')
  await choose(firefox, 'holiday.png', png())
  await see('holiday.png', LIST)
  await ready(firefox)
  await firefox.type('textarea', 'What is this?')
  await page.keyboard.press('Enter')
  await see('A harbour.', '[role="log"]')
  expect(JSON.stringify(upstream.requests.at(-1)?.json)).toContain('data:image/png;base64,')
  await click('button', 'Open holiday.png')
  await see('100%', '[role="dialog"]')
  await click('button', 'Zoom in')
  await see('150%', '[role="dialog"]')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.$('[role="dialog"]')).toBeNull()
})

test('a file is dropped', async ({ firefox }) => {
  const { page, open, see } = firefox
  await open('/en/')
  await page.waitForSelector('input[type=file]')
  await page.$eval('textarea', (field) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['High at noon'], 'notes.txt', { type: 'text/plain' }))
    field.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  })
  await see('notes.txt', LIST)
  await ready(firefox)
})

test('a file is pasted', async ({ firefox }) => {
  const { page, open, see } = firefox
  await open('/en/')
  await page.waitForSelector('input[type=file]')
  await page.$eval('textarea', (field) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['High at noon'], 'notes.txt', { type: 'text/plain' }))
    const event = new Event('paste', { bubbles: true, cancelable: true })
    // Firefox gives the files of a ClipboardEvent only to events that it makes itself.
    Object.defineProperty(event, 'clipboardData', { value: transfer })
    field.dispatchEvent(event)
  })
  await see('notes.txt', LIST)
  await ready(firefox)
})

test('an upload continues after a reload where it was', async ({ firefox, vee }) => {
  test.slow()
  const { page, see } = firefox
  const gate = await openUploadGate(vee.url)
  try {
    gate.allow(1)
    await page.goto(`${gate.url}/en/`)
    await choose(firefox, 'book.txt', 'The tide comes in at six. '.repeat(170_000))
    await expect.poll(() => gate.offsets, { timeout: 60_000 }).toEqual([0])
    await see('Uploading …', LIST)
    await page.reload()
    gate.allow(Infinity)
    await ready(firefox)
    expect(gate.offsets.slice(0, 2)).toEqual([0, 2 * 1024 * 1024])
  } finally {
    await gate.close()
  }
})
