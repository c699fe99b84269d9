// Compares a conversation of 5,000 messages with one of 50: time until it is readable, size of the document,
// cost of scrolling, memory, and delay of a question; then a reply of 10,000 tokens, its end compared to its
// beginning.
import type { Browser, CDPSession, Page } from '@playwright/test'
import { launchChromium } from './browser.ts'
import { numberedMarkdown } from './numbered-markdown.ts'
import { startUpstreamProcess, startVeeBefore } from './processes.ts'
import { report } from './report.ts'

const MANY = 5_000
const FEW = 50
/** A long conversation of everyday use, and its limits by the slowdown of the processor, in ms. */
const USUAL = 500
const USUAL_LIMIT_MS = { 1: 500, 4: 1_800 } as const
const SCROLLS = 20
const LONG_REPLY_TOKENS = 10_000
const TOKENS_PER_SECOND = 400

interface Talk {
  /** from the navigation's start until the last message is rendered, in ms */
  readonly openMs: number
  /** elements in the document */
  readonly elements: number
  /** main thread time for scrolling up one view, in ms */
  readonly scrollMs: number
  readonly heapMegabytes: number
  /** from Enter until the request is sent, in ms */
  readonly askMs: number
}

async function metric(session: CDPSession, wanted: string): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN
}

/** Stores the conversation like an earlier visit of this tab. */
async function keepTalk(page: Page, count: number): Promise<void> {
  await page.addInitScript((count) => {
    if (sessionStorage.getItem('vee.conversation.v_agent') !== null) return
    localStorage.setItem('vee.user-settings.v1.5.1', JSON.stringify({ autoPlayTts: false }))
    const messageIds = Array.from({ length: count }, (_, index) => `m${index}`)
    const at = '2026-11-22T12:00:00.000Z'
    for (const [index, id] of messageIds.entries()) {
      const own =
        index % 2 === 0
          ? { role: 'user', isSpoken: false, text: `Question ${index}` }
          : {
              role: 'assistant',
              agentId: 'v_agent',
              text: `Answer **${index}** with \`code\`.\n\n- one\n- two\n\nAnd a last paragraph.`,
              state: { kind: 'complete', finishReason: 'stop' },
              lastEventId: 3,
            }
      sessionStorage.setItem(`vee.message.${id}`, JSON.stringify({ id, at, ...own }))
    }
    const head = { conversationId: 'conv-v_agent-1', messageIds }
    sessionStorage.setItem('vee.conversation.v_agent', JSON.stringify(head))
  }, count)
}

/** Opens the conversation twice: the first visit loads the code, the second measures the conversation. */
async function openPage(browser: Browser, url: string, count: number, slowdown = 1): Promise<Page> {
  const page = await browser.newPage()
  await keepTalk(page, count)
  const session = await page.context().newCDPSession(page)
  for (const visit of [1, 2]) {
    if (visit === 2) await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.goto(`${url}/en/?visit=${visit}`)
    await page
      .locator(`[data-message="m${count - 1}"]`)
      .getByText('And a last paragraph.')
      .waitFor()
  }
  return page
}

/** Returns the time from the navigation's start until the last message can be read, in ms. */
async function openingMs(browser: Browser, url: string, count: number, slowdown: number): Promise<number> {
  const page = await openPage(browser, url, count, slowdown)
  const openMs = await page.evaluate(() => performance.now())
  await page.close()
  return openMs
}

