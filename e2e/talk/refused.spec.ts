import { expect } from '../test.ts'
import { choose, test } from './talk-page.ts'

const EXPENSIVE = { text: 'That was dear.', usage: { promptTokens: 100_000, completionTokens: 1_000 } }

test('at the cost limit: an error instead of endless waiting, a way to reset the session, and back', async ({
  page,
  upstream,
  talk,
}) => {
  await choose(page, { muted: true, costLimit: { session: 0.01, daily: 0, monthly: 0 } })
  await talk.open()
  upstream.scriptOnly('chat', EXPENSIVE, { text: 'A new beginning.' })
  const costs = page.waitForResponse((response) => response.url().endsWith('/api/cost/session'))
  await talk.ask('First')
  await expect(talk.lastReply).toContainText('That was dear.')
  await costs

  await talk.ask('Second')
  const alert = talk.lastReply.getByRole('alert')
  await expect(alert.getByText('Cost limit exceeded', { exact: true })).toBeVisible()
  await expect(alert.getByText('Your message is kept.', { exact: true })).toBeVisible()
  await expect(alert.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await expect(talk.status).toContainText('Error')
  await expect(talk.lastReply).not.toContainText('gpt-4o')

  await alert.getByRole('button', { name: 'Clear session' }).click()
  await expect(page.getByText('Chat and costs for this session have been reset.')).toBeVisible()
  await expect(talk.questions).toHaveCount(0)
  await page.getByRole('button', { name: 'Restore the chat' }).click()
  await expect(talk.questions).toHaveCount(2)

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('clear')
  await page.keyboard.press('Enter')
  await expect(talk.questions).toHaveCount(0)
  await talk.ask('Third')
  await expect(talk.lastReply).toContainText('A new beginning.')
})

test.describe('with one demo reply a day', () => {
  test.use({ settings: { DEMO_REPLIES_PER_DAY: '1' } })

  test('a visitor is informed at the start that the demo is used up, and when it is reset', async ({
    page,
    talk,
  }) => {
    await talk.open()
    await expect(page.getByText('Demo replies left today: 1 of 1')).toBeVisible()
    await talk.mute()
    await talk.ask('First')
    await expect(talk.lastReply).toContainText('You said: “First”')

    await page.reload()
    await expect(page.getByText('Today’s demo replies are used up')).toBeVisible()
    await talk.ask('Second')
    const alert = talk.lastReply.getByRole('alert')
    await expect(alert).toContainText(/You can try again after .*\d/)
    await expect(alert.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  })
})

test.describe('with a token that the server rejects', () => {
  test.use({ isShared: true })

  test('the home page remains the home page, where a visitor may talk', async ({ page, talk }) => {
    await page.addInitScript(() => {
      if (sessionStorage.getItem('vee.test.once') === null)
        localStorage.setItem('vee.auth-token', 'of-yesterday')
      sessionStorage.setItem('vee.test.once', '1')
    })
    await talk.open()
    await expect(page).toHaveURL(/\/en\/?$/)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('vee.auth-token'))).toBeNull()
    await expect(page).toHaveURL(/\/en\/?$/)
    await talk.ask('Hello')
    await expect(talk.lastReply).toContainText('You said: “Hello”')
  })
})

test('offline: the dock does not claim that the server works', async ({ context, talk }) => {
  await talk.open()
  await talk.mute()
  await talk.ask('First')
  await expect(talk.lastReply).toContainText('You said: “First”')
  await context.setOffline(true)
  await talk.ask('Second')
  await expect(talk.lastReply).toContainText('Reconnecting… Your message is kept.')
  await expect(talk.status).toContainText('Connecting')
  await context.setOffline(false)
  await expect(talk.lastReply).toContainText('You said: “Second”')
})
