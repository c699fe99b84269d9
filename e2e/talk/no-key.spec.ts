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

test('if nothing can transcribe, the microphone shows that before it records', async ({ page, talk }) => {
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
