import { expect, type Page } from '@playwright/test'

/** Settings of a server with prices. */
export const PRICED = { PLANS: JSON.stringify({ creator: { pricePerMonth: 29.5 } }) }

export const PASSWORD = 'quiet-harbour-7'

/** Creates an account by the API. Returns its token. */
export async function makeAccount(url: string, email: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD, acceptTerms: true }),
  })
  if (!response.ok) throw new Error(`no account was made: ${response.status}`)
  return ((await response.json()) as { token: string }).token
}

/** Fills in the first step of a registration and submits it. */
export async function beginRegistration(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('checkbox', { name: /I accept the terms/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Opens the part of the login page for holders of the passphrase. */
export async function openSharedAccess(page: Page): Promise<void> {
  await page.getByText('I have a shared passphrase').click()
}

/** Signs in with the form; stays on the page after it. */
export async function logInByEmail(page: Page, email: string): Promise<void> {
  await page.goto('/en/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page).toHaveURL('/en/pro')
}
