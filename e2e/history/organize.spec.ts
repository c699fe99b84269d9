import { makeAccount, PASSWORD } from '../accounts/sign-up.ts'
import { axeFaults } from '../axe.ts'
import { expect } from '../test.ts'
import { test } from '../talk/talk-page.ts'
import { showConversations } from './show-conversations.ts'

test('conversations are pinned, tagged, put into a project, found by it, and archived together', async ({
  page,
  upstream,
  vee,
  talk,
}) => {
  await makeAccount(vee.url, 'ann@example.org')
  await page.goto('/en/login')
  const personal = page.locator('form', { has: page.getByLabel('Email') })
  await personal.getByLabel('Email').fill('ann@example.org')
  await personal.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await personal.getByLabel('Password', { exact: true }).press('Enter')
  await expect(talk.field).toBeVisible()
  await showConversations(page)
  const pane = page.getByRole('region', { name: 'Conversations' })
  for (const question of ['Where is the oven?', 'Where is the boat?']) {
    upstream.scriptOnly('chat', { text: `Reply to ${question}` })
    await pane.getByRole('button', { name: 'New chat' }).click()
    await talk.ask(question)
    await expect(talk.lastReply.getByRole('button', { name: 'Copy' })).toBeVisible()
  }
  await pane.getByRole('button', { name: 'New project' }).click()
  await page.getByRole('dialog', { name: 'New project' }).getByLabel('Name').fill('Garden')
  await page.getByRole('dialog', { name: 'New project' }).getByLabel('Name').press('Enter')
  await expect(page.getByRole('dialog', { name: 'Edit project' }).getByLabel('Name')).toHaveValue('Garden')
  await page.getByRole('dialog', { name: 'Edit project' }).getByRole('button', { name: 'Save' }).click()

  const actions = (title: string) => pane.getByRole('button', { name: `Actions for “${title}”` })
  const row = (name: RegExp) => pane.getByRole('button', { name })

  await actions('Where is the oven?').press('Enter')
  await page.getByRole('menuitem', { name: 'Pin', exact: true }).press('Enter')
  await expect(pane.getByRole('heading', { name: 'Pinned' })).toBeVisible()

  await actions('Where is the oven?').press('Enter')
  await page.getByRole('menuitem', { name: 'Tags…' }).press('Enter')
  const tags = page.getByRole('dialog', { name: 'Tags' })
  await tags.getByLabel('Tags').fill('baking, Home')
  await tags.getByLabel('Tags').press('Enter')
  await expect(row(/oven.*#baking/)).toBeVisible()

  await actions('Where is the oven?').press('Enter')
  await page.getByRole('menuitem', { name: 'Move to project…' }).press('Enter')
  const move = page.getByRole('dialog', { name: 'Put into a project' })
  await move.getByLabel('New project').fill('Kitchen')
  await move.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(row(/oven.*Kitchen/)).toBeVisible()
  await expect(row(/^Kitchen/)).toContainText('1 conversation')
  expect(await axeFaults(page, { within: '[aria-label="Conversations"]' })).toEqual([])

  await pane.getByRole('button', { name: 'Filter' }).press('Enter')
  await page.getByRole('menuitemcheckbox', { name: 'Pinned' }).press('Enter')
  await expect(row(/^Where is the boat/)).toHaveCount(0)
  await expect(row(/^Pinned Where is the oven/)).toBeVisible()
  await pane.getByRole('button', { name: 'Remove filter: Pinned' }).click()
  await expect(row(/^Where is the boat/)).toBeVisible()

  await pane.getByRole('button', { name: 'Filter' }).press('Enter')
  await page
    .getByRole('menuitemcheckbox', { name: 'Kitchen' })
    .or(page.getByRole('menuitemradio', { name: 'Kitchen' }))
    .press('Enter')
  await expect(row(/^Where is the boat/)).toHaveCount(0)
  await expect(row(/^Pinned Where is the oven/)).toBeVisible()

  // A conversation that begins here belongs to the project, with its instructions.
  await pane.getByRole('button', { name: 'Edit project' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit project' })
  await editor.getByLabel('Instructions').fill('Answer in rhymes.')
  expect(await axeFaults(page, { within: '[role=dialog]' })).toEqual([])
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor).toBeHidden()
  upstream.reset()
  upstream.scriptOnly('chat', { text: 'In rhymes.' })
  await pane.getByRole('button', { name: 'New chat' }).click()
  await talk.ask('A recipe?')
  await expect(talk.lastReply.getByRole('button', { name: 'Copy' })).toBeVisible()
  // The notes about the conversation before are asked for, too.
  const asked = upstream.requests
    .map(({ json }) => JSON.stringify(json))
    .find((text) => text.includes('A recipe?'))
  expect(asked).toContain('Answer in rhymes.')
  await expect(row(/A recipe\?.*Kitchen/)).toBeVisible()
  await pane.getByRole('button', { name: 'Remove filter: Kitchen' }).click()
  await expect(row(/^Where is the boat/)).toBeVisible()

  await actions('Where is the boat?').press('Enter')
  await page.getByRole('menuitem', { name: 'Select' }).press('Enter')
  await row(/^A recipe/).press('Enter')
  const selection = pane.getByRole('group', { name: 'Select conversations' })
  await expect(selection.getByRole('status')).toHaveText('2 selected')
  await selection.getByRole('button', { name: 'Tags…' }).click()
  await tags.getByLabel('Tags').fill('soon')
  await tags.getByLabel('Tags').press('Enter')
  await expect(row(/boat.*#soon/)).toBeVisible()
  await expect(row(/A recipe.*#soon/)).toBeVisible()
  await selection.getByRole('button', { name: 'Select all that are listed' }).click()
  await expect(selection.getByRole('status')).toHaveText('3 selected')
  await selection.getByRole('button', { name: 'Select all that are listed' }).click()
  await row(/^A recipe/).press('Enter')
  await row(/^Where is the boat/).press('Enter')
  await selection.getByRole('button', { name: 'Delete' }).click()
  await expect(row(/^Where is the boat/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(/^Where is the boat/)).toBeVisible()

  await pane.getByRole('searchbox').fill('#soon')
  await expect(row(/oven/)).toHaveCount(0)
  await expect(row(/^Where is the boat/)).toBeVisible()
  await pane.getByRole('searchbox').fill('oven')
  await expect(
    row(/Where is the oven/)
      .first()
      .locator('mark')
      .first(),
  ).toHaveText(/oven/i)
  await page.setViewportSize({ width: 320, height: 640 })
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})
