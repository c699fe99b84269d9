// Measures the load of the page while a hundred tokens of Markdown per second arrive, and the delay until
// they are displayed, compared to a page that only appends the text.
import type { Browser, CDPSession, Page, Request } from '@playwright/test'
import { addAfterPaint } from './after-paint.ts'
import { askBarePage, barePage } from './bare-page.ts'
import { launchChromium } from './browser.ts'
import { replyEvents } from './event-stream.ts'
import { lastNumberIn, numberedMarkdown } from './numbered-markdown.ts'
import { startUpstreamProcess, startVeeBefore } from './processes.ts'
import { quantile, report } from './report.ts'

const TOKENS_PER_SECOND = 100
const SECONDS = 15
const WARM_UP_MS = 3_000
const MEASURED_MS = 10_000

declare global {
  interface Window {
    /** the highest number displayed by each frame, and when, in ms since 1970 */
    veeShown: [number: number, at: number][]
  }
}

interface Streaming {
  /** main thread time per second, in ms */
  readonly busyMs: number
  /** from the second client's packet to the frame that displays it, for every number, in ms */
  readonly lateMs: readonly number[]
}

/** Records after each frame that changed `selector` the position in its text, of which only the end is read. */
async function watchFrames(page: Page, selector: string): Promise<void> {
  await page.evaluate((selector) => {
    window.veeShown = []
    const endOfText = () => {
      let node: Node | null | undefined = document.querySelector(selector)
      while (node?.lastChild) node = node.lastChild
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      if (node) walker.currentNode = node
      let text = ''
      for (let at: Node | null = node ?? null; at && text.length < 400; at = walker.previousNode())
        text = (at.nodeValue ?? '') + text
      return text
    }
    let isAsked = false
    new MutationObserver(() => {
      if (isAsked) return
      isAsked = true
      window.afterPaint(() => {
        isAsked = false
        const numbers = Array.from(endOfText().matchAll(/\bw(\d+)(?!\d)/g), ([, digits]) => Number(digits))
        const number = Math.max(0, ...numbers)
        if (number > (window.veeShown.at(-1)?.[0] ?? 0))
          window.veeShown.push([number, performance.timeOrigin + performance.now()])
      })
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  }, selector)
}

/** Reads the same reply outside the browser: the time at which each number was received, in ms since 1970. */
async function listen(request: Request): Promise<Map<number, number>> {
  const { replyId } = request.postDataJSON() as { replyId: string }
  const sent = new Map<number, number>()
  let text = ''
  const url = `${new URL(request.url()).origin}/api/chat/replies/${replyId}/stream`
  const sessionId = (await request.allHeaders())['x-session-id'] ?? ''
  for await (const event of replyEvents(url, sessionId)) {
    if (event.type !== 'chunk') continue
    text = (text + event.content).slice(-400)
    // A number is complete when something follows it.
    const number = lastNumberIn(text)
    if (number > 0 && !sent.has(number)) sent.set(number, performance.timeOrigin + performance.now())
  }
  return sent
}

async function busySeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
}

async function measure(
  page: Page,
  slowdown: number,
  selector: string,
  ask: () => Promise<void>,
): Promise<Streaming> {
  const session = await page.context().newCDPSession(page)
  // Time in which other processes had the processor does not count.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await watchFrames(page, selector)
  const asked = page.waitForRequest(/\/api\/chat$/)
  await ask()
  const sent = listen(await asked)
  await page.waitForTimeout(WARM_UP_MS)
  const [from, before] = [Date.now(), await busySeconds(session)]
  await page.waitForTimeout(MEASURED_MS)
  const [until, after] = [Date.now(), await busySeconds(session)]
  const shown = await page.evaluate(() => window.veeShown)
  const lateMs = Array.from(await sent)
    .filter(([, index]) => index > from && index < until - 1_000)
    .map(([number, index]) => (shown.find(([reached]) => reached >= number)?.[1] ?? Infinity) - index)
  return { busyMs: ((after - before) * 1_000_000) / (until - from), lateMs }
}

/** Measures Vee's own page: the question is typed and sent with Enter. */
async function stream(browser: Browser, url: string, slowdown: number): Promise<Streaming> {
  const page = await browser.newPage()
  await page.addInitScript(addAfterPaint)
  await page.addInitScript(() => {
    localStorage.setItem('vee.user-settings.v1.5.1', JSON.stringify({ autoPlayTts: false }))
  })
  await page.goto(`${url}/en/`)
  const field = page.getByRole('textbox').first()
  await field.fill('Tell me')
  const streaming = await measure(page, slowdown, '[role=log]', () => field.press('Enter'))
  await page.close()
  return streaming
}

/** Measures the minimal page for a stream, which only appends the text. */
async function streamBare(browser: Browser, url: string, slowdown: number): Promise<Streaming> {
  const page = await browser.newPage()
  await page.addInitScript(addAfterPaint)
  await page.goto(`${url}/robots.txt`)
  const streaming = await measure(page, slowdown, 'body', async () => {
    await askBarePage(page, 'pre')
  })
  await page.close()
  return streaming
}

const upstream = await startUpstreamProcess(
  '--first-token-ms',
  '0',
  '--tokens-per-second',
  String(TOKENS_PER_SECOND),
  '--reply',
  numberedMarkdown(TOKENS_PER_SECOND * SECONDS),
)
const vee = await startVeeBefore(upstream)
const browser = await launchChromium()
try {
  for (const [slowdown, busyLimitMs] of [
    [1, 200],
    [4, 500],
  ] as const) {
    const bare = await streamBare(browser, vee.url, slowdown)
    const ours = await stream(browser, vee.url, slowdown)
    report({
      name: `main thread a second, processor ${slowdown}×`,
      unit: 'ms',
      value: ours.busyMs,
      baseline: barePage(bare.busyMs),
      limit: { value: busyLimitMs },
    })
    for (const [name, q, limitMs] of [
      ['p50', 0.5, 30],
      ['p95', 0.95, 50],
    ] as const) {
      report({
        name: `token shown late, ${name}, processor ${slowdown}×`,
        unit: 'ms',
        value: quantile(ours.lateMs, q),
        baseline: barePage(quantile(bare.lateMs, q)),
        ...(slowdown === 1 && { limit: { value: limitMs } }),
      })
    }
  }
} finally {
  await browser.close()
  await vee.close()
  await upstream.stop()
}
