import { deniedMicrophone, expect } from '../test.ts'
import { test } from './talk-page.ts'

test.use({ ...deniedMicrophone(), isShared: true })

test('leaves room for the words on a phone', async ({ page, talk }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await talk.open()
  await talk.microphone.click()
  await expect(page.getByRole('button', { name: 'How to allow it' })).toBeVisible()
  const dock = await page.getByRole('region', { name: 'Talk to Vee' }).boundingBox()
  expect(dock?.height).toBeLessThanOrEqual(220)
})

test('shows the reason and how to allow it; typing works', async ({ page, talk }) => {
  await talk.open()
  await talk.microphone.click()
  const card = page.getByRole('alert').filter({ hasText: 'Microphone access is blocked for this page.' })
  await expect(card).toContainText('Click the icon to the left of the address, then Microphone, then Allow.')
  await expect(talk.status).toContainText('Error')
  await expect(card.getByRole('button', { name: 'Try again' })).toBeVisible()
  const how = card.getByRole('button', { name: 'How to allow it' })
  await how.click()
  await expect(how).toHaveAttribute('aria-expanded', 'true')
  await expect(card.getByText(/^Hold to talk needs the microphone\./)).toBeInViewport()

  await card.getByRole('button', { name: 'Type instead' }).click()
  await expect(card).toHaveCount(0)
  await expect(talk.field).toBeFocused()
  await page.keyboard.type('Hello')
  await page.keyboard.press('Enter')
  await expect(talk.lastReply).toContainText('You said: “Hello”')
})
