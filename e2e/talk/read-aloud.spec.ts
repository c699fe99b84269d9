import { heard } from '../output-tap.ts'
import { expect, microphone, type Page } from '../test.ts'
import { choose, test } from './talk-page.ts'

// Lets sound out without a gesture, as a browser does for a page that is used often.
test.use(microphone('silence.wav'))

/** Long enough that a slow machine comes to what a test does meanwhile. */
const LAST =
  'The third one ends the reply, and it takes its time about it: it names one thing after another, a lamp, a table, a chair by the window, the garden behind it, a path, a gate, and a road to the sea.'
const REPLY = `The first sentence is said aloud here. The second one comes right after it. ${LAST}`

test.beforeEach(async ({ page, upstream, talk }) => {
  await choose(page, {})
  upstream.scriptOnly('chat', { text: REPLY })
  await talk.open()
  await talk.ask('Tell me three things')
  await expect(talk.spoken).toHaveText('The second one comes right after it.')
})

const control = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Reading aloud' }).getByRole('button', { name, exact: true })

test('a reply is held, goes on, is begun again and said faster', async ({ page, talk }) => {
  await control(page, 'Pause').click()
  await expect(talk.status).toContainText('Paused')
  const sounded = (await heard(page)).at(-1)?.to
  await expect(talk.spoken).toHaveText('The second one comes right after it.')
  await control(page, 'Speed: 1.2×').isVisible()
  expect((await heard(page)).at(-1)?.to).toBe(sounded)
  await control(page, 'Go on').click()
  await expect(talk.spoken).toHaveText(LAST)

  await control(page, 'From the start').click()
  await expect(talk.spoken).toHaveText('The first sentence is said aloud here.')
  await control(page, 'Speed: 1.2×').click()
  await expect(control(page, 'Speed: 1.5×')).toBeVisible()
  await expect(talk.spoken).toHaveText('The first sentence is said aloud here.')
  await page.getByRole('slider', { name: 'Place in the reply' }).fill('76')
  await expect(talk.spoken).toHaveText(/The third one ends/)
})

test('the voice goes on after a reload, from the sentence that was being heard', async ({ page, talk }) => {
  await page.reload()
  await expect(talk.status).toContainText('Speaking')
  await expect(talk.spoken).toHaveText('The second one comes right after it.')
  await expect(talk.spoken).toHaveText(LAST)
})

test('one voice at a time: another tab that speaks makes this one wait', async ({ page, context, talk }) => {
  const other = await context.newPage()
  await other.goto('/en/')
  await other.getByRole('textbox', { name: /^Message/ }).fill('Tell me three things')
  await other.keyboard.press('Enter')
  await expect(talk.status).toContainText('Paused')
  await other.close()
  await page.bringToFront()
  await control(page, 'Go on').click()
  await expect(talk.spoken).toHaveText(LAST)
})

test('a reply is downloaded as sound', async ({ page }) => {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as sound' }).click()
  expect((await download).suggestedFilename()).toMatch(/^vee-.*\.mp3$/)
})
