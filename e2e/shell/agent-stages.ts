import { openAgent } from '../agents/agent-page.ts'
import { expect } from '../test.ts'
import { ask, lastReply, type Props, type Stage } from './stage.ts'

/** Mermaid is large, and a first diagram waits for all of it. */
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

async function toMeetings({ page }: Props) {
  return openAgent(page, 'meeting_summarizer', 'Meetings')
}

async function bringMeeting(props: Props) {
  const { page, upstream } = props
  const meetings = await toMeetings(props)
  await meetings
    .locator('input[type=file]')
    .setInputFiles({ name: 'Harbour.vtt', mimeType: 'text/vtt', buffer: Buffer.from(TRANSCRIPT) })
  await meetings.getByText('Date, people, tags and notes').click()
  await meetings.getByLabel('Participants').fill('Ann, Bob')
  upstream.scriptOnly('chat', {
    toolCalls: [{ id: 'call_1', name: 'show_meeting_summary', arguments: JSON.stringify(SUMMARY) }],
  })
  await meetings.getByRole('button', { name: 'Summarise' }).click()
  await expect(meetings.getByRole('region', { name: 'Summary' })).toContainText('They buy a boat')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  return meetings
}

async function startLesson({ page, upstream }: Props) {
  const lesson = await openAgent(page, 'tutor_agent', 'Lesson')
  upstream.scriptOnly('chat', {
    text: '1. Halves and quarters\n2. Adding fractions\n3. Fractions of a number',
  })
  await lesson.getByLabel('What do you want to learn?').fill('fractions')
  await lesson.getByRole('button', { name: 'Make a plan' }).click()
  await lesson.getByRole('button', { name: 'Take over this plan' }).click()
  await lesson.getByRole('checkbox', { name: 'Halves and quarters' }).check()
  return lesson
}

async function keepCard(props: Props) {
  const lesson = await startLesson(props)
  await lesson.getByRole('tab', { name: 'Cards' }).click()
  await lesson.getByLabel('Notes').fill('one: eins\ntwo: zwei\nthree: drei\nfour: vier')
  await lesson.getByRole('button', { name: 'Make cards of them' }).click()
  await expect(lesson.getByText('4 cards are due')).toBeVisible()
  return lesson
}

async function startInterview({ page, upstream }: Props) {
  const screen = await openAgent(page, 'coding_interviewer', 'Interview')
  upstream.scriptOnly('chat', { text: 'Find the first number that occurs twice in a list.' }, {})
  await screen.getByLabel('Topic').fill('lists')
  await screen.getByRole('button', { name: 'Start the interview' }).click()
  await expect(lastReply(page)).toContainText('occurs twice')
  await screen.getByRole('button', { name: 'Next: Clarify' }).click()
  await expect(lastReply(page)).toContainText('You said')
  return screen
}

async function writeEntry({ page }: Props) {
  const diary = await openAgent(page, 'diary_agent', 'Diary')
  await diary.getByRole('button', { name: 'New entry' }).click()
  await diary
    .getByRole('textbox', { name: 'What happened?' })
    .fill('The garden was wet. I was happy: the garden gave **apples**.')
  await diary.getByRole('button', { name: 'Mood: Good' }).click()
  await diary.getByRole('button', { name: 'Add the tag garden' }).click()
  await expect(diary.getByText('Saved in this browser')).toBeVisible()
  return diary
}

/** What is on the agent's screen is in the list beside the page as well. */
async function openBeside({ page }: Props, title: string, row: RegExp) {
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'History' }).click()
  const beside = page.getByRole('region', { name: title, exact: true })
  await expect(beside.getByRole('button', { name: row })).toBeVisible()
  // It is about conversations, and stands over the page.
  await page.getByRole('button', { name: 'Dismiss' }).click()
}

