import { expect, microphone, type Page } from '../test.ts'
import { choose, test, type TalkPage } from './talk-page.ts'

test.use({ ...microphone('question.wav'), isShared: true })

type Way = (page: Page, talk: TalkPage) => Promise<void>

/** The ways in which a recording can end, starting with a held button and an open microphone. */
const WAYS: Readonly<Record<string, Way>> = {
  'letting go': (_page, talk) => talk.release(),
  Esc: (page) => page.keyboard.press('Escape'),
  'sending typed text': async (_page, talk) => {
    await talk.field.fill('Hello')
    await talk.field.press('Enter')
  },
  'a hidden page': async (page) => {
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
      Reflect.deleteProperty(document, 'visibilityState')
    })
  },
  'a disconnected microphone': async (page) => {
    await page.evaluate(() => {
      const track = window.veeTracks.at(-1)
      track?.stop()
      track?.dispatchEvent(new Event('ended'))
    })
  },
}

test('the microphone is closed after every way of ending a recording', async ({ page, talk }) => {
  await talk.open()
  await talk.mute()
  for (const [way, end] of Object.entries(WAYS)) {
    await test.step(way, async () => {
      await talk.press()
      expect(await talk.openTracks()).toBe(1)
      // A press of less than 0.3 s is a tap, after which recording continues.
      await page.waitForFunction(() => performance.now() - window.veeMicrophoneAt > 400)
      await end(page, talk)
      await expect.poll(talk.openTracks).toBe(0)
      await expect(talk.status).not.toContainText('Listening')
      await talk.release()
    })
  }
})

test('releasing the button before the microphone opens leaves none open', async ({ page, talk }) => {
  await page.addInitScript(() => {
    const { mediaDevices } = navigator
    const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices)
    // Simulates a user who takes time to allow it.
    mediaDevices.getUserMedia = async (constraints) => {
      const { promise, resolve } = Promise.withResolvers<Event>()
      addEventListener('allowed', resolve, { once: true })
      document.body.dataset['asked'] = ''
      await promise
      return await getUserMedia(constraints)
    }
  })
  await talk.open()
  await talk.microphone.hover()
  await page.mouse.down()
  await expect(talk.status).toContainText('Connecting')
  await page.locator('body[data-asked]').waitFor()
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(talk.status).toContainText('Ready')
  await page.evaluate(() => dispatchEvent(new Event('allowed')))
  await page.waitForFunction(() => window.veeTracks.length > 0)
  await expect.poll(talk.openTracks).toBe(0)
  await expect(talk.status).toContainText('Ready')
})

test('audio that does not start leaves no microphone open', async ({ page, talk }) => {
  await page.addInitScript(() => {
    // A phone call uses the audio, or the browser requires a user gesture.
    AudioContext.prototype.resume = () => new Promise(() => {})
  })
  await talk.open()
  await talk.microphone.hover()
  await page.mouse.down()
  await page.waitForFunction(() => window.veeTracks.length > 0)
  await expect(talk.status).toContainText('Connecting')
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(talk.status).toContainText('Ready')
  await expect.poll(talk.openTracks).toBe(0)
})

test('hands-free, a disconnected microphone is replaced by another, and no word is lost', async ({
  page,
  upstream,
  talk,
}) => {
  upstream.scriptOnly('transcription', { text: 'What is a token bucket?' })
  await choose(page, { audioInputMode: 'continuous' })
  await talk.open()
  await talk.microphone.click()
  await expect(talk.status).toContainText('Listening')
  await talk.question()
  await page.evaluate(() => {
    const track = window.veeTracks.at(-1)
    track?.stop()
    track?.dispatchEvent(new Event('ended'))
  })
  await expect(talk.questions).toContainText('What is a token bucket?')
  expect(await page.evaluate(() => window.veeTracks.length)).toBe(2)
  expect(await talk.openTracks()).toBe(1)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Microphone: tap to stop listening' }).click()
  await expect.poll(talk.openTracks).toBe(0)
})

test('leaving the screen while recording closes the microphone', async ({ page, talk }) => {
  await talk.open()
  await talk.press()
  await page.evaluate(() => {
    history.pushState(null, '', '/en/about')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(talk.microphone).toHaveCount(0)
  await expect.poll(talk.openTracks).toBe(0)
})
