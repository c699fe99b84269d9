import { expect, microphone, type Page } from '../test.ts'
import { liveTest as test, QUESTION, startLive, WHOLE } from './live-house.ts'
import { asked, choose, test as plainTest } from './talk-page.ts'

test.use(microphone('question.wav'))

/** Chooses Live in the dock's menu, where its price stands before it starts. */
async function chooseLive(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Input mode/ }).click()
  const item = page.getByRole('menuitemcheckbox', { name: /^Live/ })
  await expect(item).toContainText('$0.06 a minute')
  await item.click()
  await expect(page.getByText('listens and speaks by itself')).toBeVisible()
}

test('is chosen with its price, answers what was said, and both sides are the conversation', async ({
  page,
  talk,
  live,
  upstream,
}) => {
  live.script({ heard: [QUESTION], replies: [{ text: 'A token bucket limits a rate.' }] })
  await choose(page, { usesHeadphones: true })
  await talk.open()
  await chooseLive(page)
  await talk.microphone.click()
  await expect(talk.questions.last()).toContainText(QUESTION)
  await expect(talk.lastReply).toContainText('A token bucket limits a rate.')
  await expect(page.getByRole('timer')).toContainText('about $0.0')
  expect(await page.evaluate(() => window.veeOutput.length)).toBeGreaterThan(0)
  // A press while the model speaks interrupts it.
  await expect(talk.status).toContainText('Listening')
  await talk.microphone.click()
  await expect.poll(() => talk.openTracks()).toBe(0)
  await expect.poll(() => live.connections.every(({ isOpen }) => !isOpen)).toBe(true)
  expect(asked(upstream)).toEqual([])

  // The same conversation continues with a model of another kind, and after a reload.
  await page.reload()
  await expect(talk.lastReply).toContainText('A token bucket limits a rate.')
  await talk.ask('And a leaky one?')
  await expect(talk.replies).toHaveCount(2)
  await expect.poll(() => JSON.stringify(upstream.requests.at(-1)?.json)).toContain('limits a rate')
})

test('Esc and the button interrupt the voice, of which only what was heard is kept', async ({
  page,
  talk,
  live,
}) => {
  const text = Array.from({ length: 80 }, (_, index) => `word${index}`).join(' ')
  live.script({ heard: [QUESTION], replies: [{ text }] })
  await startLive(page, talk)
  await expect(talk.lastReply).toContainText('word3')
  await page.keyboard.press('Escape')
  await expect(talk.status).toContainText('Listening')
  await expect(talk.lastReply).toContainText('You stopped this reply')
  await expect(talk.lastReply).not.toContainText('word60')
  expect(live.connections.at(-1)?.messages).toContainEqual(
    expect.objectContaining({ type: 'conversation.item.truncate' }),
  )
  // Esc once more ends the conversation with the model.
  await page.keyboard.press('Escape')
  await expect(talk.status).toContainText('Ready')
  await expect.poll(() => talk.openTracks()).toBe(0)
})

test('if the vendor fails while one speaks, turns continue, and no word is lost', async ({
  page,
  talk,
  live,
  upstream,
}) => {
  live.script({ heard: [QUESTION], containsWords: true })
  await startLive(page, talk)
  await talk.question()
  live.connections.at(-1)?.fail('cut')
  await expect(page.getByText('We continue turn by turn').first()).toBeVisible()
  await expect(talk.questions.last()).toContainText(WHOLE)
  await expect(talk.lastReply).toContainText('You said')
  expect(asked(upstream)).toEqual([WHOLE])
  await expect(talk.status).not.toContainText('Ready')
})

test('a question without a reply is answered by a turn when the vendor fails', async ({
  page,
  talk,
  live,
  upstream,
}) => {
  live.script({ heard: [QUESTION], replies: [{ text: 'Never said', holdAfterWords: 0 }] })
  await startLive(page, talk)
  await expect(talk.questions.last()).toContainText(QUESTION)
  live.connections.at(-1)?.fail('cut')
  await expect(talk.lastReply).toContainText('You said')
  expect(asked(upstream)).toEqual([QUESTION])
  await expect(talk.questions).toHaveCount(1)
})

test('a spoken command acts on the page and is not answered', async ({ page, talk, live, upstream }) => {
  live.script({ heard: ['mute'] })
  await startLive(page, talk)
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('vee.user-settings.v1.5.1')))
    .toContain('"muted":true')
  await expect(talk.questions).toHaveCount(0)
  await expect(talk.replies).toHaveCount(0)
  expect(asked(upstream)).toEqual([])
})

test('a spoken name hands over to that agent, whose name the reply shows', async ({ page, talk, live }) => {
  live.script({
    heard: ['Tutor, what is a prime?'],
    replies: [{ text: 'Not by V' }, { text: 'A number with two divisors.' }],
  })
  await startLive(page, talk)
  await expect(talk.lastReply).toContainText('A number with two divisors.')
  await expect(talk.lastReply).toContainText('Tutor')
})

plainTest('is not offered by a server without such a model', async ({ page, talk }) => {
  await talk.open()
  const menu = page.getByRole('button', { name: /^Input mode/ })
  await menu.hover()
  await menu.click()
  await expect(page.getByRole('menuitemcheckbox', { name: /^Continuous/ })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('menuitemcheckbox', { name: /^Live/ })).toHaveCount(0)
})