/** Every agent's own screen, empty and with something on it. */
export const AGENT_STAGES: readonly Stage[] = [
  {
    name: 'coding',
    visitor: 'guest',
    show: async ({ page, upstream }) => {
      const panel = await openAgent(page, 'coding_assistant', 'Code')
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
    },
  },
  {
    name: 'coding, empty',
    visitor: 'guest',
    show: async ({ page }) =>
      expect(await openAgent(page, 'coding_assistant', 'Code')).toContainText('appears here'),
  },
  {
    name: 'designer',
    visitor: 'guest',
    show: async ({ page, upstream }) => {
      const canvas = await openAgent(page, 'system_designer', 'Canvas')
      upstream.scriptOnly('chat', { text: DIAGRAM })
      await ask(page, 'Draw a shop')
      await expect(canvas.getByRole('application', { name: /^Diagram/ }).locator('img')).toBeVisible({
        timeout: DRAWN_WITHIN_MS,
      })
      await expect(page.getByText(/^\d+ %$/)).toBeVisible()
    },
  },
  {
    name: 'designer, source',
    visitor: 'guest',
    show: async ({ page }) => {
      const canvas = await openAgent(page, 'system_designer', 'Canvas')
      await canvas.getByRole('button', { name: 'Draw one yourself' }).click()
      await expect(canvas.getByLabel('Mermaid source')).toBeVisible()
    },
  },
  {
    name: 'interviewer, empty',
    visitor: 'guest',
    show: async ({ page }) =>
      expect(await openAgent(page, 'coding_interviewer', 'Interview')).toContainText('Topic'),
  },
  { name: 'interviewer', visitor: 'guest', show: startInterview },
  {
    name: 'interviewer, report',
    visitor: 'guest',
    show: async (props) => {
      const screen = await startInterview(props)
      props.upstream.scriptOnly('chat', {
        text: '| Criterion | Score | Evidence |\n|---|---|---|\n| Clarifying | 4 | May the list be empty? |\n| Code | 2 | seen = set() |',
      })
      await screen.getByRole('button', { name: 'End here' }).click()
      await expect(screen.getByText(/ of 8 points/)).toBeVisible()
    },
  },
  {
    name: 'tutor, empty',
    visitor: 'guest',
    show: async ({ page }) =>
      expect(await openAgent(page, 'tutor_agent', 'Lesson')).toContainText('What do you want to learn?'),
  },
  { name: 'tutor', visitor: 'guest', show: startLesson },
  { name: 'tutor, cards', visitor: 'guest', show: keepCard },
  {
    name: 'tutor, quiz',
    visitor: 'guest',
    show: async (props) => {
      const lesson = await keepCard(props)
      await lesson.getByRole('tab', { name: 'Quiz' }).click()
      await lesson.getByRole('button', { name: 'Start a quiz' }).click()
      await lesson.getByRole('radio').first().check()
      await expect(lesson.getByRole('button', { name: 'Next' })).toBeVisible()
    },
  },
  {
    name: 'tutor, progress',
    visitor: 'guest',
    show: async (props) => {
      const lesson = await keepCard(props)
      await lesson.getByRole('tab', { name: 'Progress' }).click()
      await expect(lesson.getByRole('progressbar').first()).toBeVisible()
    },
  },
  {
    name: 'audit, empty',
    visitor: 'global',
    show: async ({ page }) =>
      expect(await openAgent(page, 'lc_audit_aide', 'Slides')).toContainText('Audit it'),
  },
  {
    name: 'audit',
    visitor: 'global',
    show: async ({ page, upstream }) => {
      const audit = await openAgent(page, 'lc_audit_aide', 'Slides')
      upstream.scriptOnly('chat', { text: SLIDES })
      await audit.getByLabel('Problem').fill('Two sum\n\nFind two numbers with this sum.')
      await audit.getByRole('button', { name: 'Audit it' }).click()
      await expect(audit.getByRole('group', { name: /^Slide 1 of 3/ })).toBeVisible()
    },
  },
  {
    name: 'diary, empty',
    visitor: 'guest',
    show: async ({ page }) =>
      expect(await openAgent(page, 'diary_agent', 'Diary')).toContainText('Select an entry to view'),
  },
  { name: 'diary, writing', visitor: 'guest', show: writeEntry },
  {
    name: 'diary, entry',
    visitor: 'guest',
    show: async (props) => {
      const diary = await writeEntry(props)
      await diary.getByRole('button', { name: 'Done' }).click()
      await expect(diary.locator('strong')).toHaveText('apples')
    },
  },
  {
    name: 'diary, list',
    visitor: 'guest',
    show: async (props) => {
      const diary = await writeEntry(props)
      await diary.getByRole('button', { name: 'Done' }).click()
      await diary.getByRole('button', { name: 'All entries' }).click()
      await expect(diary.getByRole('list', { name: 'Entries' })).toBeVisible()
    },
  },
  {
    name: 'diary beside the page',
    visitor: 'guest',
    show: async (props) => {
      await writeEntry(props)
      await openBeside(props, 'All entries', /^The garden/)
    },
  },
  {
    name: 'meetings, empty',
    visitor: 'guest',
    show: async (props) => expect(await toMeetings(props)).toContainText('No meetings yet'),
  },
  { name: 'meeting', visitor: 'guest', show: bringMeeting },
  {
    name: 'meetings',
    visitor: 'guest',
    show: async (props) => {
      const meetings = await bringMeeting(props)
      await meetings.getByRole('button', { name: 'All meetings' }).click()
      await expect(meetings.getByRole('list', { name: 'Meetings' })).toBeVisible()
    },
  },
  {
    name: 'meetings beside the page',
    visitor: 'guest',
    show: async (props) => {
      await bringMeeting(props)
      await openBeside(props, 'All meetings', /^Harbour/)
    },
  },
]
