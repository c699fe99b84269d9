import { logInByEmail, makeAccount } from '../accounts/sign-up.ts'
import { axeFaults } from '../axe.ts'
import { expect } from '../test.ts'
import { test } from './talk-page.ts'

const EMAIL = 'ann@example.org'
const PROPOSAL = JSON.stringify([
  { text: 'Lives in Lisbon.', quote: 'I moved to Lisbon last year', kind: 'fact' },
  { text: 'Is vegetarian.', quote: 'I am vegetarian', kind: 'preference' },
])

test('a conversation that is left yields notes, which are used after a yes', async ({
  page,
  vee,
  talk,
  upstream,
}) => {
  await makeAccount(vee.url, EMAIL)
  await logInByEmail(page, EMAIL)
  await talk.mute()
  upstream.scriptOnly('chat', { text: 'Try a caldo verde.' }, { text: PROPOSAL }, { text: 'In Lisbon.' })
  await talk.ask('I moved to Lisbon last year and I am vegetarian. What can I cook?')
  await expect(talk.lastReply).toContainText('caldo verde')
  // A reply can be copied once it has ended.
  await expect(talk.lastReply.getByRole('button', { name: 'Copy' })).toBeVisible()
  await page.getByRole('button', { name: 'New conversation' }).click()
  await expect(page.getByText('Shall I remember this? “Lives in Lisbon.”')).toBeVisible()
  await expect(page.getByText('You said: “I moved to Lisbon last year”')).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Remember', exact: true }).click()
  const next = page.getByText('Shall I remember this? “Is vegetarian.”')
  await expect(next).toBeVisible()
  await page
    .getByRole('region', { name: 'Notifications' })
    .getByRole('button', { name: 'Dismiss' })
    .last()
    .click()
  await expect(next).toHaveCount(0)

  await talk.ask('Where do I live?')
  await expect(talk.lastReply).toContainText('In Lisbon.')
  const prompt = JSON.stringify(upstream.requests.at(-1)?.json)
  expect(prompt).toContain('Lives in Lisbon.')
  expect(prompt).not.toContain('Is vegetarian.')

  // What was not decided waits in the settings.
  await page.goto('/en/settings#memory')
  const proposals = page.getByRole('list', { name: 'Proposed notes' })
  await expect(proposals.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Do not remember: Is vegetarian.' }).click()
  await expect(proposals).toHaveCount(0)
  await expect(page.getByText('Lives in Lisbon.')).toBeVisible()
})

test('notes are written, edited, pinned and deleted by keyboard', async ({ page, vee }) => {
  await makeAccount(vee.url, EMAIL)
  await logInByEmail(page, EMAIL)
  await page.goto('/en/settings#memory')
  const field = page.getByRole('textbox', { name: 'New note' })
  for (const note of ['Sails a small boat.', 'Works at night.']) {
    await field.fill(note)
    await field.press('Enter')
    await expect(page.getByText(note)).toBeVisible()
  }
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Edit the note: Sails a small boat.' }).press('Enter')
  const editor = page.getByRole('textbox', { name: 'Edit the note: Sails a small boat.' })
  await editor.fill('Sails a yacht.')
  await editor.press('Enter')
  await page.getByRole('button', { name: 'Keep at the top: Sails a yacht.' }).press('Enter')
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: /yacht|night/ })
      .first(),
  ).toContainText('yacht')
  await page.getByRole('button', { name: 'Delete the note: Works at night.' }).press('Enter')
  await expect(page.getByText('Works at night.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(page.getByText('Works at night.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Delete the note: Works at night.' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  // Leaving the page deletes at once.
  await page.reload()
  await expect(page.getByText('Sails a yacht.')).toBeVisible()
  await expect(page.getByText('Works at night.')).toHaveCount(0)
})

test('what ChatGPT or Claude remembers is taken over as proposals', async ({ page, vee }) => {
  await makeAccount(vee.url, EMAIL)
  await logInByEmail(page, EMAIL)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/en/settings#memory')
  await page.getByRole('button', { name: 'Import from ChatGPT or Claude' }).press('Enter')
  const form = page.getByRole('form', { name: 'Import from ChatGPT or Claude' })
  await form
    .getByRole('textbox', { name: 'What it remembers about you' })
    .fill('Saved memories\n\n- [2025-03-01] - Lives in **Graz**.\n- Plays the cello every day.')
  expect(await axeFaults(page)).toEqual([])
  await form.getByRole('button', { name: 'Propose notes' }).click()
  await expect(form.getByRole('status')).toHaveText('2 proposals added. Decide above.')
  const proposals = page.getByRole('list', { name: 'Proposed notes' })
  await expect(proposals.getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: 'Remember: Lives in Graz.', exact: true }).click()
  await page.getByRole('button', { name: 'Do not remember: Plays the cello every day.' }).click()
  await expect(proposals).toHaveCount(0)

  // A decision stays, whatever is imported later; so does the file of an export.
  await form.locator('input[type=file]').setInputFiles({
    name: 'memories.json',
    mimeType: 'application/json',
    buffer: Buffer.from(
      JSON.stringify([{ conversations_memory: 'Plays the cello every day.\n\nWorks as a nurse.' }]),
    ),
  })
  await form.getByRole('button', { name: 'Propose notes' }).click()
  await expect(proposals.getByRole('listitem')).toHaveText([/Works as a nurse\./])
})
