import type { Browser, BrowserContext, Page } from '@playwright/test'
import { PASSWORD, makeAccount } from '../accounts/sign-up.ts'
import { expect } from '../test.ts'

/** Opens a separate signed-in browser context: in one tab, or in all of them (`remember`). */
export async function personIn(
  browser: Browser,
  url: string,
  email: string,
  { remember = false } = {},
): Promise<Page> {
  // It may exist already; otherwise the login fails.
  await makeAccount(url, email).catch(() => undefined)
  const page = await visitorIn(browser, url)
  await page.goto('/en/login')
  if (remember) await page.getByLabel('Remember me').first().check()
  await logIn(page, email)
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  return page
}

/** Returns a token of an account, which is created if it does not exist. */
export async function tokenOf(url: string, email: string): Promise<string> {
  await makeAccount(url, email).catch(() => undefined)
  return String((await callAs(url)('POST', '/auth/login', { email, password: PASSWORD })).token)
}

/** Sends API requests as a user; errors fail the test. Returns the type declared in the contract. */
export const callAs =
  (url: string, token?: string) =>
  // oxlint-disable-next-line typescript/no-explicit-any -- each test reads what it asked for
  async (method: string, path: string, body?: object): Promise<any> => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }

/** Opens a separate browser context of an unknown visitor. */
export async function visitorIn(browser: Browser, url: string): Promise<Page> {
  const context: BrowserContext = await browser.newContext({
    baseURL: url,
    serviceWorkers: 'block',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  return context.newPage()
}

export async function logIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).last().click()
}

/** Opens the section of the settings about teams. */
export async function openTeams(page: Page) {
  await page.goto('/en/settings#teams')
  return page.locator('#teams')
}

/** Creates a team in the settings, and returns that section. */
export async function foundTeam(page: Page, name: string) {
  const teams = await openTeams(page)
  await teams.getByLabel('Team name').fill(name)
  await teams.getByRole('button', { name: 'Create team' }).click()
  await expect(teams.getByRole('tab', { name: 'People' })).toBeVisible()
  return teams
}

/** Invites, and copies the link. */
export async function inviteLink(page: Page, email: string): Promise<string> {
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Send invite' }).click()
  await expect(page.getByText('Invite sent')).toBeVisible()
  await page.getByRole('button', { name: `Copy link ${email}` }).click()
  await expect(page.getByText('Invite link copied')).toBeVisible()
  return page.evaluate(() => navigator.clipboard.readText())
}

/** Invites through the API, and returns the token of the link. */
export async function inviteByCall(
  asAdmin: ReturnType<typeof callAs>,
  organizationId: string,
  email: string,
): Promise<string> {
  return String((await asAdmin('POST', `/organizations/${organizationId}/invites`, { email })).token)
}
