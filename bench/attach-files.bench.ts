// Measures the load of the page's main thread while a PDF of 200 pages is read, and the time until as many images as a
// message takes are attached by a slow device, compared to the page at rest and to sending the same bytes.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, CDPSession, Page } from '@playwright/test'
import { ATTACHMENTS_PER_MESSAGE } from '@vee/contract/entities/attachment-limits'
import { pdf } from '../e2e/files/pdf.ts'
import { png } from '../e2e/files/png.ts'
import { startVee } from '../e2e/vee.ts'
import { launchChromium } from './browser.ts'
import { report } from './report.ts'

const PAGES = 200
const IMAGES = ATTACHMENTS_PER_MESSAGE
const SETTLE_MS = 3_000
const REST_MS = 5_000
const READING_LIMIT_MS = 50
const SENTENCE =
  'The harbor master counts the boats that come in with the tide, and writes them into his book. '
/** About the text of a printed page. */
const PAGE_TEXT = SENTENCE.repeat(25)

interface Busy {
  readonly seconds: number
  /** main thread time altogether, in ms */
  readonly totalMs: number
  /** main thread time per second, in ms */
  readonly busyMs: number
}

/** Measures the main thread while `work` runs. Time in which other processes had the processor does not count. */
async function during(session: CDPSession, work: () => Promise<unknown>): Promise<Busy> {
  const busySeconds = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  }
  const [before, from] = [await busySeconds(), performance.now()]
  await work()
  const seconds = (performance.now() - from) / 1_000
  const totalMs = ((await busySeconds()) - before) * 1_000
  return { seconds, totalMs, busyMs: totalMs / seconds }
}

async function open(browser: Browser, url: string, slowdown: number) {
  const page = await browser.newPage()
  await page.goto(`${url}/en/`)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.waitForTimeout(SETTLE_MS)
  return { page, session }
}

/**
 * Attaches files of the disk, as a user does: bytes that the page itself decodes would count as its time. Resolves when
 * `count` files are attached.
 */
async function attach(page: Page, paths: readonly string[], count = paths.length) {
  await page.locator('input[type=file]').setInputFiles([...paths])
  // Polling would make the page draw frames.
  await page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        const check = () => {
          const states = [...document.querySelectorAll('[aria-label="Attached files"] [role=status]')]
          if (states.length < wanted || states.some(({ textContent }) => textContent !== '')) return
          observer.disconnect()
          resolve()
        }
        const observer = new MutationObserver(check)
        observer.observe(document.body, { subtree: true, childList: true, characterData: true })
        check()
      }),
    count,
  )
}

/** Sends the same bytes to the server one after the other, as a page without any user interface would. */
async function sendBytes(page: Page, bytes: number, count: number): Promise<number> {
  return page.evaluate(
    async ({ bytes, count }) => {
      const from = performance.now()
      for (let index = 0; index < count; index += 1) {
        const response = await fetch('/api/attachments', { method: 'POST', body: new Uint8Array(bytes) })
        await response.arrayBuffer()
      }
      return (performance.now() - from) / 1_000
    },
    { bytes, count },
  )
}

const vee = await startVee({})
const folder = await mkdtemp(join(tmpdir(), 'vee-attach-'))
const stored = async (name: string, bytes: Buffer): Promise<string> => {
  await writeFile(join(folder, name), bytes)
  return join(folder, name)
}
const browser = await launchChromium()
try {
  const { page, session } = await open(browser, vee.url, 1)
  const rest = await during(session, () => page.waitForTimeout(REST_MS))
  const lines = Array.from({ length: PAGES }, (_, index) => `Page ${index + 1}. ${PAGE_TEXT}`)
  const book = await stored('book.pdf', pdf(lines))
  const note = await stored('note.txt', Buffer.from('The tide comes in at six.'))
  const loading = await during(session, () => attach(page, [note]))
  report({ name: 'main thread in all, first file (loads the code)', unit: 'ms', value: loading.totalMs })
  const reading = await during(session, () => attach(page, [book], 2))
  report({
    name: `main thread a second, PDF of ${PAGES} pages`,
    unit: 'ms',
    value: reading.busyMs,
    baseline: { name: 'the page at rest', value: rest.busyMs },
    limit: { value: READING_LIMIT_MS },
  })
  report({ name: `main thread in all, PDF of ${PAGES} pages`, unit: 'ms', value: reading.totalMs })
  report({ name: `PDF of ${PAGES} pages attached after`, unit: 's', value: reading.seconds })
  await page.close()

  const slow = await open(browser, vee.url, 4)
  const images = Array.from({ length: IMAGES }, (_, index) => png(1_600 + index, 1_200))
  const bytes = images.reduce((sum, { length }) => sum + length, 0)
  const paths = await Promise.all(images.map((image, index) => stored(`photo-${index + 1}.png`, image)))
  const sending = await sendBytes(slow.page, Math.ceil(bytes / IMAGES), IMAGES)
  const attaching = await during(slow.session, () => attach(slow.page, paths))
  report({
    name: `${IMAGES} images attached after, processor 4×`,
    unit: 's',
    value: attaching.seconds,
    baseline: { name: 'sending as many bytes', value: sending },
  })
  report({ name: 'main thread a second meanwhile, processor 4×', unit: 'ms', value: attaching.busyMs })
  report({ name: 'main thread in all, processor 4×', unit: 'ms', value: attaching.totalMs })
  await slow.page.close()
} finally {
  await browser.close()
  await vee.close()
  await rm(folder, { recursive: true })
}
