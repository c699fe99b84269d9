import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { talkAsMember } from '../agents/agent-page.ts'
import { asked, test } from '../talk/talk-page.ts'
import { expect } from '../test.ts'
import { showConversations } from '../history/show-conversations.ts'

test.use({ isShared: true })

test('the Enter that ends a composition in Safari confirms the words, and the next one sends them', async ({
  talk,
  upstream,
}) => {
  await talk.open()
  await talk.mute()
  await talk.field.fill('にほん')
  // Safari's order: the composition ends before its last key (WebKit bug 165004).
  await talk.field.evaluate((field) => {
    field.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
    field.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: 'にほん' }))
    field.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true }),
    )
  })
  await expect(talk.field).toHaveValue('にほん')
  await talk.field.press('Enter')
  await expect(talk.field).toHaveValue('')
  await expect(talk.lastReply).toContainText('You said')
  expect(asked(upstream)).toEqual(['にほん'])
})

test('cells copied in a spreadsheet are pasted as text, and a lone picture is attached', async ({
  page,
  talk,
}) => {
  await talk.open()
  const paste = (texts: Readonly<Record<string, string>>) =>
    talk.field.evaluate((field, data) => {
      const clipboardData = new DataTransfer()
      for (const [type, text] of Object.entries(data)) clipboardData.setData(type, text)
      const picture = Uint8Array.from(
        atob(
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
        ),
        (character) => character.charCodeAt(0),
      )
      clipboardData.items.add(new File([picture], 'image.png', { type: 'image/png' }))
      return field.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    }, texts)
  const files = page.getByRole('list', { name: 'Attached files' })
  // Not prevented: the browser inserts the text.
  expect(
    await paste({
      'text/plain': 'Tea\t3.50',
      'text/html': '<table><tr><td>Tea</td><td>3.50</td></tr></table>',
    }),
  ).toBe(true)
  await expect(files).toHaveCount(0)
  expect(await paste({ 'text/html': '<img src="https://example.org/x.png">' })).toBe(false)
  await expect(files).toContainText('image.png')
})

test('a browser that blocks all site data says so, and signs in until the page closes', async ({
  playwright,
  vee,
}) => {
  const profile = await mkdtemp(join(tmpdir(), 'vee-profile-'))
  await mkdir(join(profile, 'Default'))
  const preferences = { profile: { default_content_setting_values: { cookies: 2 } } }
  await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences))
  const context = await playwright.chromium.launchPersistentContext(profile, {
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
    serviceWorkers: 'block',
  })
  try {
    const page = await context.newPage()
    await page.goto(`${vee.url}/en/login`)
    expect(
      await page.evaluate(() => {
        try {
          return typeof globalThis.localStorage
        } catch {
          return 'blocked'
        }
      }),
    ).toBe('blocked')
    await expect(page.getByText('Your browser stores nothing for this site')).toBeVisible()
    await page.getByText('I have a shared passphrase').click()
    await page.getByLabel('Global password').fill(vee.passphrase)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/en\/pro$/)
    await page.getByRole('textbox', { name: /^Message/ }).fill('Hello')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('log').getByRole('article').last()).toContainText('You said: “Hello”')
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true })
  }
})

test.describe('a member', () => {
  test.use({ isShared: false })

  test('finds a conversation in every spelling of its words', async ({ page, talk, vee }) => {
    await talkAsMember(page, talk, vee.url)
    await talk.ask('It’s a trip to Zürich with ABC and カタカナ')
    await expect(talk.lastReply).toContainText('You said')
    await showConversations(page)
    const search = page.getByRole('searchbox', { name: 'Search conversations' })
    const found = page.getByRole('button', { name: /^Actions for “It’s a trip/ })
    for (const words of ['Zu\u0308rich', 'zurich', 'ＡＢＣ', 'ｶﾀｶﾅ', "it's", 'nothing', 'かたかな']) {
      await search.fill(words)
      await expect(found).toHaveCount(words === 'nothing' ? 0 : 1)
    }
  })
})
