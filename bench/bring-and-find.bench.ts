// Brings 2,000 conversations along at a processor slowed down four times, cut off twice; reads an export of 300 MB; scrolls a list of
// 10,000 conversations; opens a search hit at its sentence; and serves a shared page to many readers.
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { makeAccount, PASSWORD } from '../e2e/accounts/sign-up.ts'
import { startVee, type Vee } from '../e2e/vee.ts'
import { launchChromium } from './browser.ts'
import { residentMb } from './memory.ts'
import { quantile, report } from './report.ts'

const CONVERSATIONS = 2_000
const MESSAGES = 6
const LISTED = 10_000
const ARCHIVE_MEGABYTES = 300
const VIEWS_PER_SECOND = 50
const VIEWING_SECONDS = 10
const SCROLLS = 60
const HITS = 8

const claudeConversation = (number: number) => ({
  uuid: `bench-${number}`,
  name: `Talk number ${number}`,
  created_at: '2025-03-01T10:00:00Z',
  chat_messages: Array.from({ length: MESSAGES }, (_, index) => ({
    uuid: `bench-${number}-${index}`,
    sender: index % 2 === 0 ? 'human' : 'assistant',
    text: `Message ${index} of talk ${number}. ${'Some words that fill a paragraph of a usual length. '.repeat(6)}`,
    created_at: '2025-03-01T10:00:00Z',
  })),
})

/** Writes an export with conversations, and files of random bytes beside them, which do not shrink. */
async function writeExport(path: string, megabytes: number): Promise<void> {
  const file = createWriteStream(path)
  const waiting: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    waiting.push(chunk)
  })
  const flush = async () => {
    for (const chunk of waiting.splice(0)) if (!file.write(chunk)) await once(file, 'drain')
  }
  const list = new ZipDeflate('conversations.json')
  zip.add(list)
  list.push(strToU8('['))
  for (let number = 0; number < CONVERSATIONS; number++) {
    list.push(strToU8(`${number === 0 ? '' : ','}${JSON.stringify(claudeConversation(number))}`))
    await flush()
  }
  list.push(strToU8(']'), true)
  for (let number = 0; number < megabytes; number++) {
    const picture = new ZipPassThrough(`files/${number}.bin`)
    zip.add(picture)
    picture.push(randomBytes(1_000_000), true)
    await flush()
  }
  zip.end()
  await flush()
  file.end()
  await once(file, 'finish')
}

