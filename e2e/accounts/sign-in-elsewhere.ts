import type { Page } from '@playwright/test'

/** Signs in on the pages of the fake issuer, from a page that offers it. */
export async function signInElsewhere(page: Page, login: string): Promise<void> {
  await page.getByRole('button', { name: 'Example University' }).click()
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}
