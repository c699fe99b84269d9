import { readFile } from 'node:fs/promises'
import ICAL from 'ical.js'
import mammoth from 'mammoth'
import { test } from '../talk/talk-page.ts'
import { makeAccount } from '../accounts/sign-up.ts'
import { meetingEar, SENTENCES } from '../meeting-ear.ts'
import { killTab } from '../kill-tab.ts'
import { readCaptions } from '../read-captions.ts'
import { logIn } from '../teams/people.ts'
import { expect, microphone, type Locator, type Page } from '../test.ts'
import { openAgent } from './agent-page.ts'

test.use({
  ...microphone('meeting.wav'),
  settings: { MEETING_CONSENT_TEXT: 'Ask everybody at the table first.' },
})

/**
 * The part of a recording on disk that was killed after 16 s during speech: it is saved every five seconds.
 */
const KEPT = SENTENCES.filter(({ to }) => to < 14.5).map(({ text }) => text)

const SUMMARY = {
  title: 'x',
  summary: 'They buy a boat. All are happy.',
  decisions: ['Buy the second boat'],
  actionItems: [{ text: 'Call the port; ask, too', assignee: 'Bob', dueDate: '2026-12-04' }],
  openQuestions: [],
  quotes: [
    { of: 'summary', index: 0, quote: 'we buy the second boat' },
    { of: 'decision', index: 0, quote: 'So we buy the second boat' },
    { of: 'action_item', index: 0, quote: 'I call the port by Friday' },
  ],
}

/** Parses each export format with another program. */
async function exported(page: Page, meetings: Locator, format: string): Promise<Buffer> {
  await meetings.getByRole('button', { name: 'Export', exact: true }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: format }).click()
  return readFile(await (await download).path())
}

