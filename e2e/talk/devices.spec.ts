import { expect, microphone, type Page } from '../test.ts'
import { choose, test, type TalkPage } from './talk-page.ts'

test.use(microphone('question.wav', 3))

/** Returns the labels of the microphones that the page opened, in order. */
const given = (page: Page) => page.evaluate(() => window.veeTracks.map(({ label }) => label))

async function sayWith(deviceId: string, page: Page, talk: TalkPage): Promise<void> {
  await choose(page, { selectedAudioInputDeviceId: deviceId })
  await page.reload()
  await talk.say()
  await expect(talk.field).toHaveValue('hello there')
}

test('the chosen microphone is opened', async ({ page, talk }) => {
  await talk.open()
  const devices = await page.evaluate(() => navigator.mediaDevices.enumerateDevices())
  const chosen = devices.find(({ label }) => label === 'Fake Audio Input 2')
  await sayWith(chosen?.deviceId ?? '', page, talk)
  expect(await given(page)).toEqual(['Fake Audio Input 2'])
})

test('a chosen microphone that is missing is replaced by the default', async ({ page, talk }) => {
  // The page received no event: the id is from before the browser's data was cleared.
  await page.addInitScript(() => {
    navigator.mediaDevices.enumerateDevices = () => Promise.resolve([])
  })
  await talk.open()
  await sayWith('of-yesterday', page, talk)
  expect(await given(page)).toEqual(['Fake Default Audio Input'])
})
