import { test } from '../talk/talk-page.ts'
import { expect } from '../test.ts'
import { openAgent, textOf } from './agent-page.ts'

test.use({ isShared: true })

const SUMMARY = {
  title: 'The boat',
  summary: 'They buy a boat. They are all glad.',
  decisions: ['Buy the boat'],
  actionItems: [{ text: 'Call the port', assignee: 'Bob', dueDate: '2026-03-06' }],
  openQuestions: [],
  quotes: [
    { of: 'summary', index: 0, quote: 'we buy the boat' },
    { of: 'decision', index: 0, quote: 'we buy the boat' },
    { of: 'action_item', index: 0, quote: 'I call the port' },
  ],
}
const asTool = (summary: object) => ({
  toolCalls: [{ id: 'call_1', name: 'show_meeting_summary', arguments: JSON.stringify(summary) }],
})

const TRANSCRIPT = `WEBVTT

00:00:01.000 --> 00:00:04.000
<v Ann>So we buy the boat.

00:00:05.500 --> 00:00:08.000
<v Bob>Good. I call the port by Friday.
`

test('an imported transcript is summarized with evidence, corrected, found and exported', async ({
  page,
  upstream,
}) => {
  const meetings = await openAgent(page, 'meeting_summarizer', 'Meetings')
  await expect(meetings).toContainText('No meetings yet')
  await meetings
    .getByLabel('Import', { exact: true })
    .setInputFiles({ name: 'Harbour.vtt', mimeType: 'text/vtt', buffer: Buffer.from(TRANSCRIPT) })
  await expect(meetings.getByLabel('Title')).toHaveValue('Harbour')
  await meetings.getByText('Details').click()
  await meetings.getByLabel('Participants').fill('Ann, Bob')

  upstream.scriptOnly('chat', asTool(SUMMARY))
  await meetings.getByRole('tab', { name: 'Summary' }).click()
  await meetings.getByRole('button', { name: 'Summarize' }).click()
  const summary = meetings.getByRole('region', { name: 'Summary' })
  await expect(summary.getByRole('listitem').filter({ hasText: 'They buy a boat.' })).toContainText('0:01')
  await expect(summary.getByRole('listitem').filter({ hasText: 'They are all glad.' })).toContainText(
    'Not found in the transcript',
  )

  // The evidence leads to its place in the transcript.
  const tasks = meetings.getByRole('tab', { name: 'Action items' })
  await tasks.click()
  await meetings
    .getByRole('region', { name: 'Action items' })
    .getByRole('button', { name: /I call the port/ })
    .click()
  await expect(meetings.locator('[data-marked]')).toContainText('I call the port by Friday')

  // Imported text has no audio, and no playback button.
  await expect(meetings.getByRole('button', { name: /^Play from/ })).toHaveCount(0)
  await expect(meetings.getByRole('button', { name: 'Save audio' })).toHaveCount(0)

  // A line can be corrected, and evidence based on it changes too.
  await meetings.getByRole('button', { name: /^Edit: Bob Good\. I call/ }).click()
  await meetings.getByLabel('What was said').fill('Good. I write to the port by Friday.')
  await meetings.getByRole('button', { name: 'Done' }).click()
  await tasks.click()
  await meetings.getByRole('checkbox', { name: 'Call the port' }).check()
  await meetings.getByRole('textbox', { name: 'New action item' }).fill('Sing')
  await meetings.getByRole('button', { name: 'Add', exact: true }).click()
  upstream.scriptOnly('chat', asTool({ ...SUMMARY, decisions: ['Buy no boat'] }))
  await meetings.getByRole('tab', { name: 'Summary' }).click()
  await meetings.getByRole('button', { name: 'Summarize again' }).click()
  await expect(summary).toContainText('Buy no boat')
  await tasks.click()
  await expect(meetings.getByRole('checkbox', { name: 'Call the port' })).toBeChecked()
  await expect(meetings.getByRole('checkbox', { name: 'Sing' })).toBeVisible()
  await expect(meetings.getByText('Saved', { exact: true })).toBeVisible()

  await page.reload()
  await meetings.getByRole('searchbox', { name: 'Search meetings' }).fill('write port')
  const list = meetings.getByRole('list', { name: 'Meetings' })
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list).toContainText('1 open action item')
  await list.getByRole('button', { name: /^Harbour/ }).click()
  await meetings.getByRole('button', { name: 'Export', exact: true }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Subtitles (SubRip)' }).click()
  expect(await textOf(await download)).toContain(
    '2\n00:00:05,500 --> 00:00:08,000\nBob: Good. I write to the port by Friday.',
  )

  await meetings.getByRole('button', { name: 'All meetings' }).click()
  await list.getByRole('button', { name: 'Actions for Harbour' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(list).toHaveCount(0)
  await meetings.getByRole('button', { name: 'Undo' }).click()
  await expect(list).toContainText('Harbour')
})

test('a failed summary changes nothing', async ({ page, upstream }) => {
  const meetings = await openAgent(page, 'meeting_summarizer', 'Meetings')
  await meetings.getByRole('button', { name: 'New meeting' }).click()
  await meetings.getByRole('button', { name: 'Type or paste a transcript' }).click()
  const summary = meetings.getByRole('tab', { name: 'Summary' })
  await summary.click()
  await expect(meetings.getByRole('button', { name: 'Summarize' })).toBeDisabled()
  const transcript = meetings.getByRole('tab', { name: 'Transcript' })
  await transcript.click()
  await meetings.getByRole('textbox', { name: 'Transcript' }).fill('Ann: We buy the boat.')
  await summary.click()
  upstream.scriptOnly('chat', 'unauthorized')
  await meetings.getByRole('button', { name: 'Summarize' }).click()
  await expect(meetings).toContainText('The summary could not be created. Nothing else was changed.')
  await transcript.click()
  await expect(meetings.getByRole('textbox', { name: 'Transcript' })).toHaveValue('Ann: We buy the boat.')
})

test('a long transcript is read in parts, for the chosen purpose and language, and can be stopped', async ({
  page,
  upstream,
}) => {
  const meetings = await openAgent(page, 'meeting_summarizer', 'Meetings')
  await meetings.getByRole('button', { name: 'New meeting' }).click()
  const transcript = `So we buy the boat. ${'And then we talk about the weather. '.repeat(1_700)}`
  await meetings.getByRole('button', { name: 'Type or paste a transcript' }).click()
  await meetings.getByRole('textbox', { name: 'Transcript' }).fill(transcript)
  await meetings.getByRole('tab', { name: 'Summary' }).click()
  await meetings.getByRole('combobox', { name: 'Template' }).selectOption('Custom…')
  await meetings.getByRole('textbox', { name: 'Purpose of the meeting' }).fill('Only the money')
  await meetings.getByRole('combobox', { name: 'Language of the summary' }).selectOption('de-DE')

  // The second part never gets a response.
  let isAnswering = false
  let parts = 0
  upstream.scriptOnly('chat', () => {
    parts += 1
    return parts === 1 || isAnswering ? asTool({ ...SUMMARY, actionItems: [] }) : { headersAfterMs: Infinity }
  })
  await meetings.getByRole('button', { name: 'Summarize' }).click()
  const progress = meetings.getByRole('progressbar', { name: 'Writing the summary…' })
  await expect(progress).toHaveAttribute('value', '0.25')
  await meetings.getByRole('button', { name: 'Cancel' }).click()
  await expect(progress).toHaveCount(0)
  await expect(meetings.getByRole('button', { name: 'Summarize', exact: true })).toBeEnabled()
  await meetings.getByRole('tab', { name: 'Transcript' }).click()
  await expect(meetings.getByRole('textbox', { name: 'Transcript' })).toHaveValue(transcript)
  await meetings.getByRole('tab', { name: 'Summary' }).click()

  isAnswering = true
  await meetings.getByRole('button', { name: 'Summarize', exact: true }).click()
  await expect(meetings.getByRole('region', { name: 'Summary' })).toContainText('They buy a boat.')
  await expect(meetings.getByRole('button', { name: 'Summarize again' })).toBeVisible()
  const asked = upstream.requests.map(({ said }) => said)
  expect(
    asked.filter((said) => /This is part \d of 3\./.test(said) && said.includes('Only the money')),
  ).toHaveLength(5)
  expect(upstream.requests.at(-1)?.body.toString()).toContain('German')

  // The last purpose is selected when it is generated again.
  await page.reload()
  await meetings
    .getByRole('list', { name: 'Meetings' })
    .getByRole('listitem')
    .getByRole('button')
    .first()
    .click()
  await expect(meetings.getByRole('textbox', { name: 'Purpose of the meeting' })).toHaveValue(
    'Only the money',
  )
  await expect(meetings.getByRole('combobox', { name: 'Language of the summary' })).toHaveValue('de-DE')
})
