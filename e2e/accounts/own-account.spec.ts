import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '../test.ts'
import { makeAccount, PASSWORD } from './sign-up.ts'

const EMAIL = 'ann@example.org'

async function tokenOf(url: string, password = PASSWORD): Promise<string> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0' },
    body: JSON.stringify({ email: EMAIL, password }),
  })
  return ((await response.json()) as { token?: string }).token ?? ''
}

const status = async (url: string, token: string) =>
  (
    await fetch(`${url}/api/auth`, {
      headers: { authorization: `Bearer ${token}`, 'user-agent': 'Firefox/140.0 Linux' },
    })
  ).status

async function openAccount(page: Page, url: string): Promise<void> {
  const token = await tokenOf(url)
  await page.addInitScript((kept) => {
    if (sessionStorage.getItem('arrived') !== null) return
    sessionStorage.setItem('arrived', 'true')
    localStorage.setItem('vee.auth-token', kept)
  }, token)
  await page.goto('/en/settings#account')
  await expect(page.getByText(EMAIL)).toBeVisible()
}

test('a member changes name and password, revokes a session, and exports all data', async ({ page, vee }) => {
  await makeAccount(vee.url, EMAIL)
  const elsewhere = await tokenOf(vee.url)
  expect(await status(vee.url, elsewhere)).toBe(200)
  await openAccount(page, vee.url)

  await page.getByLabel('Name', { exact: true }).fill('Ann')
  await page.locator('#account').getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved.')).toBeVisible()

  await page.getByRole('button', { name: 'Log out Firefox · Linux' }).first().click()
  await expect(page.getByText('Device logged out.')).toBeVisible()
  expect(await status(vee.url, elsewhere)).toBe(401)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download everything' }).click()
  const file = JSON.parse(await readFile(await (await download).path(), 'utf8')) as object
  expect(file).toMatchObject({ account: { profile: { displayName: 'Ann' } }, browser: { product: 'vee' } })

  await page.getByLabel('Current password').fill('not this one 1')
  await page.getByLabel('New password').fill('louder-harbour-8')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('The password is incorrect.')).toBeVisible()
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Your password is changed.')).toBeVisible()
  expect(await tokenOf(vee.url, 'louder-harbour-8')).not.toBe('')
})

test('an account is deleted after its address and password were entered, with all its data', async ({
  page,
  vee,
}) => {
  await makeAccount(vee.url, EMAIL)
  await openAccount(page, vee.url)
  await page.evaluate(() => sessionStorage.setItem('vee.registration.v1', '{"email":"ann@example.org"}'))
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete account' })
  await dialog.getByLabel(/^Type your email/).fill('bob@example.org')
  await dialog.getByLabel('Current password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(dialog.getByText('This does not match the address of your account.')).toBeVisible()
  await dialog.getByLabel(/^Type your email/).fill(EMAIL)
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(await tokenOf(vee.url)).toBe('')
  const kept = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
  )
  expect(kept).not.toContain(EMAIL)
  expect(kept).not.toContain('vee.auth-token')
})

test('a password reset link works for a signed-in user too', async ({ page, vee }) => {
  await makeAccount(vee.url, EMAIL)
  await openAccount(page, vee.url)
  await page.goto('/en/login#reset=unknown')
  await page.getByLabel('New password').fill('louder-harbour-8')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText(/has expired or has already been used/)).toBeVisible()
})
