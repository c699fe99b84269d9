import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from '../test.ts'
import { foundTeam, inviteLink, personIn } from './people.ts'

test('a meeting is shared with a team by its link, read, edited under that right, and taken back; an assistant too', async ({
  browser,
  vee,
}) => {
  const ann = await personIn(browser, vee.url, 'ann@example.org')
  await foundTeam(ann, 'Harbour')
  const invite = await inviteLink(ann, 'bob@example.org')
  const bob = await personIn(browser, vee.url, 'bob@example.org')
  await bob.goto(invite)
  await expect(bob.getByText('You are now in Harbour.')).toBeVisible()

  await ann.goto('/en/meetings/none')
  await expect(ann.getByText('This meeting is not here')).toBeVisible()
  await ann.getByRole('button', { name: 'All meetings' }).click()
  await ann.getByRole('button', { name: 'New meeting' }).click()
  await ann.getByLabel('Title').fill('The quay')
  await ann.getByLabel('Quick notes').fill('We raise the bridge.')
  await expect(ann.getByText('Saved', { exact: true })).toBeVisible()
  await ann.getByRole('button', { name: 'Share' }).click()
  const dialog = ann.getByRole('dialog', { name: /Share/ })
  await dialog.getByLabel('Members of Harbour').selectOption('May see and use it')
  await expect(dialog.getByText('Saved: Harbour, May see and use it')).toBeVisible()
  const { violations } = await new AxeBuilder({ page: ann }).include('[role=dialog]').analyze()
  expect(violations).toEqual([])
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  await expect(dialog.getByText('Link copied. It opens for members only.')).toBeVisible()
  const link = await ann.evaluate(() => navigator.clipboard.readText())

  await bob.goto(link)
  await expect(bob.getByRole('heading', { name: /The quay/ })).toBeVisible()
  await expect(bob.getByText('We raise the bridge.')).toBeVisible()
  await expect(bob.getByLabel('Title')).toHaveCount(0)
  await bob.getByRole('button', { name: 'All meetings' }).click()
  await bob.getByText('Shared with me').click()
  await expect(bob.getByRole('button', { name: /The quay.*Shared by ann@example.org/ })).toBeVisible()

  await dialog.getByLabel('Members of Harbour').selectOption('May edit it too')
  await expect(dialog.getByText('Saved: Harbour, May edit it too')).toBeVisible()
  await bob.goto(link)
  await bob.getByLabel('Title').fill('The long quay')
  await expect(bob.getByText('Saved', { exact: true })).toBeVisible()

  await dialog.getByLabel('Members of Harbour').selectOption('Not shared')
  await expect(dialog.getByText('Saved: Harbour, Not shared')).toBeVisible()
  await bob.goto(link)
  await expect(bob.getByText('It was deleted, or it is not shared with you.')).toBeVisible()

  await ann.goto('/en/pro')
  await openHub(ann)
  const hub = ann.getByRole('dialog', { name: 'Assistants' })
  const editor = ann.getByRole('dialog', { name: /assistant$/ })
  await hub.getByRole('button', { name: 'Make an assistant' }).click()
  await editor.getByLabel('Name').fill('Kai')
  await editor.getByLabel('What it is for').fill('Plans walks by the sea')
  await editor.getByRole('button', { name: 'Save', exact: true }).click()
  await hub.getByRole('button', { name: 'Edit Kai' }).click()
  await editor.getByRole('button', { name: 'Share', exact: true }).click()
  const sharing = ann.getByRole('dialog', { name: 'Share “Kai”' })
  await sharing.getByLabel('Members of Harbour').selectOption('May see and use it')
  await expect(sharing.getByText('Saved: Harbour, May see and use it')).toBeVisible()
  await ann.keyboard.press('Escape')
  await expect(sharing).toBeHidden()
  await expect(editor.getByRole('button', { name: 'Share', exact: true })).toBeFocused()

  await bob.goto('/en/pro')
  await openHub(bob)
  const his = bob.getByRole('dialog', { name: 'Assistants' })
  const shared = his.getByRole('listitem').filter({ hasText: 'Plans walks by the sea' })
  await expect(shared.getByText('ann@example.org')).toBeVisible()
  await shared.getByRole('button', { name: 'How Kai is set up' }).click()
  await expect(bob.getByText('Shared by ann@example.org')).toBeVisible()
})

const openHub = (page: Page) =>
  page
    .getByRole('button', { name: /^Choose an assistant|assistant/i })
    .first()
    .click()
