import { expect, test } from './firefox.ts'

test.use({ isShared: true })

const SENTENCE = 'The lamp stands on the small table by the window, and the garden lies behind the house.'
const LONG = Array.from({ length: 40 }, (_, index) => `Point ${index + 1}. ${SENTENCE} ${SENTENCE}`).join(
  '\n\n',
)

/** The least share of the window's height for the words, as in e2e/talk/room-for-words.spec.ts. */
const SIZES = [
  { width: 1440, height: 900, share: 0.7 },
  { width: 1280, height: 720, share: 0.64 },
  // Firefox emulates no touch here: buttons are smaller than on a phone, the layout is the same.
  { width: 500, height: 844, share: 0.66 },
  { width: 844, height: 390, share: 0.68 },
] as const
const TOLERANCE_PX = 8
const NOTICE_PX = 32

test('the words have their share of the height while a reply is spoken and read, less one line with notices', async ({
  upstream,
  firefox,
}) => {
  const { page, see, click } = firefox
  const words = '[aria-label="Conversation"]'
  const heightOfWords = () => page.$eval(words, (view) => view.getBoundingClientRect().height)
  upstream.scriptOnly('chat', { text: LONG })
  await firefox.open('/en/')
  await firefox.type('textarea', 'How do I slow down sign-ups?')
  await page.keyboard.press('Enter')
  await see('Point 40.', '[role="log"]')
  await page.waitForSelector('[role="log"] mark')
  const inEverySize = async (state: string, lostPx = 0) => {
    for (const { width, height, share } of SIZES) {
      await page.setViewport({ width, height })
      await expect
        .poll(heightOfWords, { message: `${state} at ${width} × ${height}` })
        .toBeGreaterThanOrEqual(share * height - TOLERANCE_PX - lostPx)
    }
  }
  await inEverySize('speaking')

  const top = () => page.$eval(words, (view) => view.scrollTop)
  await page.setViewport({ width: 1440, height: 900 })
  await click('button', 'Pause')
  await see('Paused')
  const before = await top()
  await click('button', 'Interrupt')
  await see('Ready')
  expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(2)
  await inEverySize('reading')

  upstream.scriptOnly('chat', { text: 'A short reply.' })
  upstream.scriptOnly('speech', 'server-error')
  await firefox.type('textarea', 'Say it')
  await page.keyboard.press('Enter')
  await see('A short reply.', '[role="log"]')
  await page.evaluate(() => window.dispatchEvent(new Event('offline')))
  await inEverySize('with notices', NOTICE_PX)
})
