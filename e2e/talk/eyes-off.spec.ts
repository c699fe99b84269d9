import { axeFaults } from '../axe.ts'
import { expect, microphone, type Page } from '../test.ts'
import { asked, choose, test } from './talk-page.ts'

test.use({ ...microphone('question.wav'), isShared: true })

const FIRST =
  'A **token bucket** limits how often something may happen on a server that many people use at once.'
const REPLY = `${FIRST} ${'It is filled again at a steady pace and each call takes one token out of it. '.repeat(8)}`

const screenOf = (page: Page) => page.getByRole('region', { name: 'Conversation without text' })

async function hideText(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Input mode/ }).click()
  await page.getByRole('menuitem', { name: /^Eyes off/ }).click()
  await expect(screenOf(page)).toBeVisible()
}

test('the whole screen talks and listens, and a button and Esc lead back', async ({
  page,
  upstream,
  talk,
}) => {
  upstream.scriptOnly('transcription', { text: 'What is a token bucket?' })
  upstream.scriptOnly('chat', { text: REPLY })
  await talk.open()
  await hideText(page)
  const screen = screenOf(page)
  await expect(talk.field).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  expect(await axeFaults(page)).toEqual([])

  // Held anywhere: what is said is sent without review.
  await page.mouse.move(640, 300)
  await page.mouse.down()
  await expect(screen.getByRole('status')).toContainText('Listening')
  await talk.question()
  await page.mouse.up()
  await expect(screen.getByText(FIRST.replaceAll('*', ''))).toBeVisible()
  expect(asked(upstream)).toEqual(['What is a token bucket?'])
  await expect(screen.getByRole('status')).toContainText('Speaking')

  // Esc stops the voice first, and then leads back.
  await page.keyboard.press('Escape')
  await expect(screen.getByRole('status')).toContainText('Ready')
  await page.keyboard.press('Escape')
  await expect(screen).toHaveCount(0)
  await expect(talk.lastReply).toContainText('token bucket')
  await expect(page.getByRole('banner')).toBeVisible()

  await hideText(page)
  await screen.getByRole('button', { name: 'Show the text' }).click()
  await expect(screen).toHaveCount(0)
  await expect(talk.field).toBeVisible()
})

test('a swipe down and a spoken command lead back, and two taps on the water hide the text', async ({
  page,
  upstream,
  talk,
}) => {
  await choose(page, { muted: true })
  upstream.scriptOnly('transcription', { text: 'Show the text.' })
  await talk.open()
  const dock = await page.getByRole('region', { name: 'Talk to Vee' }).boundingBox()
  await page.mouse.dblclick(640, (dock?.y ?? 0) - 20)
  const screen = screenOf(page)
  await expect(screen).toBeVisible()
  await page.mouse.move(640, 200)
  await page.mouse.down()
  await page.mouse.move(645, 420, { steps: 4 })
  await page.mouse.up()
  await expect(screen).toHaveCount(0)
  await expect.poll(() => talk.openTracks()).toBe(0)

  await page.mouse.dblclick(640, (dock?.y ?? 0) - 20)
  await expect(screen).toBeVisible()
  await page.mouse.move(640, 300)
  await page.mouse.down()
  await expect(screen.getByRole('status')).toContainText('Listening')
  await talk.question()
  await page.mouse.up()
  await expect(screen).toHaveCount(0)
  expect(asked(upstream)).toEqual([])
  await expect(talk.field).toHaveValue('')
})
