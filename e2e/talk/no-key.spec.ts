import { expect, microphone } from '../test.ts'
import { test } from './talk-page.ts'

test.use({ hasVendor: false, ...microphone('question.wav') })

test('without any key, the built-in responder replies, under its name', async ({ talk, upstream }) => {
  await talk.open()
  await talk.ask('what is 12 * 12')
  await expect(talk.lastReply).toContainText('144')
  await expect(talk.lastReply).toContainText('Built-in responder')
  expect(upstream.requests).toEqual([])
})

test('and reports what it cannot know', async ({ talk }) => {
  await talk.open()
  await talk.ask('Who won the football match yesterday?')
  await expect(talk.lastReply).toContainText('Built-in responder')
  await expect(talk.lastReply).toContainText(/model/i)
})

test('a phone, whose footer is hidden, shows how a model is connected', async ({ page, talk }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await talk.open()
  const connect = page.getByRole('main').getByRole('link', { name: 'Connect a model' })
  await expect(connect).toBeInViewport({ ratio: 1 })
  await expect(page.getByText(/^The built-in responder replies/)).toBeVisible()
})

/** A browser's recognition that returns the same words each time, as soon as it is stopped. */
function hearsWords(): void {
  class Recognition extends EventTarget {
    lang = ''
    start(): void {}
    stop(): void {
      const heard = Object.assign([{ transcript: 'what is 12 * 12' }], { isFinal: true })
      this.dispatchEvent(Object.assign(new Event('result'), { results: [heard] }))
      this.dispatchEvent(new Event('end'))
    }
    abort(): void {
      this.dispatchEvent(new Event('end'))
    }
  }
  Object.assign(globalThis, { SpeechRecognition: Recognition })
}

test('the browser transcribes the very first words, and Vee shows that it does', async ({ page, talk }) => {
  await page.addInitScript(hearsWords)
  // The badge requests it when the page opens.
  const told = page.waitForResponse('**/api/system/llm-status')
  await talk.open()
  await told
  await talk.say()
  await expect(talk.field).toHaveValue('what is 12 * 12')
  await expect(page.getByText('Your browser does it instead')).toBeVisible()
})

test('the browser recognizes on this device after the download, and the settings show it', async ({
  page,
  talk,
}) => {
  await page.addInitScript(hearsWords)
  await page.addInitScript(() => {
    const scope = globalThis as unknown as { SpeechRecognition: object; local: boolean[] }
    let isInstalled = false
    scope.local = []
    Object.assign(scope.SpeechRecognition, {
      available: ({ langs }: { langs: string[] }) =>
        Promise.resolve(langs[0] !== 'en-US' ? 'unavailable' : isInstalled ? 'available' : 'downloadable'),
      install() {
        isInstalled = true
        return Promise.resolve(true)
      },
    })
    Object.assign((scope.SpeechRecognition as { prototype: object }).prototype, {
      start(this: { processLocally?: boolean }) {
        scope.local.push(this.processLocally === true)
      },
    })
  })
  const told = page.waitForResponse('**/api/system/llm-status')
  await talk.open()
  await told
  await talk.say()
  await expect(talk.field).toHaveValue('what is 12 * 12')
  await page.getByRole('button', { name: /^Input mode/ }).click()
  await page.getByRole('menuitem', { name: 'Check microphone and voice' }).click()
  const dialog = page.getByRole('dialog', { name: 'Voice check' })
  await expect(dialog.getByText('at this browser’s speech service, which may be online')).toBeVisible()
  await dialog.getByRole('button', { name: 'Recognize speech on this device' }).click()
  await expect(dialog.getByText('on this device', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await talk.field.fill('')
  await talk.say()
  await expect(talk.field).toHaveValue('what is 12 * 12')
  expect(await page.evaluate(() => (globalThis as unknown as { local: boolean[] }).local)).toEqual([
    false,
    true,
  ])
})

test('where nothing can hear, the microphone says so before it records', async ({ page, talk }) => {
  await page.addInitScript(() => {
    Object.assign(globalThis, { SpeechRecognition: undefined, webkitSpeechRecognition: undefined })
  })
  const told = page.waitForResponse('**/api/system/llm-status')
  await talk.open()
  await told
  await talk.microphone.click()
  await expect(page.getByText(/^Speech recognition is not set up on this server/)).toBeVisible()
  await expect(talk.status).toContainText('Ready')
  expect(await talk.openTracks()).toBe(0)
})
