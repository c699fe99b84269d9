import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { logInByEmail, makeAccount } from '../accounts/sign-up.ts'
import { expect, untilHistoryIsLeft } from '../test.ts'
import { asked, test } from '../talk/talk-page.ts'
import { showConversations } from '../history/show-conversations.ts'

const directory = mkdtempSync(join(tmpdir(), 'vee-mcp-e2e-'))
const MCP_CONFIG = join(directory, 'mcp.json')
const args = [join(import.meta.dirname, '../../server/src/adapters/mcp/fixtures/stdio.ts')]
const fake = { command: process.execPath, args, access: 'everyone' }
writeFileSync(MCP_CONFIG, JSON.stringify({ mcpServers: { fake } }))
test.afterAll(() => rmSync(directory, { recursive: true }))

test.use({ settings: { MCP_CONFIG } })

test.beforeEach(async ({ talk }) => {
  await talk.open()
  await talk.mute()
})

const calls = (name: string, given: object) => ({
  text: 'Let me see.',
  toolCalls: [{ id: `call-${name}`, name, arguments: JSON.stringify(given) }],
})

test('shows what an agent calculated, with input and result', async ({ upstream, talk }) => {
  upstream.scriptOnly('chat', calls('calculate', { expression: '12.5 * 8' }), {
    text: 'That is one hundred.',
  })
  await talk.ask('How much is it?')
  await expect(talk.lastReply).toContainText('That is one hundred.')
  const step = talk.lastReply.getByRole('list', { name: /^Tools used/ }).getByRole('listitem')
  await expect(step).toContainText('Calculator')
  await expect(step).toContainText('done')
  await expect(step.getByText('expression: 12.5 * 8')).toBeHidden()
  await step.locator('summary').press('Enter')
  await expect(step.getByText('expression: 12.5 * 8')).toBeVisible()
  await expect(step.locator('pre').last()).toHaveText('100')
  expect(JSON.stringify(upstream.requests.at(-1)?.json)).toContain('"100"')
})

