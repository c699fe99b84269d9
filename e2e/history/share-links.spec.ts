import { axeFaults } from '../axe.ts'
import { personIn } from '../teams/people.ts'
import { expect, test } from '../test.ts'

test('a conversation is shared by a link, read by anyone, continued by a copy, and revoked', async ({
  browser,
  vee,
}) => {
  const ann = await personIn(browser, vee.url, 'ann@example.org')
  await ann.goto('/en/pro')
  await ann.getByRole('textbox', { name: 'Message' }).fill('Mail bo@example.org about the tiles')
  await ann.keyboard.press('Enter')
  await expect(ann.getByRole('button', { name: 'Copy reply' })).toBeVisible()
  await ann.keyboard.press('Control+b')
  await ann
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await ann.getByRole('menuitem', { name: 'Share by link…' }).click()
  const dialog = ann.getByRole('dialog')
  await expect(dialog.getByText('The text contains private data')).toBeVisible()
  await expect(dialog.getByText('Email addresses: 1')).toBeVisible()
  expect(await axeFaults(ann, { within: '[role=dialog]' })).toEqual([])
  await dialog.getByRole('textbox', { name: 'Title for readers' }).fill('A sum')
  await dialog.getByRole('checkbox', { name: 'Let readers continue a copy' }).check()
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const address = await dialog.getByRole('textbox', { name: 'New link' }).inputValue()
  await expect(dialog.getByText('Link copied. It is shown only once.')).toBeVisible()

  const visitor = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await visitor.goto(address)
  await expect(visitor.getByRole('heading', { name: 'A sum' })).toBeVisible()
  await expect(visitor).toHaveTitle('A sum')
  await expect(visitor.getByRole('region', { name: 'Question' })).toContainText('about the tiles')
  await expect(visitor.getByRole('article')).toContainText('I am only a stand-in')
  await expect(visitor.getByRole('article')).not.toContainText('ann@example.org')
  expect(await axeFaults(visitor)).toEqual([])
  await expect(visitor.getByRole('link', { name: 'Log in to continue this' })).toBeVisible()

  const bob = await personIn(browser, vee.url, 'bob@example.org')
  await bob.goto(address)
  await bob.getByRole('button', { name: 'Continue this' }).click()
  await expect(bob.getByRole('log')).toContainText('about the tiles')

  await ann.goto('/en/settings#data')
  await expect(ann.getByText(/Views: 2/)).toBeVisible()
  await ann.getByRole('button', { name: 'Revoke “A sum”' }).click()
  await ann.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(ann.getByText('“A sum” no longer opens')).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByRole('heading', { name: 'This link does not open' })).toBeVisible()
})
