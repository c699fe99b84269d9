import { readFile } from 'node:fs/promises'
import { makeAccount } from '../accounts/sign-up.ts'
import { logIn } from '../teams/people.ts'
import { asked, test } from '../talk/talk-page.ts'
import { expect } from '../test.ts'

test('a member creates a custom agent, uses it, changes it, exports it as a file and deletes it', async ({
  page,
  upstream,
  talk,
  vee,
}) => {
  await makeAccount(vee.url, 'kim@example.org')
  await page.goto('/en/login')
  await logIn(page, 'kim@example.org')
  await expect(page).toHaveURL(/\/en\/pro$/)
  await page.keyboard.press('Escape')

  const openHub = () =>
    page
      .getByRole('button', { name: /^Choose an assistant|assistant/i })
      .first()
      .click()
  const hub = page.getByRole('dialog', { name: 'Assistants' })
  const editor = page.getByRole('dialog', { name: /assistant$/ })

  await openHub()
  await hub.getByRole('button', { name: 'Create an assistant' }).click()
  await editor.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(editor.getByText('Enter a name.')).toBeVisible()
  await editor.getByRole('textbox', { name: 'Name', exact: true }).fill('Kai')
  await editor.getByLabel('Purpose').fill('Plans walks by the sea')
  await editor.getByLabel('Instructions').fill('Speak of tides.\nEnd with "ahoy".')
  await editor.getByLabel('Suggestions').fill('Where today?\nAnd tomorrow?')
  await editor.getByRole('radio', { name: 'Amber' }).check()
  await editor.getByRole('button', { name: 'Save', exact: true }).click()

  await hub.getByRole('button', { name: 'Talk to Kai' }).click()
  await expect(page.getByRole('heading', { name: 'Kai' })).toBeVisible()
  await talk.mute()
  upstream.scriptOnly('chat', { text: 'High water is at noon. Ahoy.' })
  await page.getByRole('button', { name: 'Where today?' }).click()
  await expect(talk.lastReply).toContainText('High water is at noon.')
  expect(asked(upstream)).toContain('Where today?')
  expect(JSON.stringify(upstream.requests.at(-1)?.json)).toContain('Speak of tides.')

  await openHub()
  await hub.getByRole('button', { name: 'About Kai' }).click()
  await hub.getByRole('button', { name: 'Edit Kai' }).click()
  await expect(editor.getByLabel('Instructions')).toHaveValue('Speak of tides.\nEnd with "ahoy".')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    editor.getByRole('button', { name: 'Save as a file' }).click(),
  ])
  const file = await readFile(await download.path(), 'utf8')
  expect(JSON.parse(file)).toMatchObject({ format: 'vee-agent', version: 1, agent: { name: 'Kai' } })
  await editor.getByRole('textbox', { name: 'Name', exact: true }).fill('Kaja')
  await editor.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(hub.getByRole('button', { name: 'Talk to Kaja' })).toBeVisible()

  await hub.getByLabel('Import from a file').setInputFiles({
    name: 'kai.json',
    mimeType: 'application/json',
    buffer: Buffer.from(file),
  })
  await expect(editor.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Kai')
  await editor.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Kai was deleted')).toBeVisible()
  await expect(hub.getByRole('button', { name: 'Talk to Kaja' })).toBeVisible()
  await expect(hub.getByRole('button', { name: 'Talk to Kai', exact: true })).toHaveCount(0)
})
