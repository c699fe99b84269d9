import { expect } from '../test.ts'
import { asked, test } from './talk-page.ts'

test.use({ isShared: true })

const COUNT =
  'One two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen.'

test.beforeEach(async ({ upstream, talk }) => {
  upstream.scriptOnly('chat', { text: COUNT, piecesPerSecond: 2 })
  await talk.open()
  await talk.mute()
  await talk.ask('Count')
  await expect(talk.lastReply).toContainText('One two three')
})

test('a reload in the middle of a reply resumes it; the model is called once', async ({
  page,
  upstream,
  talk,
}) => {
  await page.reload()
  await expect(talk.lastReply).toContainText('One two three')
  await expect(talk.lastReply).not.toContainText('sixteen')
  await expect(talk.lastReply).toContainText(COUNT)
  await expect(talk.status).toContainText('Ready')
  await expect(talk.questions).toHaveCount(1)
  await expect(talk.replies).toHaveCount(1)
  expect(asked(upstream)).toEqual(['Count'])
})

test('a reload during a reply of another agent: switching back resumes it', async ({
  page,
  upstream,
  talk,
}) => {
  await talk.goTo('Tutor')
  await page.reload()
  // The code for voice is loaded with the first user activity.
  await talk.microphone.hover()
  await talk.goTo('V')
  await expect(talk.lastReply).toContainText(COUNT)
  await expect(talk.status).toContainText('Ready')
  expect(asked(upstream)).toEqual(['Count'])
})

test('a reply that ended while the page was closed is complete afterwards', async ({
  page,
  upstream,
  talk,
}) => {
  const [request] = upstream.requests
  await page.goto('about:blank')
  expect(await request?.ended).toBe('answered')
  await page.goBack()
  await expect(talk.lastReply).toContainText(COUNT)
  expect(asked(upstream)).toEqual(['Count'])
})

test('a visit begins with an empty chat if configured; a reload belongs to the visit', async ({
  page,
  talk,
}) => {
  await expect(talk.lastReply).toContainText(COUNT)
  await page.evaluate(() => {
    const key = 'vee.user-settings.v1.5.1'
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as object
    localStorage.setItem(key, JSON.stringify({ ...kept, autoClearChat: true }))
  })
  await page.reload()
  await expect(talk.lastReply).toContainText(COUNT)
  await page.goto(page.url())
  await expect(talk.questions).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: /^Hello, I’m V\./ })).toBeVisible()
  await talk.ask('Count again')
  await page.reload()
  await expect(talk.questions).toContainText(['Count again'])
})
