import type { Upstream } from '../../fakes/upstream/index.ts'
import { openTeams } from '../teams/people.ts'
import { openAgent } from '../agents/agent-page.ts'
import { makeAccount, PASSWORD } from '../accounts/sign-up.ts'
import { expect, type Page } from '../test.ts'
import type { Vee } from '../vee.ts'
import { logIn } from './visit.ts'

/** Who is looking: nobody known, the holder of the passphrase, or somebody with an account. */
type Visitor = 'guest' | 'global' | 'member'

export interface Props {
  readonly page: Page
  readonly upstream: Upstream
  readonly vee: Vee
}

/** A screen with something on it, as somebody in front of it would have it. */
export interface Stage {
  readonly name: string
  readonly visitor: Visitor
  readonly show: (props: Props) => Promise<unknown>
}

/** Mermaid is large, and a first diagram waits for all of it. */
const DRAWN_WITHIN_MS = 30_000

const MEMBER = 'ann@example.org'

/** A token of this server for whoever looks; undefined for a guest. */
export async function tokenFor(vee: Vee, visitor: Visitor): Promise<string | undefined> {
  if (visitor === 'guest') return undefined
  if (visitor === 'global') return logIn(vee.url, vee.passphrase)
  await makeAccount(vee.url, MEMBER).catch(() => undefined)
  const answer = await fetch(`${vee.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: MEMBER, password: PASSWORD }),
  })
  return ((await answer.json()) as { readonly token?: string }).token
}

const field = (page: Page) => page.getByRole('textbox', { name: /^Message/ })
const lastReply = (page: Page) => page.getByRole('log').getByRole('article').last()

async function ask(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await field(page).press('Enter')
}

const REPLY = `A **trie** keeps words by their letters, so a prefix is found in as many steps as it has letters.

| Operation | Time | Space |
|---|---|---|
| insert | $O(m)$ | $O(m)$ |
| search | $O(m)$ | $O(1)$ |

\`\`\`python
class Trie:
    def __init__(self) -> None:
        self.children: dict[str, "Trie"] = {}
        self.is_word = False  # a word ends here
\`\`\`

Its depth is bounded by the longest word:

$$\\text{depth} = \\max_{w \\in W} |w|$$

1. Walk down letter by letter.
2. Make a child where there is none.

> A hash set is quicker when only whole words are asked for.
`

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

async function makeTeam({ page }: Props) {
  const teams = await openTeams(page)
  // The account is the same for every stage: its team stands from the first on.
  const name = teams.getByLabel('Organization name')
  await expect(name.or(teams.getByRole('tab', { name: 'People' })).first()).toBeVisible()
  if (await name.isVisible()) {
    await name.fill('Harbour')
    await teams.getByRole('button', { name: 'Create organization' }).click()
    await teams.getByLabel('Email address').fill('bob@example.org')
    await teams.getByRole('button', { name: 'Send invite' }).click()
    await expect(teams.getByText('bob@example.org').first()).toBeVisible()
  }
  await expect(teams.getByRole('tab', { name: 'People' })).toBeVisible()
  return teams
}

const at =
  (path: string) =>
  async ({ page }: Props) => {
    await page.goto(`/en${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }

async function beginRegistration({ page }: Props) {
  await page.goto('/en/register')
  await page.getByLabel('Email').fill(`new-${Date.now()}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('checkbox', { name: /I accept the terms/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/en/register/plan')
}

async function inHome(page: Page): Promise<void> {
  await page.goto('/en/')
  await expect(field(page)).toBeVisible()
}

/** What opens over the page by a button of the header, or in its menu on a phone. */
const opened =
  (name: RegExp, role: 'dialog' | 'menu' = 'dialog') =>
  async ({ page }: Props) => {
    await inHome(page)
    await page.getByRole('button', { name }).filter({ visible: true }).first().click()
    await expect(page.getByRole(role).last()).toBeVisible()
  }

const byKey =
  (key: string) =>
  async ({ page }: Props) => {
    await inHome(page)
    await page.locator('main').focus()
    await page.keyboard.press(key)
    await expect(page.getByRole('dialog')).toBeVisible()
  }

/** Every screen and what it is like with something on it. */
export const STAGES: readonly Stage[] = [
  { name: 'home', visitor: 'guest', show: ({ page }) => inHome(page) },
  {
    name: 'conversation',
    visitor: 'guest',
    show: async ({ page, upstream }) => {
      await inHome(page)
      upstream.scriptOnly('chat', { text: REPLY })
      await ask(page, 'What is a trie?')
      await expect(lastReply(page).locator('.katex').last()).toBeVisible()
      await expect(lastReply(page).locator('pre span').first()).toBeAttached()
    },
  },
  {
    name: 'conversation with its log',
    visitor: 'guest',
    show: async ({ page, upstream }) => {
      await inHome(page)
      upstream.scriptOnly(
        'chat',
        { text: 'First: **who** is it for, and what hurts when it is slow?' },
        { text: 'Ten requests a minute per address is a fair start.' },
        { text: REPLY },
      )
      await ask(page, 'How do I slow down sign-ups?')
      await expect(lastReply(page)).toContainText('First')
      await ask(page, 'Bots hammer it at night')
      await expect(lastReply(page)).toContainText('Ten requests')
      await ask(page, 'What is a trie?')
      await expect(lastReply(page).locator('.katex').last()).toBeVisible()
      await expect(page.getByRole('region', { name: 'Last turns' })).toBeVisible()
    },
  },
  {
    name: 'failed reply',
    visitor: 'guest',
    show: async ({ page, upstream }) => {
      await inHome(page)
      upstream.scriptOnly('chat', 'unauthorized')
      await ask(page, 'Are you there?')
      await expect(lastReply(page).getByRole('alert')).toBeVisible()
    },
  },
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
  { name: 'login', visitor: 'guest', show: at('/login') },
  {
    name: 'login, refused',
    visitor: 'guest',
    show: async ({ page }) => {
      await page.goto('/en/login')
      await page.getByRole('button', { name: 'Log in' }).last().click()
      await expect(page.getByText('Email and password are required.')).toBeVisible()
    },
  },
  { name: 'new password', visitor: 'guest', show: at('/login#reset=abc') },
  { name: 'register', visitor: 'guest', show: at('/register') },
  { name: 'register, plan', visitor: 'guest', show: beginRegistration },
  {
    name: 'register, payment',
    visitor: 'guest',
    show: async (props) => {
      await beginRegistration(props)
      await props.page.getByRole('button', { name: 'Choose plan Basic' }).click()
      await props.page.getByRole('button', { name: 'Continue' }).click()
      await expect(props.page).toHaveURL('/en/register/payment')
      await expect(props.page.getByRole('heading', { level: 1 })).toBeVisible()
    },
  },
  {
    name: 'register, success',
    visitor: 'guest',
    show: async (props) => {
      await beginRegistration(props)
      await props.page.getByRole('button', { name: 'Start free Free' }).click()
      await props.page.getByRole('button', { name: 'Continue' }).click()
      await expect(props.page.getByRole('link', { name: 'Start talking' })).toBeVisible()
    },
  },
  { name: 'about', visitor: 'guest', show: at('/about') },
  { name: 'not found', visitor: 'guest', show: at('/nothing') },
  {
    name: 'history',
    visitor: 'member',
    show: async ({ page, upstream }) => {
      await page.goto('/en/pro')
      upstream.scriptOnly('chat', { text: 'By the sea.' })
      await ask(page, 'Where is the harbour?')
      await expect(lastReply(page)).toContainText('By the sea')
      const pane = page.getByRole('region', { name: 'Conversations' })
      await page.getByRole('button', { name: 'Conversations', exact: true }).click()
      await expect(pane.getByRole('button', { name: /harbour/ }).first()).toBeVisible()
    },
  },
  {
    name: 'settings',
    visitor: 'member',
    show: async ({ page }) => {
      await page.goto('/en/settings')
      await expect(page.getByText(MEMBER)).toBeVisible()
      await expect(page.getByRole('region', { name: 'Plan and billing' })).toBeVisible()
    },
  },
  { name: 'settings of a visitor with the passphrase', visitor: 'global', show: at('/settings') },
  { name: 'team', visitor: 'member', show: makeTeam },
  {
    name: 'team, usage',
    visitor: 'member',
    show: async (props) => {
      const teams = await makeTeam(props)
      await teams.getByRole('tab', { name: 'Usage' }).click()
      await expect(teams.getByRole('tabpanel')).toBeVisible()
    },
  },
  {
    name: 'team, audit log',
    visitor: 'member',
    show: async (props) => {
      const teams = await makeTeam(props)
      await teams.getByRole('tab', { name: 'Audit log' }).click()
      await expect(teams.getByRole('row').nth(1)).toBeVisible()
    },
  },
  { name: 'invite, incomplete', visitor: 'member', show: at('/invite') },
  {
    name: 'invite, refused',
    visitor: 'member',
    show: async ({ page }) => {
      await page.goto('/en/invite/not-a-token')
      await expect(page.getByText('There is no such invite.').first()).toBeVisible()
    },
  },
  { name: 'hub', visitor: 'guest', show: opened(/^Assistant:/) },
  { name: 'theme picker', visitor: 'guest', show: opened(/^Theme/, 'menu') },
  { name: 'languages', visitor: 'guest', show: opened(/^Language/, 'menu') },
  { name: 'menu', visitor: 'guest', show: opened(/^Menu$/) },
  { name: 'palette', visitor: 'guest', show: byKey('Control+k') },
  { name: 'keys', visitor: 'guest', show: byKey('?') },
  { name: 'voice controls', visitor: 'guest', show: opened(/^Voice controls/) },
  { name: 'how to talk', visitor: 'guest', show: opened(/^How to talk/, 'menu') },
  {
    name: 'system log',
    visitor: 'guest',
    show: async ({ page }) => {
      await page.goto('/en/about')
      await page.getByRole('button', { name: 'System log' }).click()
      await expect(page.getByRole('region', { name: 'System log' })).toBeVisible()
    },
  },
]
