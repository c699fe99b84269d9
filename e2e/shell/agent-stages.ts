import { openAgent } from '../agents/agent-page.ts'
import { expect, type Page } from '../test.ts'
import { ask, lastReply, type Props, type Stage } from './stage.ts'

/** Mermaid is large, and the first diagram waits for it. */
const DRAWN_WITHIN_MS = 30_000

const DIAGRAM = `Three parts are enough to begin with.

\`\`\`mermaid
flowchart LR
  app["App"] --> api["API"]
  api --> queue[["Queue"]]
  api --> db[("Orders")]
  queue --> worker["Worker"]
  worker --> db
\`\`\`
`

const TRANSCRIPT = `WEBVTT

00:00:01.000 --> 00:00:04.000
<v Ann>So we buy the boat.

00:00:05.500 --> 00:00:08.000
<v Bob>Good. I call the port by Friday.
`

const SUMMARY = {
  title: 'The boat',
  summary: 'They buy a boat. They are all glad.',
  decisions: ['Buy the boat'],
  actionItems: [{ text: 'Call the port', assignee: 'Bob', dueDate: '2026-03-06' }],
  openQuestions: ['Where does it lie in winter?'],
  quotes: [
    { of: 'summary', index: 0, quote: 'we buy the boat' },
    { of: 'decision', index: 0, quote: 'we buy the boat' },
    { of: 'action_item', index: 0, quote: 'I call the port' },
  ],
}

const SLIDES =
  '## Problem\n\nFind two numbers with a given sum.\n\n---\n\n## Approaches\n\n| Approach | Time |\n|---|---|\n| pairs | $O(n^2)$ |\n| map | $O(n)$ |\n\n---\n\n## Tests\n\nEmpty list.'

const part = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })

async function bringMeeting({ page, upstream }: Props) {
  const meetings = part(page, 'Meetings')
  await meetings
    .getByLabel('Import', { exact: true })
    .setInputFiles({ name: 'Harbour.vtt', mimeType: 'text/vtt', buffer: Buffer.from(TRANSCRIPT) })
  await meetings.getByText('Details').click()
  await meetings.getByLabel('Participants').fill('Ann, Bob')
  upstream.scriptOnly('chat', {
    toolCalls: [{ id: 'call_1', name: 'show_meeting_summary', arguments: JSON.stringify(SUMMARY) }],
  })
  await meetings.getByRole('tab', { name: 'Summary' }).click()
  await meetings.getByRole('button', { name: 'Summarize' }).click()
  await expect(meetings.getByRole('region', { name: 'Summary' })).toContainText('They buy a boat')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
}

async function startLesson({ page, upstream }: Props) {
  const lesson = part(page, 'Lesson')
  upstream.scriptOnly('chat', {
    text: '1. Halves and quarters\n2. Adding fractions\n3. Fractions of a number',
  })
  await lesson.getByLabel('What do you want to learn?').fill('fractions')
  await lesson.getByRole('button', { name: 'Make a plan' }).click()
  await lesson.getByRole('button', { name: 'Use this plan' }).click()
  await lesson.getByRole('checkbox', { name: 'Halves and quarters' }).check()
}

async function keepCard({ page }: Props) {
  const lesson = part(page, 'Lesson')
  await lesson.getByRole('tab', { name: 'Cards' }).click()
  await lesson.getByLabel('Notes').fill('one: eins\ntwo: zwei\nthree: drei\nfour: vier')
  await lesson.getByRole('button', { name: 'Create cards from notes' }).click()
  await expect(lesson.getByText('4 cards are due')).toBeVisible()
}

async function startInterview({ page, upstream }: Props) {
  const screen = part(page, 'Interview')
  upstream.scriptOnly('chat', { text: 'Find the first number that occurs twice in a list.' }, {})
  await screen.getByLabel('Topic').fill('lists')
  await screen.getByRole('button', { name: 'Start the interview' }).click()
  await expect(lastReply(page)).toContainText('occurs twice')
  await screen.getByRole('button', { name: 'Next: Clarify' }).click()
  await expect(lastReply(page)).toContainText('You said')
}

async function writeEntry({ page }: Props) {
  const diary = part(page, 'Diary')
  await diary.getByRole('button', { name: 'New entry' }).click()
  await diary
    .getByRole('textbox', { name: 'What happened?' })
    .fill('The garden was wet. I was happy: the garden gave **apples**.')
  await diary.getByRole('button', { name: 'Mood: Good' }).click()
  await diary.getByRole('button', { name: 'Add the tag garden' }).click()
  await expect(diary.getByText('Saved in this browser')).toBeVisible()
}

/** Opens a record of the agent's screen from the list next to the page. */
async function openBeside({ page }: Props, title: string, row: RegExp) {
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'History' }).click()
  const beside = part(page, title)
  await expect(beside.getByRole('button', { name: row })).toBeVisible()
}

/** A stage of an agent's empty screen with its text. */
const empty = (name: string, agentId: string, title: string, words: string): Stage => ({
  name: `${name}, empty`,
  visitor: 'guest',
  show: async ({ page }) => expect(await openAgent(page, agentId, title)).toContainText(words),
})

