import { expect, microphone } from '../test.ts'
import { test } from './talk-page.ts'

test.use(microphone('interruption.wav'))

test('checks microphone, room, network and voices, and closes the microphone', async ({
  page,
  upstream,
  talk,
}) => {
  upstream.scriptOnly('transcription', { text: 'The weather is fine.' })
  await talk.open()
  await page.getByRole('button', { name: /^Input mode/ }).click()
  await page.getByRole('menuitem', { name: 'Check microphone and voice' }).click()
  const dialog = page.getByRole('dialog', { name: 'Voice check' })
  await dialog.getByRole('button', { name: 'Begin' }).click()
  await expect(dialog).toContainText('Please be quiet for a moment')
  await expect(dialog).toContainText('Vee heard: “The weather is fine.”', { timeout: 20_000 })
  await expect(dialog.getByRole('listitem')).toHaveCount(8)
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Live connection' })).toContainText('Good')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Voice of the server' })).toContainText('Good')
  expect(await talk.openTracks()).toBe(0)
})
