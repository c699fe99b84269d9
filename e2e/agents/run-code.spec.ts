import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '../test.ts'
import { test } from '../talk/talk-page.ts'

test.use({ isShared: true })

/** Opens the coding assistant, which replies with this code block. */
async function withCode(page: Page, ask: () => Promise<void>): Promise<void> {
  await page.goto('/en/')
  await page.evaluate(() => {
    const key = 'vee.user-settings.v1.5.1'
    const settings = JSON.parse(localStorage.getItem(key) ?? '{}') as object
    localStorage.setItem(
      key,
      JSON.stringify({ ...settings, currentAppMode: 'coding_assistant', muted: true }),
    )
  })
  await page.reload()
  await ask()
}

const run = (page: Page) => page.getByRole('button', { name: 'Run', exact: true }).last().click()
const output = (page: Page) => page.getByLabel('Output').last()

test('runs JavaScript in place, and shows its output', async ({ page, upstream, talk }) => {
  const code = [
    "console.log('sum', [1, 2, 3].reduce((a, b) => a + b))",
    "setTimeout(() => console.log('later', { a: [1] }), 20)",
    "console.error('oops')",
  ].join('\n')
  upstream.scriptOnly('chat', { text: `Here:\n\n\`\`\`js\n${code}\n\`\`\`\n\nDone.` })
  await withCode(page, () => talk.ask('Add numbers'))
  await run(page)
  await expect(page.getByText(/^Finished after/)).toBeVisible()
  await expect(output(page)).toContainText('sum 6')
  await expect(output(page)).toContainText('oops')
  await expect(output(page)).toContainText('later { "a": [ 1 ] }')
  await expect(page.locator('iframe')).toHaveCount(0)
})

test('runs Python, which is served by this server', async ({ page, upstream, talk }) => {
  const code = 'import statistics\nprint(statistics.mean([1, 2, 3]))\nsorted({3, 1})'
  upstream.scriptOnly('chat', { text: `\`\`\`python\n${code}\n\`\`\`` })
  const foreign: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith('http') && !request.url().startsWith('http://127.0.0.1'))
      foreign.push(request.url())
  })
  await withCode(page, () => talk.ask('The mean'))
  await run(page)
  await expect(page.getByText(/^Finished after/)).toBeVisible({ timeout: 60_000 })
  await expect(output(page)).toHaveText('2\n[1, 3]\n')
  expect(foreign).toEqual([])
})

const attempt = (name: string, code: string) =>
  `try { const value = await (async () => { ${code} })(); console.log('${name}: ' + (value === undefined ? 'nothing' : 'REACHED ' + value)) } catch (error) { console.log('${name}: blocked') }`

test('isolates the program: no network, no storage, no page', async ({ page, upstream, talk }) => {
  const reached: string[] = []
  const server = createServer((request, response) => {
    reached.push(request.url ?? '')
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end('export default 1')
  }).listen(0, '127.0.0.1')
  server.on('upgrade', (request) => reached.push(request.url ?? ''))
  await once(server, 'listening')
  const outside = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const api = `${outside}/answer`
  const code = [
    attempt('fetch', `return (await fetch('${api}', { mode: 'no-cors' })).type`),
    attempt(
      'xhr',
      `return await new Promise((done, fail) => { const x = new XMLHttpRequest(); x.onload = () => done('loaded'); x.onerror = fail; x.open('GET', '${api}'); x.send() })`,
    ),
    attempt(
      'socket',
      `return await new Promise((done, fail) => { const s = new WebSocket('${outside.replace('http', 'ws')}/socket'); s.onopen = () => done('open'); s.onerror = fail })`,
    ),
    attempt(
      'events',
      `return await new Promise((done, fail) => { const s = new EventSource('${api}'); s.onopen = () => done('open'); s.onerror = fail })`,
    ),
    attempt('import', `return Object.keys(await import('${outside}/script.js')).length + 1`),
    attempt('importScripts', `importScripts('${outside}/script.js'); return 1`),
    attempt(
      'worker',
      `return await new Promise((done, fail) => { const w = new Worker('${outside}/script.js'); w.onmessage = done; w.onerror = fail })`,
    ),
    attempt(
      'indexedDB',
      `return await new Promise((done, fail) => { const r = indexedDB.open('x'); r.onsuccess = () => done('open'); r.onerror = fail })`,
    ),
    attempt('caches', `await caches.open('x'); return 'open'`),
    attempt('files', `await navigator.storage.getDirectory(); return 'open'`),
    attempt('localStorage', `return localStorage.length + 1`),
    attempt('cookies', `const all = await cookieStore.getAll(); return all.length ? all.length : undefined`),
    attempt('page', `return parent.document.title`),
    attempt('opener', `return top.location.href`),
    attempt('channel', `const c = new BroadcastChannel('vee'); c.postMessage('x'); return undefined`),
    attempt('origin', `return origin === 'null' ? undefined : origin`),
    attempt(
      'forge',
      `postMessage({ type: 'output', text: { toString: 1 } }); postMessage('<img>'); return undefined`,
    ),
  ].join('\n')
  upstream.scriptOnly('chat', { text: `\`\`\`js\n${code}\n\`\`\`` })
  await withCode(page, () => talk.ask('Escape'))
  await run(page)
  await expect(page.getByText(/^Finished after/)).toBeVisible({ timeout: 20_000 })
  const said = await output(page).textContent()
  expect(said).not.toContain('REACHED')
  expect(said?.match(/: (blocked|nothing)/g)).toHaveLength(17)
  server.close()
  expect(reached).toEqual([])
})

test('an endless loop, endless output and excessive memory are terminated, and the page continues', async ({
  page,
  upstream,
  talk,
}) => {
  const programs = [
    'while (true) {}',
    "while (true) console.log('again and again')",
    'const all = []; while (true) all.push(new Uint8Array(1e9).fill(1))',
  ]
  upstream.scriptOnly('chat', { text: programs.map((code) => `\`\`\`js\n${code}\n\`\`\``).join('\n\n') })
  await withCode(page, () => talk.ask('Loop'))
  const runs = page.getByRole('button', { name: 'Run', exact: true })
  await expect(runs).toHaveCount(3)
  await runs.nth(0).click()
  await expect(page.getByText('Stopped: it took longer than 10 s.')).toBeVisible({ timeout: 20_000 })
  await runs.nth(1).click()
  await expect(page.getByText('Stopped: too much output.')).toBeVisible()
  await runs.nth(2).click()
  // The buttons are back when the third has ended too: by its time limit at the latest.
  await expect(runs).toHaveCount(3, { timeout: 25_000 })
  await expect(page.locator('iframe')).toHaveCount(0)
})

test('the sandbox is a page that other sites cannot frame, and that has no network access', async ({
  request,
}) => {
  const page = await request.get('/sandbox.html')
  const policy = page.headers()['content-security-policy']
  expect(page.status()).toBe(200)
  expect(policy).toContain('sandbox allow-scripts;')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'self'")
  expect(policy).not.toContain('connect-src')
})
