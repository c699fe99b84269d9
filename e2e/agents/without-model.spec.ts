import { test } from '../talk/talk-page.ts'
import { expect } from '../test.ts'
import { openAgent, talkAsMember, talkTo, textOf } from './agent-page.ts'
import { showConversations } from '../history/show-conversations.ts'

test.use({ hasVendor: false })

test('V and Nerf use tools and notes, and the conversation is exported', async ({ page, vee, talk }) => {
  await talkAsMember(page, talk, vee.url)
  const steps = () => talk.lastReply.getByRole('list', { name: /^Tools used/ }).getByRole('listitem')

  await talk.ask('What is 48,317 times 2,951?')
  await expect(talk.lastReply).toContainText('142,583,467')
  await expect(steps()).toContainText('Calculator')
  await talk.ask('Remember that my sister is called Ann.')
  await expect(talk.lastReply).toContainText('my sister is called Ann')
  await expect(steps()).toContainText('done')

  // The notes belong to the user, and both agents list them.
  await talkTo(page, 'Nerf')
  await talk.ask('What do you remember?')
  await expect(talk.lastReply).toContainText('my sister is called Ann')

  await showConversations(page)
  await page.getByRole('button', { name: /^Actions for “What is 48,317/ }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export as Markdown' }).click()
  expect(await textOf(await download)).toContain('142,583,467')
})

test('JSON is formatted and saved; notes become a summary with tasks, and are exported', async ({
  page,
  talk,
}) => {
  const code = await openAgent(page, 'coding_assistant', 'Code')
  await talk.ask('{"boat":[1,2]}')
  await expect(code).toContainText('boat')
  const file = page.waitForEvent('download')
  await code.getByRole('button', { name: 'Download' }).click()
  expect((await file).suggestedFilename()).toBe('code.json')

  await talkTo(page, 'Meeting Summarizer')
  const meetings = page.getByRole('region', { name: 'Meetings', exact: true })
  await meetings.getByRole('button', { name: 'New meeting' }).click()
  await meetings.getByRole('button', { name: 'Type or paste a transcript' }).click()
  await meetings
    .getByRole('textbox', { name: 'Transcript' })
    .fill('Ann: We buy the boat today. Bob has to call the port by 2026-12-04. The hall is booked for May.')
  await meetings.getByRole('tab', { name: 'Summary' }).click()
  await meetings.getByRole('button', { name: 'Summarize' }).click()
  await meetings.getByRole('tab', { name: 'Action items' }).click()
  await expect(meetings.getByRole('checkbox', { name: /Bob has to call the port/ })).toBeVisible()
  await expect(meetings.getByRole('region', { name: 'Action items' })).toContainText('Bob')
  await meetings.getByRole('button', { name: 'Export', exact: true }).click()
  const minutes = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /Markdown/ }).click()
  expect(await textOf(await minutes)).toContain('Bob has to call the port')
})
