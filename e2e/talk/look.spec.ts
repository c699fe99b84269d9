import { axeFaults } from '../axe.ts'
import { expect, microphone } from '../test.ts'
import { asked, choose, test } from './talk-page.ts'
import type { Page } from '@playwright/test'
import type { Upstream } from '../../fakes/upstream/index.ts'

test.use({ ...microphone('question.wav'), isShared: true })

// "Look at this": one picture of the camera or the screen goes with a turn, is shown before it is sent, and nothing
// is sent without it.

const drafts = (page: Page) =>
  page.getByRole('region', { name: 'Talk to Vee' }).getByRole('list', { name: 'Attached files' })
const panel = (page: Page) => page.getByRole('region', { name: 'Camera and screen' })
const menu = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'Add to the message' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
interface ChatBody {
  readonly messages?: readonly { readonly role: string; readonly content: unknown }[]
}
/** Returns the content of the user's messages in the last chat request. */
const sent = (upstream: Upstream) =>
  upstream.requests
    .map(({ json }) => (json as ChatBody | undefined)?.messages)
    .findLast((messages) => messages !== undefined)
    ?.filter(({ role }) => role === 'user')
    .map(({ content }) => content)
const picture = (text: string, type = 'jpeg') => [
  { type: 'text', text: expect.stringContaining(text) },
  { type: 'image_url', image_url: { url: expect.stringContaining(`data:image/${type};base64,`) } },
]
const cameras = (page: Page) =>
  page.evaluate(() =>
    window.veeTracks
      .map(({ kind, readyState }) => `${kind} ${readyState}`)
      .filter((track) => track.startsWith('video')),
  )

test('“look at this” puts a picture into the message, which is sent when the user says so', async ({
  page,
  upstream,
  talk,
}) => {
  upstream.scriptOnly('transcription', { text: 'Look at this. What does the label say?' })
  await talk.open()
  await talk.say()
  await expect(drafts(page).locator('img')).toBeVisible()
  await expect(talk.field).toHaveValue('Look at this. What does the label say?')
  await expect(panel(page)).toBeHidden()
  expect(await cameras(page)).toEqual(['video ended'])
  expect(asked(upstream)).toEqual([])
  await talk.send.click()
  await expect.poll(() => sent(upstream)).toEqual([picture('What does the label say?')])
  await expect(page.getByRole('log').getByRole('button', { name: /^Open photo-/ })).toBeVisible()
})

test('a picture that is sent by itself is shown first, and nothing is sent if it is removed', async ({
  page,
  upstream,
  talk,
}) => {
  await choose(page, { sendsTranscriptAtOnce: true })
  upstream.scriptOnly('transcription', { text: 'Look at this.' }, { text: 'Look at this.' })
  await talk.open()
  await talk.say()
  await expect(panel(page)).toContainText('about to be sent with this picture')
  await drafts(page)
    .getByRole('button', { name: /^Remove photo-/ })
    .click()
  await expect(panel(page)).toBeHidden()
  await expect(talk.field).toHaveValue('Look at this.')
  expect(asked(upstream)).toEqual([])

  await talk.field.fill('')
  await talk.say()
  await expect(panel(page)).toContainText('about to be sent with this picture')
  await expect.poll(() => sent(upstream)).toEqual([picture('Look at this.')])
})

test('while the camera is on, each message takes one picture along, until it is turned off', async ({
  page,
  upstream,
  talk,
}) => {
  await choose(page, { sendsTranscriptAtOnce: true })
  upstream.scriptOnly('transcription', { text: 'How many are there?' })
  await talk.open()
  await menu(page, 'Show with the camera')
  await expect(panel(page).getByRole('status')).toHaveText('Camera is on')
  expect(await axeFaults(page, { within: 'section[aria-label="Talk to Vee"]' })).toEqual([])
  await talk.say()
  await expect.poll(() => sent(upstream)).toEqual([picture('How many are there?')])
  await expect(talk.lastReply).toContainText('You said')
  await talk.ask('And now?')
  await expect.poll(() => sent(upstream)?.at(-1)).toEqual(picture('And now?'))
  await expect(talk.replies).toHaveCount(2)

  await panel(page).getByRole('button', { name: 'Take a picture' }).click()
  await drafts(page)
    .getByRole('button', { name: /^Remove photo-/ })
    .click()
  await talk.ask('Without one')
  await expect.poll(() => sent(upstream)?.at(-1)).toEqual(expect.stringContaining('Without one'))
  await expect(talk.replies).toHaveCount(3)

  await panel(page).getByRole('button', { name: 'Turn off camera' }).click()
  await expect(panel(page)).toBeHidden()
  expect(await cameras(page)).toEqual(['video ended'])
  await talk.ask('The end')
  await expect.poll(() => sent(upstream)?.at(-1)).toEqual(expect.stringContaining('The end'))
})

test('a shared screen gives one picture to each message', async ({ page, upstream, talk }) => {
  await talk.open()
  await menu(page, 'Share the screen')
  await expect(panel(page).getByRole('status')).toHaveText('Screen is shared')
  await talk.ask('What does the error mean?')
  await expect.poll(() => sent(upstream)).toEqual([picture('What does the error mean?', 'png')])
  await panel(page).getByRole('button', { name: 'Stop sharing' }).click()
  await expect(panel(page)).toBeHidden()
})

test('without hands, “look at this” is sent with its picture, and the microphone goes on listening', async ({
  page,
  upstream,
  talk,
}) => {
  await choose(page, { audioInputMode: 'continuous' })
  upstream.scriptOnly('transcription', { text: 'Look at this.' })
  await talk.open()
  await talk.microphone.click()
  await expect(panel(page)).toContainText('about to be sent with this picture')
  await expect.poll(() => sent(upstream)).toEqual([picture('Look at this.')])
  await expect(talk.lastReply).toContainText('You said')
  expect(await cameras(page)).toEqual(['video ended'])
  expect(await talk.openTracks()).toBe(1)
})

test('“what is this?” opens the camera at the start of a conversation, and is a question later', async ({
  upstream,
  page,
  talk,
}) => {
  upstream.scriptOnly('transcription', { text: 'What is this?' }, { text: 'What is this?' })
  await talk.open()
  await talk.say()
  await expect(drafts(page).locator('img')).toBeVisible()
  await talk.send.click()
  await expect.poll(() => sent(upstream)).toEqual([picture('What is this?')])
  await expect(talk.lastReply).toContainText('You said')
  await talk.say()
  await expect(talk.field).toHaveValue('What is this?')
  await expect(drafts(page)).toHaveCount(0)
  expect(await cameras(page)).toEqual(['video ended'])
})
