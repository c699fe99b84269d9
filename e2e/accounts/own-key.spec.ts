import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { axeFaults } from '../axe.ts'
import { ask } from '../shell/stage.ts'
import { choose } from '../talk/talk-page.ts'
import { expect } from '../test.ts'
import { test as paying } from './paying.ts'
import { logInByEmail, makeAccount } from './sign-up.ts'

const EMAIL = 'ada@example.org'
const KEY = 'sk-own-of-ada-4711-8022-lantern'
/** The daily allowance of Creator, in tokens. */
const ALLOWANCE = 400_000

const test = paying.extend<{ readonly directory: string }>({
  directory: async ({}, provide) => {
    const directory = await mkdtemp(join(tmpdir(), 'vee-own-key-'))
    await provide(directory)
    await rm(directory, { recursive: true })
  },
  settings: async ({ settings, directory }, provide) =>
    provide({ ...settings, DATA_DIR: directory, LOG_LEVEL: 'trace' }),
})

test('the user’s own key pays after the allowance is used up, and is stored only in this browser', async ({
  page,
  vee,
  upstream,
  stripe,
  directory,
}) => {
  await choose(page, { autoPlayTts: false })
  // The first account administers the server, which default allowances do not bind.
  await makeAccount(vee.url, 'host@example.org')
  await makeAccount(vee.url, EMAIL)
  await logInByEmail(page, EMAIL)
  const token = await page.evaluate(() => sessionStorage.getItem('vee.auth-token'))
  const headers = { authorization: `Bearer ${token}` }
  const checkout = await page.request.post('/api/billing/checkout', { headers, data: { planId: 'creator' } })
  await stripe.pay(((await checkout.json()) as { id: string }).id)
  upstream.script(
    { text: 'First', usage: { promptTokens: ALLOWANCE, completionTokens: 0 } },
    { text: 'Second', usage: { promptTokens: 1_000, completionTokens: 1_000 } },
    { refusal: { status: 401, code: 'invalid_api_key' } },
  )
  const keyOf = (index: number) => upstream.requests.at(index)?.headers['authorization']

  await ask(page, 'One')
  await expect(page.getByText(/^Today’s allowance is used up\. Add your own key/)).toBeVisible()
  await ask(page, 'Two, which waits')
  const alert = page.getByRole('region', { name: 'Conversation' }).getByRole('alert')
  await expect(alert).toContainText('Today’s allowance is used up.')
  expect(upstream.requests.map((_, index) => keyOf(index))).toEqual(['Bearer sk-e2e'])
  await alert.getByRole('link', { name: 'Go to API keys' }).click()
  await expect(page).toHaveURL('/en/settings#keys')
  await expect(page.getByRole('heading', { name: 'API keys' })).toBeInViewport()

  await page.getByLabel('OpenAI', { exact: false }).first().fill(KEY)
  await page.locator('#keys').getByRole('button', { name: 'Save' }).first().click()
  await expect(page.getByText(`••••${KEY.slice(-4)}`)).toBeVisible()
  await page.goto('/en/settings#account')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download everything' }).click()
  const everything = await readFile(await (await saving).path(), 'utf8')

  await page.goto('/en/pro')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('log').getByText('Second', { exact: true })).toBeVisible()
  expect(keyOf(-1)).toBe(`Bearer ${KEY}`)
  await expect(page.getByText(/^Today’s allowance is used up. Your own key is used until/)).toBeVisible()
  await ask(page, 'Three')
  await expect(alert).toContainText('Your own key was not accepted.')
  await expect(alert.getByRole('link', { name: 'Go to API keys' })).toBeVisible()

  const usage = await page.request.get('/api/usage?groupBy=service', { headers })
  expect(await usage.json()).toMatchObject({
    today: { primary: { used: ALLOWANCE, remaining: 0 } },
    series: [{ key: 'llm', tokens: ALLOWANCE + 2_000, costUsd: 1, requests: 2, ownKeyRequests: 1 }],
  })
  const exported = await page.request.get('/api/account/export', { headers })
  const kept = await page.evaluate(() =>
    [localStorage, sessionStorage].flatMap((storage) =>
      Object.entries(storage).flatMap(([name, value]) => (String(value).includes('sk-own') ? [name] : [])),
    ),
  )
  expect(kept).toEqual(['vee.own-keys.v1'])
  await vee.stop()
  const files = await readdir(directory)
  const texts = await Promise.all(
    files.map((file) => readFile(join(directory, file), 'latin1').catch(() => '')),
  )
  for (const text of [everything, await exported.text(), vee.output(), ...texts]) {
    expect(text).not.toContain('sk-own')
  }
})

test('an own key is tested before it is saved, and nothing typed is lost', async ({
  page,
  vee,
  upstream,
}) => {
  await makeAccount(vee.url, EMAIL)
  await logInByEmail(page, EMAIL)
  await page.goto('/en/settings#keys')
  const keys = page.locator('#keys')
  await expect(keys.getByLabel('Mistral key')).toBeVisible()
  const field = keys.getByLabel('OpenAI key')
  await field.fill(KEY)
  upstream.script({ refusal: { status: 401, code: 'invalid_api_key' } }, { text: 'Good day.' })
  await keys.getByRole('button', { name: 'Test' }).click()
  await expect(keys.getByText('The key was not accepted. (HTTP 401)')).toBeVisible()
  await expect(field).toHaveValue(KEY)
  expect(await axeFaults(page, { within: '#keys' })).toEqual([])
  await keys.getByRole('button', { name: 'Test' }).click()
  await expect(keys.getByText(/It works\. gpt-4o replied after/)).toBeVisible()
  expect(upstream.requests.at(-1)?.headers['authorization']).toBe(`Bearer ${KEY}`)
  expect(await page.evaluate(() => localStorage.getItem('vee.own-keys.v1'))).toBeNull()
})
