import { expect } from '../test.ts'
import { openSharedAccess } from '../accounts/sign-up.ts'
import { asked, test } from './talk-page.ts'

test('an agent for members is offered after signing in', async ({ page, vee, upstream, talk }) => {
  await talk.open()
  await page.getByRole('button', { name: /^Assistant/ }).click()
  await page.getByRole('button', { name: 'Log in to talk to Nerf' }).click()
  await expect(page).toHaveURL(/\/en\/login/)

  await openSharedAccess(page)
  await page.getByLabel('Global password').fill('not this one')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Invalid credentials')).toBeVisible()
  await page.getByLabel('Global password').fill(vee.passphrase)
  await page.keyboard.press('Enter')
  await expect(talk.field).toBeVisible()

  await page.getByRole('button', { name: /^Assistant/ }).click()
  await page.getByRole('button', { name: 'Talk to Nerf' }).click()
  await expect(page.getByRole('textbox', { name: 'Message Nerf' })).toBeVisible()
  await talk.ask('Hello')
  await expect(talk.lastReply).toContainText('You said: “Hello”')
  expect(asked(upstream)).toEqual(['Hello'])
})

test('a visitor who sends a message anyway is asked to sign in', async ({ page, upstream, talk }) => {
  await page.addInitScript(() => {
    localStorage.setItem('vee.user-settings.v1.5.1', JSON.stringify({ currentAppMode: 'nerf_agent' }))
  })
  await talk.open()
  await talk.ask('Hello')
  await expect(talk.lastReply.getByRole('alert')).toContainText('No reply was received.')
  await expect(talk.lastReply.getByRole('alert')).toContainText('Log in')
  expect(upstream.requests).toEqual([])
})
