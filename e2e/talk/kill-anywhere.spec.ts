import { killTab } from '../kill-tab.ts'
import { expect, microphone, type Page } from '../test.ts'
import { asked, choose, storedUtterances, talkAnew, test, type TalkPage } from './talk-page.ts'

test.use(microphone('question.wav'))

const QUESTION = 'What is a token bucket?'
const ANSWER = 'A token bucket limits how often something may happen. Each call takes one token out of it.'
const SETTINGS = { sendsTranscriptAtOnce: true }

const keptOn = (page: Page) => page.getByRole('list', { name: 'Saved recordings' }).getByRole('listitem')

test('killing a tab at any moment of a turn loses no word', async ({ page: first, upstream, talk }) => {
  const context = first.context()
  let page = first
  let now: TalkPage = talk

  /** Kills the tab, and restores it like browsers do: with its session storage. */
  async function again(): Promise<void> {
    const session = await page.evaluate(() => Object.entries(sessionStorage))
    await killTab(page)
    page = await context.newPage()
    now = await talkAnew(page)
    await choose(page, SETTINGS)
    await page.addInitScript((entries) => {
      if (sessionStorage.length === 0) for (const [key, value] of entries) sessionStorage.setItem(key, value)
    }, session)
    await page.goto('/en/')
  }

  await choose(page, SETTINGS)
  upstream.scriptOnly('transcription', { text: QUESTION })
  upstream.scriptOnly('chat', { text: ANSWER })
  await now.open()

  await test.step('during the utterance', async () => {
    await now.press()
    await now.question()
    await again()
    await keptOn(page).getByRole('button', { name: 'Try again' }).click()
    await expect(now.lastReply).toContainText(ANSWER)
    await page.keyboard.press('Escape')
  })

  await test.step('during transcription', async () => {
    upstream.scriptOnly('transcription', 'hang-before-headers')
    await now.say()
    await expect(now.status).toContainText('Transcribing what you said')
    await expect.poll(() => storedUtterances(page)).toBeGreaterThan(0)
    await again()
    upstream.scriptOnly('transcription', { text: QUESTION })
    await expect(keptOn(page)).toHaveCount(1)
    await keptOn(page).getByRole('button', { name: 'Try again' }).click()
    await expect(now.replies).toHaveCount(2)
    await expect(now.lastReply).toContainText(ANSWER)
    await page.keyboard.press('Escape')
  })

  await test.step('while waiting for the reply', async () => {
    upstream.scriptOnly('chat', { text: ANSWER, firstPieceAfterMs: 3_000 })
    await now.say()
    await expect(now.questions).toHaveCount(3)
    await again()
    await expect(now.questions).toHaveCount(3)
    await expect(now.lastReply).toContainText(ANSWER)
    upstream.scriptOnly('chat', { text: ANSWER })
  })

  await test.step('during speech', async () => {
    await page.keyboard.press('Escape')
    await now.say()
    await expect(now.questions).toHaveCount(4)
    await expect(now.status).toContainText('Speaking')
    await again()
    await expect(now.replies).toHaveCount(4)
    await expect(now.lastReply).toContainText(ANSWER)
  })

  await expect(keptOn(page)).toHaveCount(0)
  expect(new Set(asked(upstream))).toEqual(new Set([QUESTION]))
  expect(await now.openTracks()).toBe(0)
})

test('killing a tab during hands-free speech preserves the words, and does not listen after the restart', async ({
  page: first,
  upstream,
  talk,
}) => {
  const context = first.context()
  upstream.scriptOnly('transcription', { text: QUESTION })
  upstream.scriptOnly('chat', { text: ANSWER })
  await choose(first, { audioInputMode: 'continuous' })
  await talk.open()
  await talk.microphone.click()
  await expect(talk.status).toContainText('Listening')
  await talk.question()
  await killTab(first)

  const page = await context.newPage()
  const again = await talkAnew(page)
  await choose(page, { audioInputMode: 'continuous' })
  await again.open()
  await keptOn(page).getByRole('button', { name: 'Try again' }).click()
  await expect(again.field).toHaveValue(QUESTION)
  expect(await again.openTracks()).toBe(0)
  await again.send.click()
  await expect(again.lastReply).toContainText(ANSWER)
})