test('a recording survives a killed tab and a failing vendor, and is exported in every format', async ({
  page,
  context,
  upstream,
}) => {
  const ear = meetingEar({ failsEvery: 3 })
  upstream.scriptOnly('transcription', (request) => ear.listen(request))
  let meetings = await openAgent(page, 'meeting_summarizer', 'Meetings')
  await meetings.getByRole('button', { name: 'New meeting' }).click()
  await meetings.getByLabel('Title').fill('Harbour')
  await meetings.getByText('Details').click()
  await meetings.getByLabel('Quick notes').fill('The harbour master is away')
  await expect(meetings.getByText('Ask everybody at the table first.')).toBeVisible()
  await meetings.getByRole('checkbox', { name: 'Also record audio from a tab' }).check()
  await meetings.getByRole('button', { name: 'Everyone agrees: record' }).click()
  await expect(meetings.getByRole('meter', { name: 'Tab' })).toBeVisible()
  await meetings.getByLabel('What happened? (optional)').fill('The price')
  await meetings.getByRole('button', { name: 'Mark this moment' }).click()
  await expect(meetings.getByText('Saved', { exact: true })).toBeVisible()

  // It continues on other pages, with an indicator.
  await page.getByRole('button', { name: /^Close/ }).click()
  const sign = page.getByRole('region', { name: 'Recording' })
  await expect(sign).toBeVisible()
  const dock = page.getByRole('region', { name: 'Talk to Vee' })
  await expect(dock.getByText('A meeting is being recorded')).toBeVisible()
  await expect(dock.locator('output').last()).toContainText('Recording')
  await page.getByRole('button', { name: 'Open: Meetings' }).click()
  await expect(sign).toHaveCount(0)
  await expect(meetings.getByRole('timer')).toHaveText('0:16', { timeout: 30_000 })
  await killTab(page)

  const next = await context.newPage()
  await next.goto('/en/')
  meetings = next.getByRole('region', { name: 'Meetings', exact: true })
  await expect(meetings.getByText('Recording interrupted')).toBeVisible()
  await meetings.getByRole('button', { name: 'Open', exact: true }).click()
  const transcript = meetings.getByRole('list', { name: 'Transcript' })
  const heard = async (track: string) => {
    const lines = await transcript.getByRole('listitem').filter({ hasText: track }).allInnerTexts()
    return SENTENCES.map(({ text }) => text).filter((text) => lines.join(' ').includes(text))
  }
  await expect.poll(() => heard('Microphone'), { timeout: 30_000 }).toEqual(KEPT)
  // The tab is opened first, so its audio starts slightly earlier, without a gap.
  await expect(meetings.getByText(/waiting for transcription/)).toHaveCount(0, { timeout: 30_000 })
  const ofTab = await heard('Tab')
  expect(ofTab.length).toBeGreaterThan(2)
  expect(SENTENCES.map(({ text }) => text).join(' ')).toContain(ofTab.join(' '))
  const times = await transcript.getByText(/^\d+:\d\d$/).allInnerTexts()
  expect(times).toEqual(times.toSorted())

  // Assigns the voice of the tab, and corrects a word.
  await meetings.getByText('2 speakers').click()
  await meetings.getByRole('combobox', { name: /^Tab, / }).fill('Bob')
  await meetings.getByRole('combobox', { name: /^Tab, / }).press('Enter')
  await meetings
    .getByRole('button', { name: /^Edit: Bob / })
    .first()
    .click()
  await meetings.getByLabel('What was said').fill('Good day & welcome <all>.')
  await meetings.getByRole('button', { name: 'Done' }).click()
  upstream.scriptOnly('chat', {
    toolCalls: [{ id: 'call_1', name: 'show_meeting_summary', arguments: JSON.stringify(SUMMARY) }],
  })
  await meetings.getByRole('tab', { name: 'Summary' }).click()
  await meetings.getByRole('button', { name: 'Summarize' }).click()
  const summary = meetings.getByRole('region', { name: 'Summary' })
  await expect(summary.getByRole('listitem').filter({ hasText: 'All are happy.' })).toContainText(
    'Not found in the transcript',
  )
  await expect(summary.getByRole('listitem').filter({ hasText: 'They buy a boat.' })).toContainText('0:0')
  const question = upstream.requests.findLast(({ said }) => said !== '')?.said
  expect(question).toContain(
    'no proof of anything:\n<document name="notes">\nThe harbour master is away\n</document>',
  )
  expect(question).toMatch(/no proof of anything:\n\[0:\d\d\] The price/)
  await expect(meetings.getByText('Saved', { exact: true })).toBeVisible()

  await meetings.getByRole('tab', { name: 'Transcript' }).click()
  const lines = await transcript.getByRole('listitem').count()
  for (const [format, type] of [
    ['Subtitles (WebVTT)', 'vtt'],
    ['Subtitles (SubRip)', 'srt'],
  ] as const) {
    const text = (await exported(next, meetings, format)).toString()
    const { cues, errors } = await readCaptions(text, type)
    expect(errors).toEqual([])
    expect(cues).toHaveLength(lines)
    expect(cues.some((cue) => cue.text.includes(type === 'vtt' ? '<v Bob>Good day' : 'Bob: Good day'))).toBe(
      true,
    )
  }
  const calendar = ICAL.Component.fromString((await exported(next, meetings, 'Calendar')).toString())
  const [todo] = calendar.getAllSubcomponents('vtodo')
  expect(todo?.getFirstPropertyValue('summary')).toBe('Call the port; ask, too (Bob)')
  expect(String(todo?.getFirstPropertyValue('due'))).toBe('2026-12-04')
  expect(calendar.getFirstSubcomponent('vevent')?.getFirstPropertyValue('summary')).toBe('Harbour')
  const word = await mammoth.extractRawText({ buffer: await exported(next, meetings, 'Word document') })
  expect(word.value).toContain('Good day & welcome <all>.')
  const json: unknown = JSON.parse((await exported(next, meetings, 'JSON')).toString())
  expect(json).toMatchObject({ meetings: [{ title: 'Harbour', marks: [{ text: 'The price' }] }] })
  for (const [format, text] of [
    ['Markdown', '- Buy the second boat'],
    ['Transcript as text', 'Bob: Good day & welcome <all>.'],
    ['Action items as CSV', 'Call the port; ask, too'],
  ] as const) {
    expect((await exported(next, meetings, format)).toString()).toContain(text)
  }
})

