import { heard } from '../output-tap.ts'
import { expect, type Page } from '../test.ts'
import { test } from './talk-page.ts'

test.use({ isShared: true })

/** A browser that allows audio only in a click. Chromium itself accepts any earlier key. */
async function blockSound(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.AudioContext = class extends AudioContext {
      constructor(options?: AudioContextOptions) {
        super(options)
        void this.suspend()
      }
      override resume(): Promise<void> {
        return window.event?.type === 'click' ? super.resume() : new Promise(() => {})
      }
    }
  })
}

test('a browser that requires a press before audio: one button offers it, and the reply is audible', async ({
  page,
  talk,
}) => {
  await blockSound(page)
  await talk.open()
  await talk.ask('Hello')
  const tapToHear = page.getByRole('button', { name: 'Tap to hear' })
  await expect(tapToHear).toHaveCount(1)
  await expect(talk.lastReply).toContainText('You said: “Hello”')
  expect(await heard(page)).toEqual([])
  await tapToHear.click()
  await expect(talk.status).toContainText('Speaking')
  await expect(tapToHear).toHaveCount(0)
  await expect.poll(async () => (await heard(page)).length).toBeGreaterThan(0)
})
