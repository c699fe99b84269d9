import { SEARCH_KEY, startSearchEngine, type FakeSearchEngine } from '../../fakes/search/index.ts'
import { articleOf, startSite, type FakeSite } from '../../fakes/web/index.ts'
import { logInByEmail, makeAccount } from '../accounts/sign-up.ts'
import { axeFaults } from '../axe.ts'
import { showConversations } from '../history/show-conversations.ts'
import { expect } from '../test.ts'
import { test as base } from './talk-page.ts'

interface Web {
  readonly web: { readonly site: FakeSite; readonly engine: FakeSearchEngine }
}

const SEALS = articleOf('Harbour seals', [
  'Harbour seals rest on sandbanks at low tide, and they return to the same places every year of their lives.',
  'In 2024 the survey counted 41,300 harbour seals in the Wadden Sea, 4% fewer than in the year before.',
  `Pups are born in June and July. ${'They can swim within hours of their birth, which few mammals can do. '.repeat(60)}`,
])
const OTTERS = articleOf('Sea otters', [
  'Sea otters hold hands while they sleep, so that they do not drift apart in the current of the open sea. '.repeat(
    3,
  ),
])

const test = base.extend<Web>({
  web: async ({}, provide) => {
    const site = await startSite({ '/seals': SEALS, '/otters': OTTERS })
    const engine = await startSearchEngine([
      { url: `${site.url}/seals`, title: 'Harbour seals', snippet: 'About seals' },
      { url: `${site.url}/otters`, title: 'Sea otters', snippet: 'About otters' },
    ])
    await provide({ site, engine })
    await Promise.all([site.close(), engine.close()])
  },
  settings: async ({ web }, provide) =>
    provide({
      KAGI_API_KEY: SEARCH_KEY,
      KAGI_BASE_URL: web.engine.url,
      SEARCH_PRICES: 'kagi=0.012',
      ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8',
    }),
})

const searches = {
  text: '',
  toolCalls: [{ id: 'call-1', name: 'search_web', arguments: JSON.stringify({ query: 'harbour seals' }) }],
}
const ANSWER = {
  text: 'In 2024 the survey counted 41,300 harbour seals in the Wadden Sea [1]. They are the size of elephants [1]. Sea otters hold hands while they sleep [2].',
}

test.beforeEach(async ({ upstream }) => {
  upstream.scriptOnly('chat', searches, ANSWER)
})

