import { makeAccount, PASSWORD } from '../accounts/sign-up.ts'
import { callAs, openTeams, tokenOf } from '../teams/people.ts'
import { expect, type Page } from '../test.ts'
import type { Vee } from '../vee.ts'
import { AGENT_STAGES } from './agent-stages.ts'
import { ask, field, lastReply, type Props, type Stage, type Visitor } from './stage.ts'
import { logIn } from './visit.ts'
import { showConversations } from '../history/show-conversations.ts'

const MEMBER = 'ann@example.org'

/** Returns a token of this server for the kind of user; undefined for a guest. */
export async function tokenFor(vee: Vee, visitor: Visitor): Promise<string | undefined> {
  if (visitor === 'guest') return undefined
  if (visitor === 'global') return logIn(vee.url, vee.passphrase)
  await makeAccount(vee.url, MEMBER).catch(() => undefined)
  const response = await fetch(`${vee.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: MEMBER, password: PASSWORD }),
  })
  return ((await response.json()) as { readonly token?: string }).token
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

async function makeTeam({ page }: Pick<Props, 'page'>) {
  const teams = await openTeams(page)
  // The account is shared by all stages: its team exists from the first on.
  const name = teams.getByLabel('Team name')
  await expect(name.or(teams.getByRole('tab', { name: 'People' })).first()).toBeVisible()
  if (await name.isVisible()) {
    await name.fill('Harbour')
    await teams.getByRole('button', { name: 'Create team' }).click()
    await teams.getByLabel('Email address').fill('bob@example.org')
    await teams.getByRole('button', { name: 'Send invite' }).click()
    await expect(teams.getByText('bob@example.org').first()).toBeVisible()
  }
  await expect(teams.getByRole('tab', { name: 'People' })).toBeVisible()
  return teams
}

/** Shows a meeting to a member with read access. */
async function showSharedMeeting({ page, vee }: Props) {
  await makeTeam({ page })
  const asAnn = callAs(vee.url, await tokenOf(vee.url, MEMBER))
  const bob = callAs(vee.url, await tokenOf(vee.url, 'bob@example.org'))
  const { organizations } = await asAnn('GET', '/organizations')
  const [{ id: organizationId, invites }] = organizations
  for (const { status, token } of invites) {
    if (status === 'pending') await bob('POST', `/organizations/invites/${token}/accept`, {})
  }
  const { id } = await bob('POST', '/meetings', { title: 'The quay', quickNotes: 'We raise the bridge.' })
  await bob('PUT', `/meetings/${id}/shares/${organizationId}`, { right: 'use' })
  await page.goto(`/en/meetings/${id}`)
  await expect(page.getByText('We raise the bridge.')).toBeVisible()
}

const at =
  (path: string) =>
  async ({ page }: Props) => {
    await page.goto(`/en${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }

async function beginRegistration({ page }: Props) {
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

/** Closes an overlay before the next one is opened. */
async function closeOverlay(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog').or(page.getByRole('menu'))).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
}

/** A stage with an overlay of the previous one, opened by a button of the header. */
const opened = (name: string, button: RegExp, role: 'dialog' | 'menu' = 'dialog'): Stage => ({
  name,
  visitor: 'guest',
  goesOn: true,
  show: async ({ page }) => {
    await closeOverlay(page)
    await page.getByRole('button', { name: button }).filter({ visible: true }).first().click()
    await expect(page.getByRole(role).last()).toBeVisible()
  },
})

/** A stage with something open within the menu. */
const openedInMenu = (name: string, control: RegExp, role: 'menu' | 'slider'): Stage => ({
  name,
  visitor: 'guest',
  goesOn: true,
  show: async ({ page }) => {
    await closeOverlay(page)
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await menu
      .getByRole('button', { name: control })
      .or(menu.locator('summary', { hasText: control }))
      .click()
    await expect(page.getByRole(role).first()).toBeVisible()
  },
})

const byKey = (name: string, key: string): Stage => ({
  name,
  visitor: 'guest',
  goesOn: true,
  show: async ({ page }) => {
    await closeOverlay(page)
    await page.locator('main').focus()
    await page.keyboard.press(key)
    await expect(page.getByRole('dialog')).toBeVisible()
  },
})

/** A stage of the host's area, seen by the first account. */
function hostPart(tab: string, index: number): Stage {
  return {
    name: `server, ${tab}`,
    visitor: 'member',
    ...(index > 0 && { goesOn: true }),
    show: async ({ page }) => {
      if (index === 0) await page.goto('/en/host')
      await page.getByRole('tab', { name: tab }).click()
      await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible()
    },
  }
}

/** Every screen in its state with content. */
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
    goesOn: true,
    show: async ({ page, upstream }) => {
      upstream.scriptOnly(
        'chat',
        { text: 'First: **who** is it for, and what hurts when it is slow?' },
        { text: REPLY.repeat(3) },
      )
      await ask(page, 'How do I slow down sign-ups?')
      await expect(lastReply(page)).toContainText('First')
      await ask(page, 'What is a trie?')
      await expect(lastReply(page).locator('.katex').last()).toBeAttached()
      await expect(lastReply(page)).toHaveAttribute('aria-busy', 'false')
      await lastReply(page).evaluate((reply) => reply.scrollIntoView({ block: 'end' }))
      await page.getByRole('button', { name: 'Show more messages' }).click()
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
  ...AGENT_STAGES,
  { name: 'login', visitor: 'guest', show: at('/login') },
  {
    name: 'login, refused',
    visitor: 'guest',
    goesOn: true,
    show: async ({ page }) => {
      await page.getByRole('button', { name: 'Log in' }).last().click()
      await expect(page.getByText('Email and password are required.')).toBeVisible()
    },
  },
  { name: 'new password', visitor: 'guest', show: at('/login#reset=abc') },
  { name: 'register', visitor: 'guest', show: at('/register') },
  { name: 'register, plan', visitor: 'guest', goesOn: true, show: beginRegistration },
  {
    name: 'register, payment',
    visitor: 'guest',
    goesOn: true,
    show: async ({ page }) => {
      await page.getByRole('button', { name: 'Choose plan Basic' }).click()
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page).toHaveURL('/en/register/payment')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    },
  },
  {
    name: 'register, success',
    visitor: 'guest',
    show: async (props) => {
      await at('/register')(props)
      await beginRegistration(props)
      await props.page.getByRole('button', { name: 'Start free Free' }).click()
      await expect(props.page.getByRole('link', { name: 'Start talking' })).toBeVisible()
    },
  },
  { name: 'about', visitor: 'guest', show: at('/about') },
  {
    name: 'system log',
    visitor: 'guest',
    goesOn: true,
    show: async ({ page }) => {
      await page.getByRole('button', { name: 'System log' }).click()
      await expect(page.getByRole('region', { name: 'System log' })).toBeVisible()
    },
  },
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
      await showConversations(page)
      await expect(pane.getByRole('button', { name: /harbour/ }).first()).toBeVisible()
    },
  },
  {
    name: 'settings',
    visitor: 'member',
    show: async ({ page }) => {
      await page.goto('/en/settings#account')
      await expect(page.getByText(MEMBER)).toBeVisible()
    },
  },
  ...(['speaking', 'language', 'appearance', 'conversation', 'usage', 'billing', 'data'] as const).map(
    (section): Stage => ({
      name: `settings, ${section}`,
      visitor: 'member',
      within: `#${section}`,
      goesOn: true,
      show: async ({ page }) => {
        await page.goto(`/en/settings#${section}`)
        await expect(page.locator(`#${section}`)).toBeVisible()
      },
    }),
  ),
  { name: 'settings of a visitor with the passphrase', visitor: 'global', show: at('/settings') },
  { name: 'team', visitor: 'member', within: '#teams', show: makeTeam },
  {
    name: 'team, usage',
    visitor: 'member',
    within: '#teams',
    goesOn: true,
    show: async ({ page }) => {
      const teams = page.locator('#teams')
      await teams.getByRole('tab', { name: 'Usage' }).click()
      await expect(teams.getByRole('tabpanel')).toBeVisible()
    },
  },
  {
    name: 'team, sign-in',
    visitor: 'member',
    within: '#teams',
    goesOn: true,
    show: async ({ page }) => {
      const teams = page.locator('#teams')
      await teams.getByRole('tab', { name: 'Login' }).click()
      await teams.getByLabel('Domain').fill(`d${Date.now()}.example`)
      await teams.getByRole('button', { name: 'Add domain' }).click()
      await teams.getByRole('button', { name: 'Create token' }).click()
      await expect(teams.getByText('New token, shown only once')).toBeVisible()
    },
  },
  {
    name: 'team, audit log',
    visitor: 'member',
    within: '#teams',
    goesOn: true,
    show: async ({ page }) => {
      const teams = page.locator('#teams')
      await teams.getByRole('tab', { name: 'Audit log' }).click()
      await expect(teams.getByRole('row').nth(1)).toBeVisible()
    },
  },
  ...['Overview', 'Accounts', 'Teams', 'Limits and access', 'Usage and cost', 'Audit log'].map(hostPart),
  { name: 'meeting that was shared', visitor: 'member', show: showSharedMeeting },
  {
    name: 'own assistant',
    visitor: 'member',
    show: async ({ page }) => {
      await page.goto('/en/pro')
      await page.getByRole('button', { name: /^Assistant:/ }).click()
      await page.getByRole('button', { name: 'Create an assistant' }).click()
      const editor = page.getByRole('dialog', { name: /assistant$/ })
      await editor.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(editor.getByText('Enter a name.')).toBeVisible()
    },
  },
  { name: 'invite, incomplete', visitor: 'member', show: at('/invite') },
  {
    name: 'invite, refused',
    visitor: 'member',
    goesOn: true,
    show: async ({ page }) => {
      await page.goto('/en/invite/not-a-token')
      await expect(page.getByText('Invite not found.').first()).toBeVisible()
    },
  },
  { name: 'home, to open things over', visitor: 'guest', show: ({ page }) => inHome(page) },
  opened('hub', /^Assistant:/),
  openedInMenu('theme picker', /^Theme/, 'menu'),
  openedInMenu('languages', /^Language/, 'menu'),
  opened('menu', /^Menu$/),
  byKey('palette', 'Control+k'),
  byKey('keys', '?'),
  openedInMenu('voice controls', /^Voice controls/, 'slider'),
  opened('how to talk', /^Input mode/, 'menu'),
  opened('additions', /^Add to the message/, 'menu'),
]
