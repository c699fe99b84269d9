import { logInByEmail, makeAccount } from '../accounts/sign-up.ts'
import { axeFaults } from '../axe.ts'
import { pdf } from '../files/pdf.ts'
import { callAs, tokenOf } from '../teams/people.ts'
import { expect } from '../test.ts'
import { test } from './talk-page.ts'

const EMAIL = 'ann@example.org'
const PDF = {
  name: 'house.pdf',
  mimeType: 'application/pdf',
  buffer: pdf(['The front door key is with the neighbor', 'The chimney is swept every September']),
}

for (const width of [1_280, 390]) {
  test(`files and pages are added in the settings at ${width} px, and agents answer from them`, async ({
    page,
    vee,
    talk,
    upstream,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await makeAccount(vee.url, EMAIL)
    await logInByEmail(page, EMAIL)
    await page.goto('/en/settings#knowledge')
    await page.getByRole('textbox', { name: 'Name of a new collection' }).fill('House')
    await page.keyboard.press('Enter')
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Add files' }).click()
    await (
      await chooser
    ).setFiles([PDF, { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) }])
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name }).last()
    await expect(row('house.pdf')).toContainText('Ready · 2 pages')
    await expect(row('empty.txt')).toContainText('This file is empty.')
    await page.getByRole('textbox', { name: 'Address of a web page' }).fill('http://127.0.0.1/secret')
    await page.keyboard.press('Enter')
    await expect(row('127.0.0.1')).toContainText('This page could not be read.')
    expect(await axeFaults(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await page.screenshot({ path: `/tmp/knows-${width}.png` })

    await page.goto('/en/pro')
    await talk.mute()
    upstream.scriptOnly(
      'chat',
      {
        text: '',
        toolCalls: [
          { id: 'call_1', name: 'search_knowledge', arguments: JSON.stringify({ query: 'chimney swept' }) },
        ],
      },
      { text: 'The chimney is swept every September [1].' },
    )
    await talk.ask('When is the chimney swept?')
    await expect(talk.lastReply).toContainText('every September')
    await expect(talk.lastReply.getByRole('button', { name: 'Copy' })).toBeVisible()
    await expect(talk.lastReply).toContainText('house.pdf')

    await page.goto('/en/settings#knowledge')
    await page.getByText('House', { exact: true }).click()
    await page.getByRole('button', { name: 'Delete: house.pdf' }).click()
    await expect(row('house.pdf')).toHaveCount(0)
    await page.getByRole('button', { name: 'Delete “House”' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('No knowledge yet.')).toBeVisible()
  })
}

test('a custom assistant has knowledge of its own in its form', async ({ page, vee }) => {
  await makeAccount(vee.url, EMAIL)
  const call = callAs(vee.url, await tokenOf(vee.url, EMAIL))
  await call('POST', '/agents', { name: 'Kai', purpose: 'Knows the house' })
  await logInByEmail(page, EMAIL)
  await page
    .getByRole('button', { name: /^Choose an assistant|assistant/i })
    .first()
    .click()
  await page.getByRole('button', { name: 'About Kai' }).click()
  await page.getByRole('button', { name: 'Edit Kai' }).click()
  const knowledge = page.getByRole('region', { name: 'Knowledge' })
  await knowledge.getByRole('textbox', { name: 'Name of a new collection' }).fill('Chimneys')
  await knowledge.getByRole('button', { name: 'Create' }).click()
  const chooser = page.waitForEvent('filechooser')
  await knowledge.getByRole('button', { name: 'Add files' }).click()
  await (await chooser).setFiles([PDF])
  await expect(knowledge.getByRole('listitem').filter({ hasText: 'house.pdf' }).last()).toContainText('Ready')
  await page.screenshot({ path: '/tmp/knows-agent.png' })
  expect((await call('GET', '/knowledge?ownerKind=agent')).items).toMatchObject([
    { name: 'Chimneys', ownerName: 'Kai' },
  ])
})

test('a team has knowledge, and the host chooses a model that finds by meaning', async ({
  page,
  vee,
  upstream,
}) => {
  await makeAccount(vee.url, EMAIL)
  const call = callAs(vee.url, await tokenOf(vee.url, EMAIL))
  const { id } = await call('POST', '/organizations', { name: 'Roofers' })
  await logInByEmail(page, EMAIL)
  await page.goto('/en/settings#teams')
  await page.getByRole('tab', { name: 'Knowledge' }).click()
  const panel = page.getByRole('tabpanel')
  await panel.getByRole('textbox', { name: 'Name of a new collection' }).fill('Rules')
  await panel.getByRole('button', { name: 'Create' }).click()
  await expect(panel.getByText('Rules', { exact: true })).toBeVisible()
  expect((await call('GET', `/knowledge?ownerId=${id}`)).items).toMatchObject([{ ownerKind: 'organization' }])
  await page.screenshot({ path: '/tmp/knows-team.png' })

  await page.goto('/en/host')
  await page.getByRole('tab', { name: 'Setup' }).click()
  const section = page.getByRole('region', { name: 'Search by meaning' })
  await section.getByRole('button', { name: 'Connect a model' }).click()
  const form = page.getByRole('dialog', { name: 'Search by meaning' })
  await form.getByLabel('Embedding model').fill('hashed')
  await form.getByLabel('Address').fill(`${upstream.url}/v1`)
  await form.getByRole('button', { name: 'Test and save' }).click()
  await expect(section).toContainText('in use')
  await page.screenshot({ path: '/tmp/knows-host.png', fullPage: true })
  expect((await call('GET', '/host/embedding')).embedding).toMatchObject({ model: 'hashed', source: 'host' })
})
