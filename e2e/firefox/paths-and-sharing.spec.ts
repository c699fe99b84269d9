import { strToU8, zipSync } from 'fflate'
import { writeFile } from 'node:fs/promises'
import { makeAccount, PASSWORD } from '../accounts/sign-up.ts'
import { callAs } from '../teams/people.ts'
import { expect, test } from './firefox.ts'

const LOG = '[role="log"]'

test('a question is edited, and both paths are reached by the pager', async ({ upstream, firefox }) => {
  const { page, click, see } = firefox
  upstream.scriptOnly('chat', { text: 'Eins.' }, { text: 'Zwei.' }, { text: 'Eins, anders.' })
  await firefox.open('/en/')
  for (const [question, reply] of [
    ['One', 'Eins.'],
    ['Two', 'Zwei.'],
  ] as const) {
    await firefox.type('textarea', question)
    await page.keyboard.press('Enter')
    await see(reply, LOG)
    await page.waitForSelector('::-p-aria([name="Copy reply"][role="button"])')
  }
  await page.locator('::-p-xpath((//*[@role="log"]//button[@aria-label="Edit this message"])[1])').click()
  await page.waitForSelector('textarea:focus')
  await page.keyboard.type(' again')
  await page.keyboard.press('Enter')
  await see('Eins, anders.', LOG)
  await expect.poll(() => firefox.textOf(LOG)).not.toContain('Zwei.')
  await click('button', 'Previous version')
  await see('Zwei.', LOG)
  await click('button', 'Next version')
  await see('Eins, anders.', LOG)
  await page.reload()
  await see('Eins, anders.', LOG)
  await click('button', 'Previous version')
  await see('Zwei.', LOG)
})

test('an export comes along, is shared by a link, and its page opens for anyone', async ({
  vee,
  firefox,
}, info) => {
  const { page, click, see } = firefox
  const call = callAs(vee.url, await makeAccount(vee.url, 'fox@example.org'))
  const path = info.outputPath('export.zip')
  const talk = {
    uuid: 'c1',
    name: 'Boiler',
    created_at: '2025-03-01T10:00:00Z',
    chat_messages: [
      { uuid: 'm1', sender: 'human', text: 'Why does it knock?', created_at: '2025-03-01T10:00:00Z' },
      { uuid: 'm2', sender: 'assistant', text: 'Air in the pipes.', created_at: '2025-03-01T10:00:05Z' },
    ],
  }
  await writeFile(path, zipSync({ 'conversations.json': strToU8(JSON.stringify([talk])) }))
  await firefox.open('/en/login')
  await firefox.type('input[type="email"]', 'fox@example.org')
  await firefox.type('input[autocomplete="current-password"]', PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => location.pathname === '/en/pro')
  await firefox.open('/en/settings#data')
  const chooser = await page.waitForSelector('input[type="file"][accept*=".zip"]')
  await (
    chooser as Awaited<ReturnType<typeof page.waitForSelector>> & { uploadFile(name: string): Promise<void> }
  ).uploadFile(path)
  await see('Claude: 1 conversation,')
  await click('button', 'Bring along (1)')
  await see('New messages: 2')

  const { items } = await call('GET', '/conversations')
  const { token } = await call('POST', `/conversations/${items[0].id}/links`, { expiresInDays: 1 })
  const { id } = (await call('GET', '/links')).items[0]
  await firefox.open(`/en/shared/${token}`)
  await see('Air in the pipes.')
  await call('DELETE', `/links/${id}`)
  await page.reload()
  await see('This link does not open')
})
