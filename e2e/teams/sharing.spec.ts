import { axeFaults } from '../axe.ts'
import type { Page } from '@playwright/test'
import { expect, test } from '../test.ts'
import { foundTeam, inviteLink, personIn } from './people.ts'

test('a meeting is shared with a team by link, read, edited with that right, and unshared; an agent too', async ({
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
  await expect(ann.getByText('Meeting not found')).toBeVisible()
  await ann.getByRole('button', { name: 'All meetings' }).click()
  await ann.getByRole('button', { name: 'New meeting' }).click()
  await ann.getByLabel('Title').fill('The quay')
  await ann.getByText('Details').click()
  await ann.getByLabel('Quick notes').fill('We raise the bridge.')
  await ann.getByRole('tab', { name: 'Action items' }).click()
  await ann.getByRole('textbox', { name: 'New action item' }).fill('Measure the bridge')
  await ann.getByRole('button', { name: 'Add', exact: true }).click()
  await ann.getByRole('tab', { name: 'Transcript' }).click()
  await ann.getByRole('textbox', { name: 'Transcript' }).evaluate(pasteSubtitles)
  await expect(ann.getByRole('list', { name: 'Transcript' })).toContainText('We raise the bridge.')
  await expect(ann.getByText('Saved', { exact: true })).toBeVisible()
  await ann.getByRole('button', { name: 'Share' }).click()
  const dialog = ann.getByRole('dialog', { name: /Share/ })
  await dialog.getByLabel('Members of Harbour').selectOption('Can view and use')
  await expect(dialog.getByText('Saved: Harbour, Can view and use')).toBeVisible()
  expect(await axeFaults(ann, { within: '[role=dialog]' })).toEqual([])
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  await expect(dialog.getByText('Link copied. It works for members only.')).toBeVisible()
  const link = await ann.evaluate(() => navigator.clipboard.readText())

  await bob.goto(link)
  await expect(bob.getByRole('heading', { name: /The quay/ })).toBeVisible()
  await expect(bob.getByText('We raise the bridge.', { exact: true })).toBeVisible()
  await expect(bob.getByLabel('Title')).toHaveCount(0)
  await bob.getByRole('button', { name: 'All meetings' }).click()
  await bob.getByText('Shared with me').click()
  await expect(bob.getByRole('button', { name: /The quay.*Shared by ann@example.org/ })).toBeVisible()

  // Its open action items are listed too, separately from the reader's own, and cannot be completed with read
  // access.
  await bob.getByRole('button', { name: 'Open action items', exact: true }).click()
  await expect(bob.getByText('No open action items')).toBeVisible()
  const sharedItems = bob.getByRole('switch', { name: 'Shared with me' })
  await expect(sharedItems).not.toBeChecked()
  await sharedItems.click()
  const item = bob.getByRole('list', { name: 'Open action items' }).getByRole('listitem')
  await expect(item).toContainText('Measure the bridge')
  await expect(item).toContainText('Shared by ann@example.org')
  await expect(item.getByRole('checkbox')).toBeDisabled()

  await dialog.getByLabel('Members of Harbour').selectOption('Can also edit')
  await expect(dialog.getByText('Saved: Harbour, Can also edit')).toBeVisible()
  await bob.goto(link)
  // A member with edit rights reads and corrects; the audio is available to its owner only, without a
  // playback button.
  await expect(bob.getByRole('button', { name: /^Edit: Unknown We raise the bridge/ })).toBeVisible()
  await expect(bob.getByRole('button', { name: /^Play from/ })).toHaveCount(0)
  await expect(bob.getByRole('button', { name: 'Save audio' })).toHaveCount(0)
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
  await hub.getByRole('button', { name: 'Create an assistant' }).click()
  await editor.getByRole('textbox', { name: 'Name', exact: true }).fill('Kai')
  await editor.getByLabel('Purpose').fill('Plans walks by the sea')
  await editor.getByRole('button', { name: 'Save', exact: true }).click()
  await hub.getByRole('button', { name: 'About Kai' }).click()
  await hub.getByRole('button', { name: 'Edit Kai' }).click()
  await editor.getByRole('button', { name: 'Share', exact: true }).click()
  const sharing = ann.getByRole('dialog', { name: 'Share “Kai”' })
  await sharing.getByLabel('Members of Harbour').selectOption('Can view and use')
  await expect(sharing.getByText('Saved: Harbour, Can view and use')).toBeVisible()
  await ann.keyboard.press('Escape')
  await expect(sharing).toBeHidden()
  await expect(editor.getByRole('button', { name: 'Share', exact: true })).toBeFocused()

  await bob.goto('/en/pro')
  await openHub(bob)
  const his = bob.getByRole('dialog', { name: 'Assistants' })
  const shared = his.getByRole('listitem').filter({ hasText: 'Plans walks by the sea' })
  await shared.getByRole('button', { name: 'About Kai' }).click()
  await expect(shared.getByText('ann@example.org')).toBeVisible()
  await shared.getByRole('button', { name: 'Details of Kai' }).click()
  await expect(bob.getByText('Shared by ann@example.org')).toBeVisible()
})

/** Browsers do not allow programs to paste, so the event is dispatched. */
function pasteSubtitles(field: HTMLElement | SVGElement): void {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', 'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nWe raise the bridge.\n')
  field.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }))
}

const openHub = (page: Page) =>
  page
    .getByRole('button', { name: /^Choose an assistant|assistant/i })
    .first()
    .click()