/** A stage that continues the previous one. */
const then = (name: string, show: Stage['show']): Stage => ({ name, visitor: 'guest', goesOn: true, show })

/** Stages of every agent's own screen, empty and with content. */
export const AGENT_STAGES: readonly Stage[] = [
  empty('coding', 'coding_assistant', 'Code', 'appears here'),
  then('coding', async ({ page, upstream }) => {
    const panel = part(page, 'Code')
    upstream.scriptOnly(
      'chat',
      { text: '```python\na = 1\nb = 2\nprint(a)\n```' },
      { text: '```python\na = 1\nb = 3\nprint(a)\n```' },
    )
    await ask(page, 'Write it')
    await expect(panel).toContainText('b = 2')
    await ask(page, 'With three')
    await expect(panel).toContainText('b = 3')
    await panel.getByRole('tab', { name: 'Changes' }).click()
    await expect(panel.getByRole('region', { name: 'Compared with version 1' })).toContainText('b = 3')
  }),
  {
    name: 'designer, source',
    visitor: 'guest',
    show: async ({ page }) => {
      const canvas = await openAgent(page, 'system_designer', 'Canvas')
      await canvas.getByRole('button', { name: 'Start from scratch' }).click()
      await expect(canvas.getByLabel('Mermaid source')).toBeVisible()
    },
  },
  then('designer', async ({ page, upstream }) => {
    const canvas = part(page, 'Canvas')
    upstream.scriptOnly('chat', { text: DIAGRAM })
    await ask(page, 'Draw a shop')
    await canvas.getByRole('tab', { name: 'Diagram' }).click()
    await expect(canvas.getByRole('combobox', { name: 'Version' })).toContainText('by the assistant')
    await expect(lastReply(page).getByRole('img')).toBeVisible({ timeout: DRAWN_WITHIN_MS })
    await expect(canvas.getByRole('application', { name: /^Diagram/ }).locator('img')).toBeVisible({
      timeout: DRAWN_WITHIN_MS,
    })
    await expect(page.getByText(/^\d+ %$/)).toBeVisible()
  }),
  empty('interviewer', 'coding_interviewer', 'Interview', 'Topic'),
  then('interviewer', startInterview),
  then('interviewer, report', async ({ page, upstream }) => {
    const screen = part(page, 'Interview')
    upstream.scriptOnly('chat', {
      text: '| Criterion | Score | Evidence |\n|---|---|---|\n| Clarifying | 4 | May the list be empty? |\n| Code | 2 | seen = set() |',
    })
    await screen.getByRole('button', { name: 'End interview' }).click()
    await expect(screen.getByText(/ of 8 points/)).toBeVisible()
  }),
  empty('tutor', 'tutor_agent', 'Lesson', 'What do you want to learn?'),
  then('tutor', startLesson),
  then('tutor, cards', keepCard),
  then('tutor, quiz', async ({ page }) => {
    const lesson = part(page, 'Lesson')
    await lesson.getByRole('tab', { name: 'Quiz' }).click()
    await lesson.getByRole('button', { name: 'Start a quiz' }).click()
    await lesson.getByRole('radio').first().check()
    await expect(lesson.getByRole('button', { name: 'Next' })).toBeVisible()
  }),
  then('tutor, progress', async ({ page }) => {
    const lesson = part(page, 'Lesson')
    await lesson.getByRole('tab', { name: 'Progress' }).click()
    await expect(lesson.getByRole('progressbar').first()).toBeVisible()
  }),
  { ...empty('audit', 'lc_audit_aide', 'Slides', 'Audit it'), visitor: 'global' },
  {
    ...then('audit', async ({ page, upstream }) => {
      const audit = part(page, 'Slides')
      upstream.scriptOnly('chat', { text: SLIDES })
      await audit.getByLabel('Problem').fill('Two sum\n\nFind two numbers with this sum.')
      await audit.getByRole('button', { name: 'Audit it' }).click()
      await expect(audit.getByRole('group', { name: /^Slide 1 of 3/ })).toBeVisible()
    }),
    visitor: 'global',
  },
  empty('diary', 'diary_agent', 'Diary', 'Select an entry to view'),
  then('diary, writing', writeEntry),
  then('diary, entry', async ({ page }) => {
    const diary = part(page, 'Diary')
    await diary.getByRole('button', { name: 'Done' }).click()
    await expect(diary.locator('strong')).toHaveText('apples')
  }),
  then('diary, list', async ({ page }) => {
    const diary = part(page, 'Diary')
    await diary.getByRole('button', { name: 'All entries' }).click()
    await expect(diary.getByRole('list', { name: 'Entries' })).toBeVisible()
  }),
  then('diary next to the page', (props) => openBeside(props, 'All entries', /^The garden/)),
  empty('meetings', 'meeting_summarizer', 'Meetings', 'No meetings yet'),
  then('meeting', bringMeeting),
  then('meetings', async ({ page }) => {
    const meetings = part(page, 'Meetings')
    await meetings.getByRole('button', { name: 'All meetings' }).click()
    await expect(meetings.getByRole('list', { name: 'Meetings' })).toBeVisible()
  }),
  then('meetings next to the page', (props) => openBeside(props, 'All meetings', /^Harbour/)),
]