const callAs =
  (url: string, token: string) =>
  async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}`)
    return response.status === 204 ? {} : ((await response.json()) as Record<string, unknown>)
  }

async function signedIn(browser: Browser, vee: Vee, email: string): Promise<Page> {
  const page = await browser.newPage({ baseURL: vee.url })
  await page.goto('/en/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Account menu' }).waitFor()
  return page
}

async function choose(page: Page, path: string): Promise<void> {
  await page.goto('/en/settings#data')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).click()
  await (await chooser).setFiles(path)
  await page.getByRole('button', { name: /^Bring along/ }).waitFor({ timeout: 300_000 })
}

/** Returns the seconds until all conversations are there; the page is loaded anew twice while they come in. */
async function bringCutOff(page: Page, path: string): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const start = performance.now()
  for (const share of ['0.3', '0.6', undefined]) {
    await choose(page, path)
    await page.getByRole('button', { name: /^Bring along/ }).click()
    if (share === undefined) await page.getByText(/^New messages:/).waitFor({ timeout: 600_000 })
    else
      await page.waitForFunction(
        (least) => (document.querySelector('progress')?.value ?? 0) >= Number(least),
        share,
        { timeout: 300_000 },
      )
  }
  const seconds = (performance.now() - start) / 1_000
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return seconds
}

/** Returns the most memory of the largest process of pages while an export is looked at, in MB. */
async function memoryOfLook(browser: Browser, page: Page, path: string): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  let most = 0
  const sample = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    for (const { type, id } of processInfo)
      if (type === 'renderer') most = Math.max(most, await residentMb(id).catch(() => 0))
  }
  const timer = setInterval(() => void sample(), 200)
  try {
    await choose(page, path)
    await page.getByRole('button', { name: /^Bring along/ }).click()
    await page.getByText(/^New messages:/).waitFor({ timeout: 600_000 })
  } finally {
    clearInterval(timer)
  }
  return most
}

/** Returns main thread time for a view of the list, at its beginning and after a thousand rows, in ms. */
async function scrollList(page: Page): Promise<{ readonly first: number; readonly last: number }> {
  // On a wide window the list is open for those who have conversations.
  await page.goto('/en/pro')
  const list = page.getByRole('region', { name: 'Conversations' })
  await list
    .getByRole('button', { name: /^Listed/ })
    .first()
    .waitFor()
  await list
    .getByRole('button', { name: /^Listed/ })
    .nth(3)
    .hover()
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const busy = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000
  }
  const scroll = async () => {
    const before = await busy()
    for (let count = 0; count < SCROLLS; count++) {
      await page.mouse.wheel(0, 600)
      await page.evaluate(() => new Promise(requestAnimationFrame))
    }
    return ((await busy()) - before) / SCROLLS
  }
  const first = await scroll()
  for (let count = 0; count < 4; count++) {
    await scroll()
    await page.waitForTimeout(500)
  }
  return { first, last: await scroll() }
}

/** Returns the times from the press on a hit until its sentence can be read, in ms. */
async function openHits(page: Page): Promise<readonly number[]> {
  const times: number[] = []
  for (let number = 0; number < HITS; number++) {
    await page.goto('/en/pro')
    await page.getByRole('searchbox', { name: /Search/ }).fill(`needle${number}`)
    const row = page.getByRole('button', { name: new RegExp(`^Haystack ${number}\\b`) })
    await row.waitFor()
    const start = performance.now()
    await row.click()
    await page.getByRole('log').getByText(`needle${number}`).first().waitFor()
    times.push(performance.now() - start)
  }
  return times
}

/** Returns the times of views of a shared page at a steady rate, in ms. Throws if one is refused. */
async function viewShared(url: string, token: string): Promise<readonly number[]> {
  const times: number[] = []
  const views: Promise<void>[] = []
  const view = async (number: number) => {
    const start = performance.now()
    const headers = { 'x-forwarded-for': `198.51.${number % 200}.7` }
    for (const path of [`/en/shared/${token}`, `/api/shared/${token}`]) {
      const response = await fetch(`${url}${path}`, { headers })
      if (!response.ok) throw new Error(`${path} answered ${response.status}`)
      await response.arrayBuffer()
    }
    times.push(performance.now() - start)
  }
  for (let number = 0; number < VIEWS_PER_SECOND * VIEWING_SECONDS; number++) {
    views.push(view(number))
    await new Promise((resolve) => {
      setTimeout(resolve, 1_000 / VIEWS_PER_SECOND)
    })
  }
  await Promise.all(views)
  return times
}

const stored = (id: string, title: string, text: string) => ({
  id,
  agentId: 'v_agent',
  title,
  titleSource: 'person',
  messages: [
    { id: `${id}-q`, role: 'user', content: 'A question', timestamp: '2026-01-01T10:00:00.000Z' },
    { id: `${id}-a`, role: 'assistant', content: text, timestamp: '2026-01-01T10:00:05.000Z' },
  ],
})

async function fill(call: ReturnType<typeof callAs>): Promise<void> {
  for (let from = 0; from < LISTED; from += 100)
    await call('POST', '/conversations/import', {
      conversations: Array.from({ length: 100 }, (_, index) =>
        stored(`listed-${from + index}`, `Listed ${from + index}`, 'A reply'),
      ),
    })
  await call('POST', '/conversations/import', {
    conversations: Array.from({ length: HITS }, (_, number) => {
      const { messages, ...rest } = stored(`hay-${number}`, `Haystack ${number}`, 'Hay')
      const many = Array.from({ length: 200 }, (__, index) => ({
        ...messages[index % 2],
        id: `hay-${number}-${index}`,
        content: index === 60 ? `Here is needle${number} in the hay.` : `Hay ${index}. `.repeat(40),
      }))
      return { ...rest, messages: many }
    }),
  })
}

async function measureBringing(): Promise<void> {
  const path = join(directory, 'small.zip')
  await writeExport(path, 0)
  const ann = callAs(vee.url, await makeAccount(vee.url, 'ann@example.org'))
  const page = await signedIn(browser, vee, 'ann@example.org')
  report({
    name: `${CONVERSATIONS} conversations, 4×, cut off twice`,
    unit: 's',
    value: await bringCutOff(page, path),
    limit: { value: 300 },
  })
  const { items } = (await ann('GET', '/imports')) as { items?: { id: string; conversations: number }[] }
  const [brought] = items ?? []
  report({
    name: 'conversations that came in',
    unit: '',
    value: brought?.conversations ?? 0,
    limit: { value: CONVERSATIONS, kind: 'at-least' },
  })
  await ann('DELETE', `/imports/${brought?.id}`)
  const left = (await ann('GET', '/conversations'))['items'] as unknown[]
  report({ name: 'conversations after undo', unit: '', value: left.length, limit: { value: 0 } })
}

async function measureMemory(): Promise<void> {
  const [small, large] = [join(directory, 'few.zip'), join(directory, 'large.zip')]
  await writeExport(small, 0)
  await writeExport(large, ARCHIVE_MEGABYTES)
  await makeAccount(vee.url, 'cy@example.org')
  const page = await signedIn(browser, vee, 'cy@example.org')
  const baseline = await memoryOfLook(browser, page, small)
  report({
    name: `memory of a page with an export of ${ARCHIVE_MEGABYTES} MB`,
    unit: 'MB',
    value: await memoryOfLook(browser, page, large),
    baseline: { name: 'the same without files', value: baseline },
    limit: { value: 400 },
  })
}

async function measureFinding(): Promise<void> {
  const bob = callAs(vee.url, await makeAccount(vee.url, 'bob@example.org'))
  await fill(bob)
  const page = await signedIn(browser, vee, 'bob@example.org')
  const { first, last } = await scrollList(page)
  report({
    name: `a view of ${LISTED} conversations, after more than 1,000 rows`,
    unit: 'ms',
    value: last,
    baseline: { name: 'at the beginning', value: first },
  })
  report({
    name: 'search hit until its sentence can be read',
    unit: 'ms',
    value: quantile(await openHits(page), 0.5),
    limit: { value: 500 },
  })
  const { token } = await bob('POST', '/conversations/hay-0/links', { expiresInDays: 1 })
  const times = await viewShared(vee.url, String(token))
  report({
    name: `a shared page at ${VIEWS_PER_SECOND} views a second, 95 of 100`,
    unit: 'ms',
    value: quantile(times, 0.95),
    limit: { value: 1_000 },
  })
}

/** `node bench/bring-and-find.bench.ts memory` measures one part. */
const isWanted = (part: 'bring' | 'memory' | 'find') =>
  process.argv[2] === undefined || process.argv[2] === part

const directory = await mkdtemp(join(tmpdir(), 'vee-bring-'))
const vee = await startVee({ TRUSTED_PROXIES: '127.0.0.1' })
const browser = await launchChromium()
try {
  if (isWanted('bring')) await measureBringing()
  if (isWanted('memory')) await measureMemory()
  if (isWanted('find')) await measureFinding()
} finally {
  await browser.close()
  await vee.close()
  await rm(directory, { recursive: true })
}