test('shows each source in its place, without a number at what is not in it', async ({ page, talk }) => {
  await talk.open()
  await talk.mute()
  await talk.ask('How many seals are there?')
  const reply = talk.lastReply
  await expect(reply).toContainText('They are the size of elephants.')
  const number = reply.getByRole('button', { name: 'Source 1, 127.0.0.1' })
  await expect(number).toHaveCount(1)
  await expect(reply.getByRole('button', { name: 'Source 2, 127.0.0.1' })).toBeVisible()
  const sources = reply.getByRole('region', { name: 'Sources' })
  await expect(sources.getByRole('button')).toHaveCount(2)
  await expect(sources.getByRole('button').first()).toContainText('not everything found')
  await expect(sources.getByRole('button').last()).toContainText('found in the source')
  expect(await axeFaults(page, { within: '[role=log]' })).toEqual([])

  await number.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Harbour seals' })
  const quote = dialog.locator('mark')
  await expect(quote).toHaveText(/In 2024 the survey counted 41,300 harbour seals/)
  await expect(quote).toBeInViewport()
  await expect(quote).toBeFocused()
  await expect(dialog.getByRole('region', { name: 'Not found in the source' })).toContainText(
    'size of elephants',
  )
  await expect(dialog.getByRole('link', { name: 'Open 127.0.0.1' })).toHaveAttribute('href', /\/seals$/)
  expect(await axeFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(number).toBeFocused()

  // A visitor's conversation is in the browser; the text of the source is on the server.
  await page.reload()
  await page.getByRole('button', { name: 'Source 1, 127.0.0.1' }).click()
  await expect(page.getByRole('dialog').locator('mark')).toHaveText(/41,300/)
})

test('fits on a narrow phone', async ({ page, talk }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await talk.open()
  await talk.mute()
  await talk.ask('How many seals are there?')
  await talk.lastReply.getByRole('button', { name: 'Source 1, 127.0.0.1' }).click()
  await expect(page.getByRole('dialog').locator('mark')).toBeInViewport()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

test('numbers are the same in the next turn and on another device', async ({
  page,
  browser,
  vee,
  talk,
  upstream,
}) => {
  await makeAccount(vee.url, 'ann@example.org')
  await logInByEmail(page, 'ann@example.org')
  await talk.mute()
  await talk.ask('How many seals are there?')
  await expect(talk.lastReply.getByRole('button', { name: 'Source 2, 127.0.0.1' })).toBeVisible()
  upstream.scriptOnly('chat', { text: 'Sea otters hold hands while they sleep [2].' })
  await talk.ask('And otters?')
  await expect(talk.lastReply.getByRole('button', { name: 'Source 2, 127.0.0.1' })).toBeVisible()
  await expect(talk.lastReply.getByRole('region', { name: 'Sources' }).getByRole('button')).toHaveCount(1)

  const other = await (await browser.newContext({ baseURL: vee.url })).newPage()
  await logInByEmail(other, 'ann@example.org')
  await showConversations(other)
  await other.getByRole('region', { name: 'Conversations' }).getByText('How many seals are there?').click()
  await other.getByRole('button', { name: 'Source 1, 127.0.0.1' }).first().click()
  await expect(other.getByRole('dialog').locator('mark')).toHaveText(/41,300/)
  await other.context().close()
})

test('the settings name the engine and switch searching off', async ({ page, vee, talk, upstream }) => {
  await makeAccount(vee.url, 'ann@example.org')
  await logInByEmail(page, 'ann@example.org')
  await page.goto('/en/settings#conversation')
  const isOn = page.getByRole('switch', { name: 'Let assistants search the web' })
  await expect(page.getByText(/Your search words go to Kagi/)).toBeVisible()
  await isOn.click()
  upstream.scriptOnly('chat', { text: 'In 2024 the survey counted seals.' })
  await talk.open()
  await talk.mute()
  await talk.ask('How many seals are there?')
  await expect(talk.lastReply).toContainText('the survey counted')
  expect(JSON.stringify(upstream.requests[0]?.json)).not.toContain('"name":"search_web"')
})

test('the voice names no number', async ({ talk, upstream }) => {
  await talk.open()
  await talk.ask('How many seals are there?')
  await expect
    .poll(() => upstream.requests.filter(({ path }) => path.endsWith('/audio/speech')).length)
    .toBeGreaterThan(0)
  await expect(talk.lastReply).toContainText('while they sleep')
  const spoken = upstream.requests
    .filter(({ path }) => path.endsWith('/audio/speech'))
    .map(({ json }) => String(Object(json)['input']))
  expect(spoken.join(' ')).not.toMatch(/\[|\b[12]\.$/)
})

test('the host connects an engine with a key, which is tested first', async ({ page, vee, web }) => {
  await makeAccount(vee.url, 'ann@example.org')
  await logInByEmail(page, 'ann@example.org')
  await page.goto('/en/host#setup')
  const part = page.getByRole('region', { name: 'Web search' })
  await expect(part.getByRole('listitem').filter({ hasText: 'Kagi' })).toContainText('$0.012 per search')
  await part.getByRole('button', { name: 'Connect Tavily' }).click()
  const form = page.getByRole('dialog', { name: 'Tavily' })
  await form.getByLabel('Address').fill(web.engine.url)
  await form.getByLabel('API key').fill('wrong')
  await form.getByRole('button', { name: 'Test and save' }).click()
  await expect(form.getByRole('alert')).toContainText('Tavily answered 401')
  expect(await axeFaults(page)).toEqual([])
  await form.getByLabel('API key').fill(SEARCH_KEY)
  await form.getByRole('button', { name: 'Test and save' }).click()
  await expect(form).toBeHidden()
  await expect(part.getByRole('listitem').first()).toContainText('Tavily')
  await part.getByRole('button', { name: 'Change Tavily' }).click()
  await form.getByLabel('Available to').selectOption({ label: 'Certain plans' })
  await form.getByRole('button', { name: 'Test and save' }).click()
  await expect(form.getByText('Choose at least one plan.')).toBeVisible()
  await form.getByRole('checkbox', { name: 'Creator' }).first().check()
  await form.getByRole('group', { name: 'Never for' }).getByRole('checkbox', { name: 'Free' }).check()
  expect(await axeFaults(page)).toEqual([])
  await form.getByRole('button', { name: 'Test and save' }).click()
  await expect(form).toBeHidden()
  await part.getByRole('button', { name: 'Change Tavily' }).click()
  await expect(form.getByRole('checkbox', { name: 'Creator' }).first()).toBeChecked()
  await expect(
    form.getByRole('group', { name: 'Never for' }).getByRole('checkbox', { name: 'Free' }),
  ).toBeChecked()
  await page.keyboard.press('Escape')
  await part.getByRole('button', { name: 'Remove' }).click()
  await expect(part.getByRole('button', { name: 'Connect Tavily' })).toBeVisible()
})
