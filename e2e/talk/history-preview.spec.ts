import { expect } from '../test.ts'
import { test } from './talk-page.ts'

test.use({ isShared: true })

test('shows what the model would receive with the next question, and why', async ({
  page,
  upstream,
  talk,
}) => {
  upstream.scriptOnly('chat', { text: 'A fine boat.' })
  await talk.open()
  await talk.mute()
  const open = async () => {
    await page.getByRole('button', { name: 'Add to the message' }).click()
    await page.getByRole('menuitem', { name: 'What the model receives' }).click()
  }
  const dialog = page.getByRole('dialog', { name: 'What the model receives' })
  await open()
  await expect(dialog).toContainText('Nothing yet. Write a message first.')
  await dialog.getByRole('button', { name: 'Close' }).click()

  await talk.ask('My boat is called Albatross.')
  await expect(talk.lastReply).toContainText('A fine boat.')
  await talk.field.fill('What is my boat called?')
  const before = upstream.requests.length
  await open()
  const messages = dialog.getByRole('listitem')
  await expect(messages).toHaveCount(3)
  await expect(dialog).toContainText('3 of 3 messages')
  await expect(messages.first()).toContainText('My boat is called Albatross.')
  await expect(messages.first()).toContainText('Sent')
  await expect(messages.last()).toContainText('Your question')
  expect(upstream.requests).toHaveLength(before)

  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(talk.field).toHaveValue('What is my boat called?')
})
