import { expect, noMicrophone } from '../test.ts'
import { test } from './talk-page.ts'

test.use({ ...noMicrophone(), isShared: true })

test('shows that none was found; typing works', async ({ page, talk }) => {
  await talk.open()
  await talk.microphone.click()
  const card = page.getByRole('alert').filter({ hasText: 'No microphone was found.' })
  await expect(card).toContainText('Connect one, then try again.')
  await talk.ask('Hello')
  await expect(talk.lastReply).toContainText('You said: “Hello”')
  await expect(card).toHaveCount(0)
})
