import { logInByEmail, makeAccount } from '../accounts/sign-up.ts'
import { axeFaults } from '../axe.ts'
import { dropFiles } from '../files/attach.ts'
import { test } from '../talk/talk-page.ts'
import { callAs } from '../teams/people.ts'
import { expect, type Page } from '../test.ts'
import { showConversations } from './show-conversations.ts'

const EMAIL = 'ann@example.org'
const paneOf = (page: Page, name = 'Conversations') => page.getByRole('region', { name, exact: true })

/** Signs in to an account with two conversations, a meeting and a project. */
async function openWithProject(page: Page, url: string): Promise<ReturnType<typeof callAs>> {
  const call = callAs(url, await makeAccount(url, EMAIL))
  await call('POST', '/projects', { name: 'Kitchen' })
  await call('POST', '/conversations/import', {
    conversations: ['Oven', 'Boat'].map((title) => ({
      id: `conv-${title}`,
      agentId: 'v_agent',
      title,
      messages: [
        { id: `${title}-q`, role: 'user', content: `About the ${title}`, timestamp: '2026-11-01T10:00:00Z' },
      ],
    })),
  })
  await call('POST', '/meetings', { title: 'Tile meeting', meetingDate: '2026-10-02', transcriptLines: [] })
  await logInByEmail(page, EMAIL)
  await showConversations(page)
  return call
}

/** Drops files onto an element, as from a folder of the desktop. */
async function dropFile(page: Page, name: string, text: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([fileName, content]) => {
      const data = new DataTransfer()
      data.items.add(new File([content], fileName, { type: 'text/plain' }))
      return data
    },
    [name, text] as const,
  )
  const target = paneOf(page).getByRole('button', { name: /^Kitchen/ })
  for (const type of ['dragenter', 'dragover', 'drop'])
    await target.dispatchEvent(type, { dataTransfer: transfer })
}

test('conversations, meetings and files are dragged into a project, and its assistants answer from the files', async ({
  page,
  upstream,
  vee,
  talk,
}) => {
  await page.setViewportSize({ width: 1_280, height: 800 })
  const call = await openWithProject(page, vee.url)
  const pane = paneOf(page)
  const kitchen = pane.getByRole('button', { name: /^Kitchen/ })
  await pane.getByRole('button', { name: /^Oven/ }).dragTo(kitchen)
  await expect(pane.getByRole('button', { name: /^Oven.*Kitchen/ })).toBeVisible()
  await expect(page.getByText('In the project Kitchen')).toBeVisible()
  await expect(kitchen).toContainText('1 conversation')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(pane.getByRole('button', { name: /^Oven.*Kitchen/ })).toHaveCount(0)
  await expect(kitchen).toContainText('0 conversations')

  // What is selected is dragged together.
  await pane.getByRole('button', { name: /^Oven/ }).press('x')
  await pane.getByRole('button', { name: /^Boat/ }).press('Enter')
  await pane.getByRole('button', { name: /^Boat/ }).dragTo(kitchen)
  await expect(pane.getByRole('button', { name: /^Oven.*Kitchen/ })).toBeVisible()
  await expect(pane.getByRole('button', { name: /^Boat.*Kitchen/ })).toBeVisible()
  await expect(kitchen).toContainText('2 conversations')

  await dropFile(page, 'recipes.txt', 'The rye bread needs 300 grams of flour.')
  await expect(page.getByText('In the project Kitchen').last()).toBeVisible()
  await expect
    .poll(async () => (await call('GET', '/knowledge?ownerKind=project')).items)
    .toMatchObject([{ name: 'Kitchen', fileCount: 1, ownerName: 'Kitchen' }])

  await pane.getByRole('button', { name: 'Meetings', exact: true }).click()
  const meetings = page
    .getByRole('region')
    .filter({ has: page.getByRole('button', { name: /^Tile meeting/ }) })
    .last()
  await meetings
    .getByRole('button', { name: /^Tile meeting/ })
    .dragTo(meetings.getByRole('button', { name: /^Kitchen/ }))
  await expect(page.getByText('In the project Kitchen').last()).toBeVisible()

  // A press on a project shows what is in it.
  await meetings.getByRole('button', { name: /^Kitchen/ }).press('Enter')
  await expect(kitchen).toHaveAttribute('aria-current', 'true')
  await pane.getByRole('button', { name: 'Edit project' }).press('Enter')
  const editor = page.getByRole('dialog', { name: 'Edit project' })
  await expect(editor.getByRole('button', { name: 'Tile meeting', exact: true })).toBeVisible()
  await editor.getByText('1 entry').click()
  await expect(editor.getByText('recipes.txt')).toBeVisible()
  expect(await axeFaults(page, { within: '[role=dialog]' })).toEqual([])
  await editor.getByRole('button', { name: 'Take “Tile meeting” out of the project' }).click()
  await expect(editor.getByRole('button', { name: 'Tile meeting', exact: true })).toHaveCount(0)
  await page.keyboard.press('Escape')

  await pane.getByRole('button', { name: 'New chat' }).click()
  upstream.scriptOnly('chat', { text: 'The rye bread needs 300 grams of flour [1].' })
  await talk.ask('How much flour does the rye bread need?')
  await expect(talk.lastReply.getByRole('button', { name: 'Copy' })).toBeVisible()
  await expect(talk.lastReply).toContainText('recipes.txt')
  await expect(kitchen).toContainText('3 conversations')
})

test('an open menu lies above the notice with Undo on a phone', async ({ page, vee }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openWithProject(page, vee.url)
  const pane = paneOf(page)
  await pane.getByRole('button', { name: /^Oven/ }).press('Delete')
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeVisible()
  await pane.getByRole('button', { name: 'Actions for “Boat”' }).press('Enter')
  for (const item of await page.getByRole('menuitem').all()) {
    await item.scrollIntoViewIfNeeded()
    // A hit test: what lies above would receive the press.
    await item.click({ trial: true })
  }
  await page.keyboard.press('Escape')
  await expect(undo).toBeVisible()
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})

test('a document of a message is put into a project from its menu', async ({ page, vee, talk }) => {
  const call = await openWithProject(page, vee.url)
  await dropFiles(page, [{ name: 'menu.txt', bytes: Buffer.from('Soup on Monday.'), type: 'text/plain' }])
  await talk.ask('What is for lunch?')
  await expect(talk.lastReply.getByRole('button', { name: 'Copy' })).toBeVisible()
  await page.getByRole('log').getByRole('button', { name: 'Open menu.txt' }).click()
  const viewer = page.getByRole('dialog', { name: 'menu.txt' })
  await viewer.getByRole('button', { name: 'Put into a project' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Kitchen' }).press('Enter')
  await expect(viewer.getByText('In the project Kitchen')).toBeVisible()
  expect((await call('GET', '/knowledge?ownerKind=project')).items).toMatchObject([{ fileCount: 1 }])
})
