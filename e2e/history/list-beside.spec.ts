import type { Page } from '@playwright/test'
import { logInByEmail, makeAccount } from '../accounts/sign-up.ts'
import { choose, test } from '../talk/talk-page.ts'
import { expect } from '../test.ts'

const CODE = `Here it is.\n\n\`\`\`python\n${['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => `${name} = 1`).join('\n')}\n\`\`\`\n`

const pane = (page: Page) => page.getByRole('region', { name: 'Conversations' })

test('the list is open on wide screens for those with conversations, and leaves the column its width', async ({
  page,
  upstream,
  vee,
  talk,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await choose(page, { muted: true })
  await makeAccount(vee.url, 'ann@example.org')
  await logInByEmail(page, 'ann@example.org')
  await expect(talk.field).toBeVisible()
  await expect(pane(page)).toHaveCount(0)
  upstream.scriptOnly('chat', { text: CODE })
  await talk.ask('Give me seven variables')
  await expect(talk.lastReply).toContainText('g = 1')
  await page.reload()
  await expect(pane(page)).toBeVisible()

  await talk.lastReply.getByRole('button', { name: 'Open next to the conversation' }).click()
  await expect(page.getByRole('region', { name: 'Code', exact: true })).toBeVisible()
  const column = await page.getByRole('region', { name: 'Conversation', exact: true }).boundingBox()
  expect(column?.width).toBeGreaterThanOrEqual(600)

  // A closed list stays closed.
  await pane(page).getByRole('button', { name: 'Close list' }).click()
  await page.reload()
  await expect(talk.lastReply).toContainText('g = 1')
  await expect(pane(page)).toHaveCount(0)
})

test('a guest with several conversations finds their list open, until it is closed', async ({
  page,
  upstream,
  talk,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/en/')
  await talk.mute()
  const ask = async (question: string) => {
    upstream.scriptOnly('chat', { text: 'A short reply.' })
    await talk.ask(question)
    await expect(talk.lastReply).toContainText('A short reply.')
    await expect(talk.lastReply).toHaveAttribute('aria-busy', 'false')
    await page.reload()
    await expect(talk.lastReply).toContainText('A short reply.')
  }
  await ask('Where is the harbor?')
  await expect(pane(page)).toHaveCount(0)
  await talk.goTo('Tutor')
  await ask('What is the time?')
  await pane(page)
    .getByRole('button', { name: /^Where is the harbor/ })
    .click()
  await expect(talk.questions).toContainText('Where is the harbor?')
  await pane(page).getByRole('button', { name: 'Close list' }).click()
  await page.reload()
  await expect(talk.questions).toContainText('Where is the harbor?')
  await expect(pane(page)).toHaveCount(0)
})
