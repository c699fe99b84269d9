import { soundAfterPress } from '../output-tap.ts'
import { expect, microphone } from '../test.ts'
import { recordings } from './stream-house.ts'
import { asked, choose, test } from './talk-page.ts'

test.use({ ...microphone('question.wav'), isShared: true })

const REPLY = 'Each call takes one token out of it.'

test.describe('continuous listening', () => {
  test('one tap, and speech is sent and answered automatically, until the next tap', async ({
    page,
    upstream,
    talk,
  }) => {
    await choose(page, { audioInputMode: 'continuous' })
    upstream.scriptOnly('transcription', { text: 'What is a token bucket?' })
    upstream.scriptOnly('chat', { text: REPLY })
    await talk.open()
    await talk.microphone.click()
    await expect(talk.status).toContainText('Listening')
    await expect(talk.questions).toContainText('What is a token bucket?')
    await expect(talk.lastReply).toContainText('Each call takes one token out of it.')
    // A speculative reply may have asked the same before the turn was over.
    expect([...new Set(asked(upstream))]).toEqual(['What is a token bucket?'])

    await expect(talk.status).toContainText('Just talk')
    expect(await talk.openTracks()).toBe(1)
    await page.getByRole('button', { name: 'Microphone: tap to stop listening' }).click()
    await expect(talk.status).toContainText('Ready')
    expect(await talk.openTracks()).toBe(0)
  })

  test('a press during speech stops it and listens, whether it listened before or not', async ({
    page,
    upstream,
    talk,
  }) => {
    await choose(page, { audioInputMode: 'continuous' })
    upstream.scriptOnly('transcription', { text: '' })
    // Speaks until it is interrupted, however slow the machine is.
    upstream.scriptOnly('chat', { text: `${REPLY} `.repeat(20) })
    await talk.open()
    await talk.ask('What is a token bucket?')
    for (const ear of ['closed', 'open']) {
      await test.step(`the microphone is ${ear}`, async () => {
        if (ear === 'open') {
          // The microphone's file is speech, during which nothing is read aloud; afterwards it is transcribed.
          await expect.poll(() => recordings(upstream)).toBe(1)
          await expect(talk.status).toContainText('Just talk')
          await page.getByRole('button', { name: 'Read aloud' }).click()
        }
        await expect(talk.status).toContainText('Speaking')
        await page.getByRole('button', { name: 'Microphone: press to interrupt and talk' }).click()
        await soundAfterPress(page)
        await expect(talk.status).toContainText('Listening')
        await expect(talk.unspoken.last()).toContainText('Each call')
        expect(await talk.openTracks()).toBe(1)
      })
    }
  })

  test('leaves the transcript for review if automatic sending is off', async ({ page, upstream, talk }) => {
    await choose(page, { audioInputMode: 'continuous', continuous: { autoSend: false } })
    upstream.scriptOnly('transcription', { text: 'What is a token bucket?' })
    await talk.open()
    await talk.microphone.click()
    await expect(talk.field).toHaveValue('What is a token bucket?')
    await expect(talk.send).toBeFocused()
    expect(asked(upstream)).toEqual([])
  })

  test('changes the mode at any time, and closes the microphone', async ({ page, talk }) => {
    await choose(page, { audioInputMode: 'continuous' })
    await talk.open()
    await talk.microphone.click()
    await expect(talk.status).toContainText('Listening')
    await page.getByRole('button', { name: /^Input mode/ }).click()
    await page.getByRole('menuitemcheckbox', { name: /^Hold to talk/ }).click()
    await expect(talk.status).toContainText('Ready')
    await expect.poll(() => talk.openTracks()).toBe(0)
    // The menu takes the focus back from the button while it is held.
    await talk.say()
    await expect(talk.field).toHaveValue('hello there')
    await expect(talk.status).not.toContainText('Listening')
  })

  test('preserves the utterance after a tap when the mode is changed in the meantime', async ({
    page,
    upstream,
    talk,
  }) => {
    upstream.scriptOnly('transcription', { text: 'What is a token bucket?' })
    await talk.open()
    await talk.microphone.click()
    await expect(talk.status).toContainText('Tap again')
    await talk.question()
    await page.getByRole('button', { name: /^Input mode/ }).click()
    await page.getByRole('menuitemcheckbox', { name: /^Continuous/ }).click()
    await expect(talk.field).toHaveValue('What is a token bucket?')
    expect(await talk.openTracks()).toBe(0)
    await talk.microphone.click()
    await expect(talk.status).toContainText('Listening')
    expect(await talk.openTracks()).toBe(1)
  })
})

test.describe('voice activation', () => {
  test.beforeEach(async ({ page, talk }) => {
    // The recognition of headless Chromium never responds.
    await page.addInitScript(() => {
      Reflect.deleteProperty(globalThis, 'webkitSpeechRecognition')
      Reflect.deleteProperty(globalThis, 'SpeechRecognition')
    })
    await choose(page, { audioInputMode: 'voice-activation' })
    await talk.open()
  })

  test('says before it starts who receives what is spoken nearby', async ({ page, talk }) => {
    // The vendor of this test runs on this machine.
    await expect(page.getByText('everything said nearby is transcribed on this server.')).toBeVisible()
    expect(await talk.openTracks()).toBe(0)
  })

  test('uses the words after the wake word, and shows the open microphone', async ({
    page,
    upstream,
    talk,
  }) => {
    upstream.scriptOnly('transcription', { text: 'Vee, what is a token bucket?' })
    upstream.scriptOnly('chat', { text: REPLY })
    await page.getByRole('button', { name: 'Listen anyway' }).click()
    await expect(talk.status).toContainText('The mic is on. Say “Vee” to begin')
    await expect(talk.questions).toContainText('what is a token bucket?')
    await expect(talk.lastReply).toContainText('Each call takes one token out of it.')
    expect(asked(upstream)).toContain('what is a token bucket?')
  })

  test('sends it to the agent whose name was called', async ({ page, upstream, talk }) => {
    upstream.scriptOnly('transcription', { text: 'Tutor, what is a token bucket?' })
    upstream.scriptOnly('chat', { text: REPLY })
    await page.getByRole('button', { name: 'Listen anyway' }).click()
    await expect(page.getByRole('button', { name: 'Assistant: Tutor' })).toBeVisible()
    await expect(talk.questions).toContainText('what is a token bucket?')
    await expect(talk.lastReply).toContainText('Each call takes one token out of it.')
    expect(await talk.openTracks()).toBe(1)
  })

  test('stores nothing of speech without a wake word', async ({ page, upstream, talk }) => {
    upstream.scriptOnly('transcription', { text: 'What is a token bucket?' })
    await page.getByRole('button', { name: 'Listen anyway' }).click()
    await expect
      .poll(() => upstream.requests.filter(({ path }) => path.endsWith('/transcriptions')).length)
      .toBe(1)
    await expect(talk.status).toContainText('Say “Vee” to begin')
    await expect(talk.field).toHaveValue('')
    const stored = await page.evaluate(async () => (await indexedDB.databases()).length)
    expect(stored).toBe(0)
  })
})
