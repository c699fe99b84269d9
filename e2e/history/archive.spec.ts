import { readFile } from 'node:fs/promises'
import { strToU8, zipSync } from 'fflate'
import { axeFaults } from '../axe.ts'
import { callAs, personIn, tokenOf } from '../teams/people.ts'
import { expect, test } from '../test.ts'

// Everything of an account as one file, and back into another one.

test('an archive is downloaded from one account and restored in another, once', async ({ browser, vee }) => {
  const ann = await personIn(browser, vee.url, 'ann@example.org')
  await callAs(vee.url, await tokenOf(vee.url, 'ann@example.org'))('POST', '/conversations/import', {
    conversations: [
      {
        id: 'boiler',
        agentId: 'v_agent',
        title: 'Why the boiler knocks',
        tags: ['home'],
        messages: [
          { id: 'q', role: 'user', content: 'Why?', timestamp: '2026-01-01T10:00:00.000Z' },
          { id: 'a', role: 'assistant', content: 'Air.', timestamp: '2026-01-01T10:00:05.000Z' },
        ],
      },
    ],
  })
  await ann.goto('/en/settings#account')
  const downloading = ann.waitForEvent('download')
  await ann.getByRole('button', { name: 'Download the archive' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('vee-archive.zip')
  const buffer = await readFile(await download.path())

  const bob = await personIn(browser, vee.url, 'bob@example.org')
  await bob.goto('/en/settings#data')
  const choose = async (archive: Buffer) => {
    const chooser = bob.waitForEvent('filechooser')
    await bob.getByRole('button', { name: 'Choose a file' }).click()
    await (await chooser).setFiles({ name: 'vee-archive.zip', mimeType: 'application/zip', buffer: archive })
  }
  // A damaged one changes nothing.
  await choose(Buffer.from(zipSync({ 'manifest.json': strToU8('{"format":"vee-archive","version":99}') })))
  await bob.getByRole('button', { name: 'Restore' }).click()
  await expect(bob.getByRole('alert')).toContainText('damaged, incomplete or of a newer version')

  await choose(buffer)
  await expect(bob.getByText('This is an archive of Vee.')).toBeVisible()
  expect(await axeFaults(bob)).toEqual([])
  await bob.getByRole('button', { name: 'Restore' }).click()
  await expect(bob.getByText('The archive is back.')).toBeVisible()
  await expect(bob.getByText('Conversations: 1')).toBeVisible()

  await choose(buffer)
  await bob.getByRole('button', { name: 'Restore' }).click()
  await expect(bob.getByText('You have everything that is in this archive.')).toBeVisible()

  await bob.keyboard.press('Control+b')
  await bob.getByRole('button', { name: /^Why the boiler knocks/ }).click()
  await expect(bob.getByRole('log')).toContainText('Air.')
})