async function openTalk(browser: Browser, url: string, count: number): Promise<Talk> {
  const page = await openPage(browser, url, count)
  const openMs = await page.evaluate(() => performance.now())
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await page.getByRole('region', { name: 'Conversation' }).hover()
  const before = await metric(session, 'TaskDuration')
  for (let scroll = 0; scroll < SCROLLS; scroll += 1) {
    await page.mouse.wheel(0, -600)
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  const scrollMs = (((await metric(session, 'TaskDuration')) - before) * 1_000) / SCROLLS
  await session.send('HeapProfiler.collectGarbage')
  const heapMegabytes = (await metric(session, 'JSHeapUsedSize')) / 1_000_000
  const elements = await page.evaluate(() => document.querySelectorAll('*').length)

  const field = page.getByRole('textbox').first()
  await field.fill('Tell me')
  await page.evaluate(() => {
    const { fetch } = globalThis
    addEventListener('keydown', () => performance.mark('enter'), { capture: true })
    globalThis.fetch = (...call) => {
      const [target] = call
      if (typeof target === 'string' && target.endsWith('/api/chat')) performance.mark('asked')
      return fetch(...call)
    }
  })
  const asked = page.waitForRequest(/\/api\/chat$/)
  await field.press('Enter')
  await asked
  const askMs = await page.evaluate(() => performance.measure('ask', 'enter', 'asked').duration)
  await page.close()
  return { openMs, elements, scrollMs, heapMegabytes, askMs }
}

/** Returns main thread time per thousand tokens, at the reply's beginning and at its end, in ms. */
async function longReply(browser: Browser, url: string): Promise<{ first: number; last: number }> {
  const page = await browser.newPage()
  await page.addInitScript(() => {
    localStorage.setItem('vee.user-settings.v1.5.1', JSON.stringify({ autoPlayTts: false }))
  })
  await page.goto(`${url}/en/`)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const field = page.getByRole('textbox').first()
  await field.fill('Tell me')
  await field.press('Enter')
  await page.getByRole('log').getByRole('heading', { level: 2 }).first().waitFor()
  const seconds = LONG_REPLY_TOKENS / TOKENS_PER_SECOND
  const busy = async (afterSeconds: number) => {
    await page.waitForTimeout(afterSeconds * 1_000)
    const before = await metric(session, 'TaskDuration')
    await page.waitForTimeout(5_000)
    return (((await metric(session, 'TaskDuration')) - before) * 1_000) / (5 * (TOKENS_PER_SECOND / 1_000))
  }
  const first = await busy(1)
  const last = await busy(seconds - 13)
  await page.close()
  return { first, last }
}

const upstream = await startUpstreamProcess(
  '--first-token-ms',
  '0',
  '--tokens-per-second',
  String(TOKENS_PER_SECOND),
  '--reply',
  numberedMarkdown(LONG_REPLY_TOKENS),
)
const vee = await startVeeBefore(upstream)
const browser = await launchChromium()
try {
  const few = await openTalk(browser, vee.url, FEW)
  const many = await openTalk(browser, vee.url, MANY)
  const name = `${FEW} messages`
  const figures = [
    ['open until it can be read', 'ms', 'openMs'],
    ['elements in the document', '', 'elements'],
    ['main thread for a view scrolled', 'ms', 'scrollMs'],
    ['memory of scripts', 'MB', 'heapMegabytes'],
    ['Enter until the request leaves', 'ms', 'askMs'],
  ] as const
  for (const [what, unit, key] of figures)
    report({ name: `${MANY} messages: ${what}`, unit, value: many[key], baseline: { name, value: few[key] } })
  for (const slowdown of [1, 4] as const) {
    report({
      name: `${USUAL} messages: open until it can be read, ${slowdown}×`,
      unit: 'ms',
      value: await openingMs(browser, vee.url, USUAL, slowdown),
      baseline: { name, value: await openingMs(browser, vee.url, FEW, slowdown) },
      limit: { value: USUAL_LIMIT_MS[slowdown] },
    })
  }
  const { first, last } = await longReply(browser, vee.url)
  report({
    name: 'reply of 10,000 tokens: its end, per 1,000 tokens',
    unit: 'ms',
    value: last,
    baseline: { name: 'its beginning', value: first },
  })
} finally {
  await browser.close()
  await vee.close()
  await upstream.stop()
}