test("asks for consent to a tool of the host's servers, once per session, and accepts a denial", async ({
  page,
  upstream,
  talk,
}) => {
  // The tools are available after the server has initialized.
  await expect
    .poll(async () => {
      upstream.scriptOnly('chat', {})
      await talk.ask('Hello')
      await expect(talk.lastReply).toContainText('You said')
      return JSON.stringify(upstream.requests.at(-1)?.json).includes('fake__greet')
    })
    .toBe(true)
  upstream.scriptOnly('chat', calls('fake__greet', { name: 'Ann' }), { text: 'I was not allowed.' })
  await talk.ask('Greet Ann')
  const question = talk.lastReply.getByRole('alert')
  await expect(question).toContainText('May V use greet (fake)?')
  await expect(question).toContainText('name: Ann')
  await question.getByRole('button', { name: 'Do not allow' }).click()
  await expect(talk.lastReply).toContainText('I was not allowed.')
  await expect(talk.lastReply.getByRole('listitem')).toContainText('not allowed')

  upstream.scriptOnly('chat', calls('fake__greet', { name: 'Bob' }), { text: 'I greeted Bob.' })
  await talk.ask('Greet Bob')
  await page.getByRole('button', { name: 'Allow for this session' }).click()
  await expect(talk.lastReply).toContainText('I greeted Bob.')
  await expect(talk.lastReply.getByRole('listitem')).toContainText('done')

  upstream.scriptOnly('chat', calls('fake__greet', { name: 'Eve' }), { text: 'I greeted Eve.' })
  await talk.ask('Greet Eve')
  await expect(talk.lastReply).toContainText('I greeted Eve.')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('shows a picture that a tool returns, and fetches none that it names', async ({
  page,
  upstream,
  talk,
}) => {
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await expect
    .poll(async () => {
      upstream.scriptOnly('chat', {})
      await talk.ask('Hello')
      await expect(talk.lastReply).toContainText('You said')
      return JSON.stringify(upstream.requests.at(-1)?.json).includes('fake__draw')
    })
    .toBe(true)
  upstream.scriptOnly('chat', calls('fake__draw', {}), { text: 'Here it is.' })
  await talk.ask('Draw it')
  await page.getByRole('button', { name: 'Allow once' }).click()
  await expect(talk.lastReply).toContainText('Here it is.')
  const picture = talk.lastReply.getByRole('button', { name: 'Open fake__draw-1.png' })
  await expect(picture.locator('img')).toBeVisible()
  await expect(talk.lastReply.getByRole('button', { name: /^Open/ })).toHaveCount(1)
  await page.reload()
  await picture.click()
  await expect(page.getByRole('dialog', { name: 'fake__draw-1.png' }).getByRole('img')).toBeVisible()
  expect(addresses.filter((address) => address.includes('track.example'))).toEqual([])
})

test('shows the pictures of tools on another device', async ({ page, vee, talk, upstream, browser }) => {
  await makeAccount(vee.url, 'ann@example.org')
  await logInByEmail(page, 'ann@example.org')
  await expect
    .poll(async () => {
      upstream.scriptOnly('chat', {})
      await talk.ask('Hello')
      await expect(talk.lastReply).toContainText('You said')
      return JSON.stringify(upstream.requests.at(-1)?.json).includes('fake__draw')
    })
    .toBe(true)
  upstream.scriptOnly('chat', calls('fake__draw', {}), { text: 'Here it is.' })
  await talk.ask('Draw it')
  await page.getByRole('button', { name: 'Allow once' }).click()
  await expect(talk.lastReply).toContainText('Here it is.')

  const other = await browser.newPage({ baseURL: vee.url, locale: 'en' })
  await logInByEmail(other, 'ann@example.org')
  await showConversations(other)
  await other
    .getByRole('region', { name: 'Conversations' })
    .getByRole('button', { name: /^Hello/ })
    .click()
  const picture = other.getByRole('log').getByRole('button', { name: 'Open fake__draw-1.png' })
  await expect(picture.locator('img')).toBeVisible()
  await other.reload()
  await picture.click()
  await expect(other.getByRole('dialog', { name: 'fake__draw-1.png' }).getByRole('img')).toBeVisible()
  await other.close()
})

test('sets a persona of an agent, which survives a reload until it is removed', async ({
  page,
  upstream,
  talk,
}) => {
  const promptOf = () => JSON.stringify(upstream.requests.at(-1)?.json)
  await page.getByRole('button', { name: /^Assistant:/ }).click()
  await page.getByRole('button', { name: 'About V', exact: true }).click()
  await page.getByText('Speaking style of V').click()
  await page.getByRole('textbox', { name: 'Persona' }).fill('  a patient pirate ')
  await page.getByRole('button', { name: 'Use this style' }).click()
  await expect(page.getByText('V uses this style from the next reply on.')).toBeVisible()
  await page.keyboard.press('Escape')
  await untilHistoryIsLeft(page)
  await page.reload()
  await talk.ask('Ahoy')
  await expect(talk.lastReply).toContainText('You said')
  expect(promptOf()).toContain('a patient pirate')

  await page.getByRole('button', { name: /^Assistant:/ }).click()
  await page.getByRole('button', { name: 'About V', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Persona' })).toHaveValue('a patient pirate')
  await page.getByRole('button', { name: 'Use the default style' }).click()
  await page.keyboard.press('Escape')
  await talk.ask('Hello')
  await expect(talk.replies).toHaveCount(2)
  await expect(talk.lastReply).toContainText('You said')
  expect(promptOf()).not.toContain('a patient pirate')
})

test('replies in the language of the conversation, which is detected once per session', async ({
  page,
  upstream,
  talk,
}) => {
  const detections: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/detect-language')) detections.push(request.url())
  })
  await talk.ask('Guten Tag, kannst du mir bitte beim Kochen helfen?')
  await expect(talk.lastReply).toContainText('You said')
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('de-DE')
  await talk.ask('Was brauche ich für Pfannkuchen?')
  await expect(talk.replies).toHaveCount(2)
  await expect(talk.lastReply).toContainText('You said')
  expect(JSON.stringify(upstream.requests.at(-1)?.json)).toContain('Answer in German')
  expect(detections).toHaveLength(1)
  expect(asked(upstream)).toHaveLength(2)
})
