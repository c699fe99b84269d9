import { axeFaults } from '../axe.ts'
import { expect, test } from '../test.ts'
import { foundTeam, personIn } from './people.ts'

test('a prompt is stored for the team, found, filled in and inserted into the message field', async ({
  browser,
  vee,
}) => {
  const ann = await personIn(browser, vee.url, 'ann@example.org')
  await foundTeam(ann, 'Harbour')

  await ann.goto('/en/pro')
  await ann.getByRole('button', { name: 'Add to the message' }).click()
  await ann.getByRole('menuitem', { name: 'Prompts' }).click()
  const dialog = ann.getByRole('dialog')
  await expect(dialog.getByText(/No prompts yet.*{{variables}}/)).toBeVisible()
  await dialog.getByRole('button', { name: 'New prompt' }).click()
  await dialog.getByRole('button', { name: 'Save prompt' }).click()
  await expect(dialog.getByText('Enter a title of at most 100 characters.')).toBeVisible()
  await dialog.getByLabel('Title').fill('Letter')
  await dialog.getByLabel('Text').fill('Write to {{name}} about {{subject}}.')
  await dialog.getByLabel('Visible to').selectOption('Harbour')
  await dialog.getByRole('button', { name: 'Save prompt' }).click()
  await expect(dialog.getByRole('button', { name: /Letter Harbour/ })).toBeVisible()
  expect(await axeFaults(ann, { within: '[role=dialog]' })).toEqual([])
  await dialog.getByLabel('Search prompts').fill('nothing of the kind')
  await expect(dialog.getByText('Nothing found.')).toBeVisible()
  await dialog.getByLabel('Search prompts').fill('letter')
  await dialog.getByRole('button', { name: /Letter Harbour/ }).click()
  await dialog.getByLabel('name').fill('Bob')
  await dialog.getByRole('button', { name: 'Insert' }).click()
  const field = ann.getByRole('textbox', { name: /^Message/ })
  await expect(field).toHaveValue('Write to Bob about {{subject}}.')
  await expect(field).toBeFocused()
})
