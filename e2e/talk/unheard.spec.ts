import { readFile } from 'node:fs/promises'
import { expect, microphone } from '../test.ts'
import { test } from './talk-page.ts'

test.use({ ...microphone('question.wav'), isShared: true })

test('preserves the utterance: Retry, Download, Type it, also after a reload', async ({
  page,
  upstream,
  talk,
}) => {
  upstream.scriptOnly('transcription', 'server-error')
  await talk.open()
  await talk.say()
  const kept = page.getByRole('list', { name: 'Saved recordings' }).getByRole('listitem')
  await expect(kept).toHaveCount(1)
  await expect(kept.getByRole('button', { name: 'Type it' })).toBeVisible()
  expect(await talk.openTracks()).toBe(0)

  await page.reload()
  const download = page.waitForEvent('download')
  await kept.getByRole('button', { name: 'Download' }).click()
  const recording = await readFile(await (await download).path())
  expect(recording.toString('latin1', 0, 4)).toBe('RIFF')
  // At least the 1.4 s of speech, at 16 kHz and 16 bits.
  expect(recording.length).toBeGreaterThan(45_000)

  upstream.scriptOnly('transcription', { text: 'What is a token bucket?' })
  await kept.getByRole('button', { name: 'Try again' }).click()
  await expect(talk.field).toHaveValue('What is a token bucket?')
  await expect(talk.send).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(talk.lastReply).toContainText('You said: “What is a token bucket?”')
  await expect(kept).toHaveCount(0)
})
