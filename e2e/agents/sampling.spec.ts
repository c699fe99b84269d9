import { axeFaults } from '../axe.ts'
import { ask } from '../shell/stage.ts'
import { personIn } from '../teams/people.ts'
import { expect, test } from '../test.ts'

// Sampling parameters of an assistant and of a saved prompt, up to the request that the vendor receives.

test('an assistant and a prompt carry sampling parameters to the model', async ({
  browser,
  vee,
  upstream,
}) => {
  const ann = await personIn(browser, vee.url, 'ann@example.org')
  const chats = () => upstream.requests.filter(({ path }) => path.endsWith('/chat/completions'))
  await ann.goto('/en/pro')
  await ann.getByRole('button', { name: 'Add to the message' }).click()
  await ann.getByRole('menuitem', { name: 'Prompts' }).click()
  const dialog = ann.getByRole('dialog')
  await dialog.getByRole('button', { name: 'New prompt' }).click()
  await dialog.getByLabel('Title').fill('Letter')
  await dialog.getByLabel('Text').fill('Write a letter.')
  await dialog.getByLabel('Temperature').fill('3')
  await dialog.getByRole('button', { name: 'Save prompt' }).click()
  await expect(dialog.getByText('Enter a number from 0 to 2, or leave the field empty.')).toBeVisible()
  expect(await axeFaults(ann, { within: '[role=dialog]' })).toEqual([])
  await dialog.getByLabel('Temperature').fill('0,2')
  await dialog.getByLabel('Longest reply').fill('300')
  await dialog.getByRole('button', { name: 'Save prompt' }).click()
  const row = dialog.getByRole('button', { name: /Letter/ }).first()
  await expect(row).toContainText('temperature 0.2')
  await row.click()
  await ann.keyboard.press('Enter')
  await expect.poll(() => chats().length).toBe(1)
  expect(chats()[0]?.json).toMatchObject({ temperature: 0.2, max_tokens: 300 })
  await expect(ann.getByRole('log').getByRole('article')).toHaveCount(2)
  // They are of that message only.
  await ask(ann, 'And now something else')
  await expect.poll(() => chats().length).toBe(2)
  expect(chats()[1]?.json).not.toHaveProperty('temperature')

  // A model that rejects them replies without them, and says so.
  await ann.getByRole('button', { name: 'Add to the message' }).click()
  await ann.getByRole('menuitem', { name: 'Prompts' }).click()
  await dialog
    .getByRole('button', { name: /Letter/ })
    .first()
    .click()
  upstream.script({ refusal: { status: 400, code: 'unsupported_value' } }, { text: 'Dear Ann' })
  await ann.keyboard.press('Enter')
  await expect(ann.getByRole('log').getByText('Dear Ann')).toBeVisible()
  await expect(ann.getByText('The model ignored temperature and max_tokens.')).toBeVisible()
})
