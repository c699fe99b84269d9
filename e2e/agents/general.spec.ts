import { asked, test } from '../talk/talk-page.ts'
import { expect } from '../test.ts'
import { talkAsMember, talkTo, textOf } from './agent-page.ts'
import { showConversations } from '../history/show-conversations.ts'

const DIAGRAM = 'flowchart LR\n  tub["Tub"] --> drain["Drain"]'

const call = (name: string, given: object) => ({
  toolCalls: [{ id: `call-${name}`, name, arguments: JSON.stringify(given) }],
})

test('V solves a task with tools and a diagram, Nerf has its notes and is brief, and the conversation is exported', async ({
  page,
  upstream,
  talk,
  vee,
}) => {
  await talkAsMember(page, talk, vee.url)
  const steps = talk.lastReply.getByRole('list', { name: /^Tools used/ }).getByRole('listitem')
  const lastRequest = () => JSON.stringify(upstream.requests.at(-1)?.json)

  upstream.scriptOnly(
    'chat',
    call('calculate', { expression: '80 gallon to liter' }),
    call('date_time', { operation: 'now', timeZone: 'Europe/Berlin' }),
    call('read_page', { url: 'http://169.254.169.254/latest/meta-data/' }),
    call('remember', { note: 'The tub holds 80 gallons.' }),
    { text: `It holds **302.8 litres**.\n\n\`\`\`mermaid\n${DIAGRAM}\n\`\`\`\n` },
  )
  await talk.ask(
    'How much does my tub hold, and where does it go? See http://169.254.169.254/latest/meta-data/',
  )
  await expect(talk.lastReply).toContainText('302.8 litres')
  await expect(steps).toHaveText([/Calculator.*done/, /Clock.*done/, /Web page.*failed/, /Keep a note.*done/])
  await steps.first().locator('summary').click()
  await expect(steps.first().locator('pre').last()).toContainText('302.8')
  expect(lastRequest()).toContain('not on the public internet')
  const canvas = page.getByRole('region', { name: 'Diagram', exact: true })
  await expect(canvas.or(talk.lastReply).locator('img[alt]').first()).toBeVisible({ timeout: 30_000 })

  // V's note is available to Nerf, because it belongs to the user.
  await talkTo(page, 'Nerf')
  upstream.scriptOnly('chat', { text: '80 gallons.' })
  await talk.ask('The tub, once more?')
  await expect(talk.lastReply).toContainText('80 gallons.')
  expect(lastRequest()).toContain('The tub holds 80 gallons.')
  expect(lastRequest()).toContain('read_page')

  // If disabled, no tool is offered, and nothing is stored.
  await page.goto('/en/settings#conversation')
  await page.getByRole('switch', { name: 'Tools' }).click()
  await page.goto('/en/pro')
  upstream.scriptOnly('chat', { text: 'Without.' })
  await talk.ask('And now?')
  await expect(talk.lastReply).toContainText('Without.')
  expect(lastRequest()).not.toContain('read_page')
  expect(asked(upstream)).toContain('And now?')

  await showConversations(page)
  await page.getByRole('button', { name: /^Actions for “How much does my tub/ }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export as Markdown' }).click()
  const file = await textOf(await download)
  expect(file).toContain('302.8 litres')
  expect(file).toContain(DIAGRAM)
})
