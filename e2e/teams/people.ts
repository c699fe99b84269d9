import type { Browser, BrowserContext, Page } from '@playwright/test'
import { PASSWORD, makeAccount } from '../accounts/sign-up.ts'
import { expect } from '../test.ts'

/** Somebody in a browser of their own, signed in. */
export async function personIn(browser: Browser, url: string, email: string): Promise<Page> {
  await makeAccount(url, email)
  const page = await visitorIn(browser, url)
  await page.goto('/en/login')
  await logIn(page, email)
  await expect(page.getByRole('button', { name: 'Account' })).toBeVisible()
  return page
}

/** Somebody in a browser of their own whom the server does not know. */
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

/** The part of the settings that is about teams. */
export async function openTeams(page: Page) {
  await page.goto('/en/settings#teams')
  return page.locator('#teams')
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
