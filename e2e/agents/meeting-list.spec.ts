import { test } from '../talk/talk-page.ts'
import { expect } from '../test.ts'
import { openAgent } from './agent-page.ts'

test.use({ isShared: true })

const MEETINGS = [
  { id: 'b', title: 'Beta', participants: ['Ann'], meetingDate: '2026-01-01' },
  { id: 'a', title: 'alpha', participants: ['Bob'], meetingDate: '2026-02-01' },
  { id: 'c', title: 'Gamma', participants: ['Ann', 'Bob'], meetingDate: '2026-03-01' },
]

test('meetings are filtered by dates and people, sorted, archived and unarchived', async ({ page }) => {
  const meetings = await openAgent(page, 'meeting_summarizer', 'Meetings')
  await meetings.getByLabel('Import', { exact: true }).setInputFiles({
    name: 'ours.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ version: 1, meetings: MEETINGS })),
  })
  const list = meetings.getByRole('list', { name: 'Meetings' })
  const titles = () =>
    list.getByRole('button', { name: /2026/ }).locator(':scope > :first-child').allInnerTexts()
  await expect.poll(titles).toEqual(['Gamma', 'alpha', 'Beta'])

  await meetings.getByText('Filters and sorting').click()
  await meetings.getByLabel('From').fill('2026-01-15')
  await expect.poll(titles).toEqual(['Gamma', 'alpha'])
  await meetings.getByLabel('To', { exact: true }).fill('2026-02-01')
  await expect.poll(titles).toEqual(['alpha'])
  await meetings.getByLabel('From').fill('')
  await meetings.getByLabel('To', { exact: true }).fill('')
  await meetings.getByLabel('Participant').fill('ann')
  await expect.poll(titles).toEqual(['Gamma', 'Beta'])
  await meetings.getByLabel('Participant').fill('')
  await meetings.getByRole('combobox', { name: 'Order' }).selectOption('Title')
  await expect.poll(titles).toEqual(['alpha', 'Beta', 'Gamma'])

  await list.getByRole('button', { name: 'Actions for Beta' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await expect(meetings).toContainText('1 meeting archived')
  await expect.poll(titles).toEqual(['alpha', 'Gamma'])
  await meetings.getByRole('switch', { name: 'Show archived' }).click()
  await expect.poll(titles).toEqual(['Beta'])
  await list.getByRole('button', { name: 'Actions for Beta' }).click()
  await page.getByRole('menuitem', { name: 'Restore from archive' }).click()
  await expect(meetings).toContainText('Nothing found')
  await meetings.getByRole('switch', { name: 'Show archived' }).click()
  await expect.poll(titles).toEqual(['alpha', 'Beta', 'Gamma'])

  await meetings.getByRole('searchbox', { name: 'Search meetings' }).fill('nowhere')
  await expect(meetings).toContainText('Nothing found')
})
