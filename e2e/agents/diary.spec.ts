import { asked, test } from '../talk/talk-page.ts'
import { expect } from '../test.ts'
import { openAgent, textOf } from './agent-page.ts'

test.use({ isShared: true })

test('a diary from the first word to the export, without any request before consent', async ({
  page,
  upstream,
  talk,
}) => {
  const diary = await openAgent(page, 'diary_agent', 'Diary')
  await expect(diary).toContainText(
    'Select an entry to view, or start a new one. Your thoughts are saved locally.',
  )
  await diary.getByRole('button', { name: 'New entry' }).click()
  await diary
    .getByRole('textbox', { name: 'What happened?' })
    .fill('The garden was wet. I was happy: the garden gave **apples**.')
  await diary.getByRole('button', { name: 'Mood: Good' }).click()
  await diary.getByRole('button', { name: 'Add the tag garden' }).click()
  await diary.getByLabel('Day').fill('2026-03-07')
  await diary.getByRole('button', { name: 'Done' }).click()
  await expect(diary.getByRole('heading', { name: 'Saturday, March 7, 2026' })).toBeVisible()
  await expect(diary.locator('strong')).toHaveText('apples')

  // Entries are stored without a button, and can be searched.
  await diary.getByRole('button', { name: 'All entries' }).click()
  await diary.getByRole('button', { name: 'New entry' }).click()
  await diary.getByRole('textbox', { name: 'What happened?' }).fill('Letters all day')
  await expect(diary.getByText('Saved in this browser')).toBeVisible()
  await page.reload()
  await expect(diary.getByRole('list', { name: 'Entries' })).toContainText('Letters all day')

  // Text typed directly before the page is closed is not lost: it is in the list, or still in the editor.
  await diary.getByRole('button', { name: /Letters/ }).click()
  await diary.getByRole('button', { name: 'Edit' }).click()
  await diary.getByRole('textbox', { name: 'What happened?' }).fill('Letters until midnight')
  await page.reload()
  await expect(diary.getByText('Letters until midnight').first()).toBeVisible()
  const done = diary.getByRole('button', { name: 'Done' })
  if (await done.isVisible()) {
    await done.click()
    await diary.getByRole('button', { name: 'All entries' }).click()
  }
  await expect(diary.getByRole('list', { name: 'Entries' }).getByRole('listitem')).toHaveCount(2)
  await diary.getByRole('searchbox', { name: 'Search entries' }).fill('apples')
  await expect(diary.getByRole('list', { name: 'Entries' }).getByRole('listitem')).toHaveCount(1)

  // The list next to the page contains them too, and opens one here.
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'History' }).click()
  const beside = page.getByRole('region', { name: 'All entries' })
  await beside.getByRole('searchbox').fill('apples')
  await beside.getByRole('list', { name: 'Entries' }).getByRole('button').click()
  await expect(diary.getByRole('heading', { name: 'Saturday, March 7, 2026' })).toBeVisible()
  await beside.getByRole('button', { name: 'Close list' }).click()
  await diary.getByRole('button', { name: 'All entries' }).click()

  // Another tab shows it too, and its changes appear here.
  const tab = await page.context().newPage()
  await tab.goto('/en/')
  const other = tab.getByRole('region', { name: 'Diary', exact: true })
  await other.getByRole('button', { name: /apples/ }).click()
  await other.getByRole('button', { name: 'Edit' }).click()
  await other.getByRole('textbox', { name: 'What happened?' }).fill('The garden gave apples and plums.')
  await other.getByRole('button', { name: 'Done' }).click()
  await expect(other.getByText('apples and plums')).toBeVisible()
  await expect(diary.getByRole('list', { name: 'Entries' })).toContainText('plums')
  await tab.close()
  expect(upstream.requests).toEqual([])

  await diary.getByRole('button', { name: /plums/ }).click()
  await diary.getByRole('button', { name: 'Talk about it' }).click()
  // Only the words that are left in the field leave the browser.
  await page.getByRole('dialog').getByRole('textbox', { name: 'What is sent' }).fill('apples and plums')
  await page.getByRole('dialog').getByRole('button', { name: 'Send it' }).click()
  await expect(talk.lastReply).toContainText('You said')
  expect(asked(upstream)).toEqual([expect.stringContaining('apples and plums')])
  expect(JSON.stringify(upstream.requests.map(({ json }) => json))).not.toContain('The garden gave')
  await diary.getByRole('button', { name: 'All entries' }).click()

  await diary.getByRole('button', { name: 'More' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export as Markdown' }).click()
  expect(await textOf(await download)).toContain(
    '# 2026-03-07\n\n_mood: good · tags: garden_\n\nThe garden gave apples and plums.',
  )
})

test.describe('without a model', () => {
  test.use({ hasVendor: false })

  test('a diary is encrypted with a passphrase, opened only with it, and moved to another browser', async ({
    page,
    browser,
    baseURL,
  }) => {
    const diary = await openAgent(page, 'diary_agent', 'Diary')
    await diary.getByRole('button', { name: 'New entry' }).click()
    await diary.getByRole('textbox', { name: 'What happened?' }).fill('A secret')
    await diary.getByRole('button', { name: 'Done' }).click()
    await diary.getByRole('button', { name: 'All entries' }).click()
    await diary.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Encrypt with a passphrase' }).click()
    await diary.getByLabel('Passphrase', { exact: true }).fill('quiet harbour')
    await diary.getByLabel('Repeat the passphrase').fill('quiet harbor')
    await diary.getByRole('button', { name: 'Encrypt with a passphrase' }).click()
    await expect(diary.getByText('The passphrases do not match')).toBeVisible()
    await diary.getByLabel('Repeat the passphrase').fill('quiet harbour')
    await diary.getByRole('button', { name: 'Encrypt with a passphrase' }).click()
    await expect(diary.getByRole('list', { name: 'Entries' })).toContainText('A secret')

    await page.reload()
    await expect(diary.getByText('The diary is locked')).toBeVisible()
    await diary.getByLabel('Passphrase').fill('loud harbour')
    await diary.getByRole('button', { name: 'Unlock' }).click()
    await expect(diary.getByText('Incorrect passphrase.')).toBeVisible()
    await diary.getByLabel('Passphrase').fill('quiet harbour')
    await diary.getByRole('button', { name: 'Unlock' }).click()
    await expect(diary.getByRole('list', { name: 'Entries' })).toContainText('A secret')

    await diary.getByRole('button', { name: 'More' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Export as JSON' }).click()
    const file = Buffer.from(await textOf(await download))
    const elsewhere = await browser.newPage({ baseURL: baseURL ?? '' })
    const empty = await openAgent(elsewhere, 'diary_agent', 'Diary')
    await expect(empty).toContainText('Select an entry to view')
    await empty
      .getByLabel('Import a file')
      .setInputFiles({ name: 'diary.json', mimeType: 'application/json', buffer: file })
    await expect(empty.getByText('1 entry imported')).toBeVisible()
    await expect(empty.getByRole('list', { name: 'Entries' })).toContainText('A secret')
    await elsewhere.close()
  })
})