test('a new meeting is one button, and its words have half of the window while it records', async ({
  page,
  upstream,
}) => {
  upstream.scriptOnly('transcription', { text: 'What is a token bucket?' })
  const meetings = await openAgent(page, 'meeting_summarizer', 'Meetings')
  await meetings.getByRole('button', { name: 'New meeting' }).click()
  const recorder = meetings.getByRole('region', { name: 'Record' })
  const record = recorder.getByRole('button', { name: 'Everyone agrees: record' })
  await expect(record).toBeVisible()
  const controls = recorder.locator('button, input, select, textarea')
  expect(await controls.count()).toBeLessThanOrEqual(3)
  await expect(meetings.getByRole('tab')).toHaveCount(0)
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    if (await record.isVisible()) await record.click()
    await expect(meetings.getByRole('timer')).toBeVisible()
    const captions = meetings.getByText('Live captions').locator('xpath=..').locator('> div')
    const { height = 0 } = (await captions.boundingBox()) ?? {}
    expect(height).toBeGreaterThanOrEqual(size.height / 2 - 1)
    if (size.width > 1_000) await expect(captions).toBeInViewport({ ratio: 0.98 })
    await expect(meetings.getByRole('tab')).toHaveCount(0)
  }
  // Until something was said.
  await expect(meetings.getByRole('timer')).toHaveText(/^0:0[5-9]$/)
  await meetings.getByRole('button', { name: 'Stop' }).click()
  await expect(meetings.getByRole('tab', { name: 'Transcript' })).toHaveAttribute('aria-selected', 'true')
  await expect(meetings.getByRole('list', { name: 'Transcript' })).toContainText('What is a token bucket?')
})

test('a visitor’s recording is imported into the account, which may store its audio', async ({
  page,
  upstream,
  vee,
}) => {
  const meetings = await openAgent(page, 'meeting_summarizer', 'Meetings')
  upstream.scriptOnly('transcription', { text: 'What is a token bucket?' })
  await meetings.getByRole('button', { name: 'New meeting' }).click()
  await meetings.getByLabel('Title').fill('Harbour')
  await meetings.getByRole('button', { name: 'Everyone agrees: record' }).click()
  await expect(meetings.getByRole('timer')).toHaveText('0:04')
  await meetings.getByRole('button', { name: 'Pause' }).click()
  await expect(meetings.getByText('Paused', { exact: true })).toBeVisible()
  await meetings.getByRole('button', { name: 'Resume' }).click()
  await expect(meetings.getByRole('button', { name: 'Pause' })).toBeVisible()
  await meetings.getByLabel('What happened? (optional)').fill('The question')
  await meetings.getByRole('button', { name: 'Mark this moment' }).click()
  await meetings.getByRole('button', { name: 'Stop' }).click()
  await expect(meetings.getByRole('list', { name: 'Transcript' })).toContainText('What is a token bucket?')
  await expect(meetings.getByRole('list', { name: 'Marked moments' })).toContainText('The question')
  await expect(meetings.getByText('Saved', { exact: true })).toBeVisible()
  await expect(meetings.getByRole('switch', { name: /Store the audio/ })).toHaveCount(0)
  // Pressing a line plays it to its end.
  await meetings.getByRole('button', { name: /^0:00 Microphone/ }).click()
  await expect(meetings.locator('[data-marked]')).toContainText('What is a token bucket?')
  await expect(meetings.getByRole('button', { name: 'Stop playing' })).toBeVisible()
  await expect(meetings.getByRole('button', { name: 'Play from 0:00' })).toBeVisible()

  await makeAccount(vee.url, 'recorder@example.org')
  await page.goto('/en/login')
  await logIn(page, 'recorder@example.org')
  await expect(page.getByText('1 meeting from this browser is now in your account')).toBeVisible()
  await page.goto('/en/')
  await meetings.getByRole('button', { name: /^Harbour/ }).click()
  const kept = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/sound'),
  )
  await meetings.getByRole('switch', { name: /Store the audio/ }).click()
  expect((await kept).status()).toBe(204)
  const address = new URL((await kept).url()).pathname
  const token = await page.evaluate(
    () => localStorage.getItem('vee.auth-token') ?? sessionStorage.getItem('vee.auth-token'),
  )
  const headers = { authorization: `Bearer ${token}` }
  const pieces = async () =>
    ((await (await page.request.get(address, { headers })).json()) as { pieces: object[] }).pieces
  expect(await pieces()).toMatchObject([{ track: 'me', start: 0 }])

  const download = page.waitForEvent('download')
  await meetings.getByRole('button', { name: 'Save audio' }).click()
  expect((await download).suggestedFilename()).toBe('Harbour Microphone.wav')
  await meetings.getByRole('switch', { name: /Store the audio/ }).click()
  await expect.poll(pieces).toEqual([])
})
