import { openAgent } from '../agents/agent-page.ts'
import { test } from '../talk/talk-page.ts'
import { expect } from '../test.ts'

/** A zone in which it is not the day of UTC: 14 hours ahead of it, or 11 behind. */
const timeZone = new Date().getUTCHours() >= 10 ? 'Pacific/Kiritimati' : 'Pacific/Niue'
const weekday = () => new Intl.DateTimeFormat('en', { weekday: 'long', timeZone }).format(Date.now())
const day = () => new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone }).format(Date.now())

test.use({ isShared: true, timezoneId: timeZone })

test('a model is told the day of the person', async ({ talk, upstream }) => {
  await talk.open()
  await talk.mute()
  await talk.ask('What is tomorrow?')
  await expect(talk.lastReply).toContainText('You said')
  const system = JSON.stringify(
    upstream.requests.find(({ path }) => path.endsWith('/chat/completions'))?.json,
  )
  expect(system).toContain(`Today is ${weekday()}, ${day()}, where the person is (time zone ${timeZone}).`)
})

test('a new meeting is on the day of the person', async ({ page }) => {
  const screen = await openAgent(page, 'meeting_summarizer', 'Meetings')
  await screen.getByRole('button', { name: 'New meeting' }).click()
  await screen.getByText('Details').click()
  await expect(screen.getByLabel('Date')).toHaveValue(day())
})

test.describe('without a model', () => {
  test.use({ hasVendor: false })

  test('the responder counts from the day of the person', async ({ talk }) => {
    await talk.open()
    await talk.mute()
    await talk.ask('What day is today?')
    await expect(talk.lastReply).toContainText(weekday())
  })
})
