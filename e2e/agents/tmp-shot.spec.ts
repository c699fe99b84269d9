import { test } from '../talk/talk-page.ts'
import { microphone, expect } from '../test.ts'
import { openAgent } from './agent-page.ts'
test.use({ ...microphone('interruption.wav') })
const TRANSCRIPT = `WEBVTT

00:00:01.000 --> 00:00:04.000
<v Ann>So we buy the boat.

00:00:05.500 --> 00:00:08.000
<v Bob>Good. I call the port by Friday.
`
test('shots', async ({ page, upstream }) => {
  upstream.scriptOnly('transcription', { text: 'What is a token bucket?' })
  await page.setViewportSize({ width: 1440, height: 900 })
  const meetings = await openAgent(page, 'meeting_summarizer', 'Meetings')
  await meetings.getByRole('button', { name: 'New meeting' }).click()
  await page.waitForTimeout(1500)
  await page.screenshot({ path: '/tmp/m-new-d.png' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.waitForTimeout(500)
  await page.screenshot({ path: '/tmp/m-new-p.png' })
  await meetings.getByRole('button', { name: 'Everyone agrees: record' }).click()
  await expect(meetings.getByRole('timer')).toHaveText('0:04')
  await page.screenshot({ path: '/tmp/m-rec-p.png' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.waitForTimeout(500)
  await page.screenshot({ path: '/tmp/m-rec-d.png' })
  await meetings.getByRole('button', { name: 'Stop' }).click()
  await meetings.getByRole('button', { name: 'All meetings' }).click()
  await meetings.getByLabel('Import', { exact: true }).setInputFiles({ name: 'Harbour.vtt', mimeType: 'text/vtt', buffer: Buffer.from(TRANSCRIPT) })
  await expect(meetings.getByLabel('Title')).toHaveValue('Harbour')
  await page.screenshot({ path: '/tmp/m-res-d.png' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.waitForTimeout(500)
  await page.screenshot({ path: '/tmp/m-res-p.png' })
})
