import { deniedMicrophone, expect } from '../test.ts'
import { test } from './talk-page.ts'

test.use({ ...deniedMicrophone(), isShared: true })

test('shows the reason and how to allow it; typing works', async ({ page, talk }) => {
  await talk.open()
  await talk.microphone.click()
  const card = page.getByRole('alert').filter({ hasText: 'Microphone access is blocked for this page.' })
  await expect(card).toContainText('Click the icon to the left of the address, then Microphone, then Allow.')
  await expect(talk.status).toContainText('Error')
  await expect(card.getByRole('button', { name: 'Try again' })).toBeVisible()

  await card.getByRole('button', { name: 'Type instead' }).click()
  await expect(card).toHaveCount(0)
  await expect(talk.field).toBeFocused()
  await page.keyboard.type('Hello')
  await page.keyboard.press('Enter')
  await expect(talk.lastReply).toContainText('You said: “Hello”')
})
