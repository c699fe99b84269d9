import { axeFaults } from '../axe.ts'
import { ask } from '../shell/stage.ts'
import { expect, test, type Page } from '../test.ts'
import { startUpstream, type Upstream } from '../../fakes/upstream/index.ts'
import { callAs, foundTeam, inviteByCall, openTeams, personIn, tokenOf } from './people.ts'

// A team brings its own endpoint: an admin adds it, members use its models, and nobody else sees them.

const KEY = 'sk-harbour-0123456789'
const MAILS = { ann: 'ann@example.org', bob: 'bob@example.org', cleo: 'cleo@example.org' } as const
let upstream: Upstream
test.use({ settings: { ORGANIZATION_ENDPOINT_NETWORKS: '127.0.0.1' } })
test.beforeEach(async () => {
  upstream = await startUpstream({ models: ['harbour-large', 'harbour-small'] })
})
test.afterEach(() => upstream.close())

const openModels = async (page: Page) => {
  const teams = await openTeams(page)
  await teams.getByRole('tab', { name: 'Models' }).click()
  return teams
}
const openPicker = async (page: Page) => {
  await page.getByRole('button', { name: /^Model:/ }).click()
  return page.getByRole('dialog', { name: 'Model' })
}

test('an admin adds an endpoint, a member replies by it, an outsider does not see it, a removed member loses it', async ({
  browser,
  vee,
}) => {
  const ann = await personIn(browser, vee.url, MAILS.ann)
  await foundTeam(ann, 'Harbour')
  await openModels(ann)
  await ann.getByRole('button', { name: 'Add endpoint' }).click()
  const form = ann.getByRole('dialog', { name: 'Add endpoint' })
  await expect(form.getByLabel('Service').getByRole('option', { name: 'Ollama' })).toHaveCount(0)
  await expect(form.getByLabel('Available to')).toHaveCount(0)
  await form.getByLabel('Name').fill('Harbour Europe')
  await form.getByLabel('Address').fill('http://10.1.2.3/v1')
  await form.getByLabel('API key').fill(KEY)
  await form.getByRole('button', { name: 'Test and save' }).click()
  await expect(form.getByText(/Use an https:\/\/ address on the public internet/)).toBeVisible()
  await form.getByRole('button', { name: 'Save anyway' }).click()
  await expect(form.getByLabel('Address')).toHaveAttribute('aria-invalid', 'true')
  expect(await axeFaults(ann, { within: '[role=dialog]' })).toEqual([])
  await form.getByLabel('Address').fill(`${upstream.url}/v1`)
  await form.getByRole('button', { name: 'Test and save' }).click()
  await expect(ann.getByText('Endpoint saved')).toBeVisible()
  await expect(ann.getByRole('listitem').filter({ hasText: 'Harbour Europe' })).toContainText('Key saved')
  expect(await axeFaults(ann, { within: '#teams' })).toEqual([])

  const asAnn = callAs(vee.url, await tokenOf(vee.url, MAILS.ann))
  const [team] = (await asAnn('GET', '/organizations')).organizations
  const bob = await personIn(browser, vee.url, MAILS.bob)
  const asBob = callAs(vee.url, await tokenOf(vee.url, MAILS.bob))
  await asBob('POST', `/organizations/invites/${await inviteByCall(asAnn, team.id, MAILS.bob)}/accept`)
  await bob.goto('/en')
  const picker = await openPicker(bob)
  const group = picker.getByRole('region', { name: 'Harbour' })
  await expect(group.getByRole('button', { name: /^harbour-small/ })).toContainText('Harbour Europe')
  expect(await axeFaults(bob, { within: '[role=dialog]' })).toEqual([])
  await group.getByRole('button', { name: /^harbour-small/ }).click()
  upstream.reset()
  upstream.script({ text: 'From the harbour.' })
  await ask(bob, 'Good morning')
  await expect(bob.getByRole('log').getByText('From the harbour.')).toBeVisible()
  expect(upstream.requests.at(-1)?.json).toMatchObject({ model: 'harbour-small' })
  expect(upstream.requests.at(-1)?.headers['authorization']).toBe(`Bearer ${KEY}`)

  // A revoked key: the member reads who can renew it, and the admin sees it.
  upstream.script({ refusal: { status: 401 } })
  await ask(bob, 'Good evening')
  await expect(bob.getByRole('log').getByText(/An admin of the team can renew it/)).toBeVisible()
  await ann.reload()
  await openModels(ann)
  await expect(ann.getByText(/Its key has been rejected since/)).toBeVisible()

  const cleo = await personIn(browser, vee.url, MAILS.cleo)
  await cleo.goto('/en')
  const others = await openPicker(cleo)
  await expect(others.getByRole('searchbox')).toBeVisible()
  await expect(others.getByText('Currently gpt-4o')).toBeVisible()
  await expect(others.getByText('harbour-small')).toHaveCount(0)

  await asBob('POST', `/organizations/${team.id}/leave`, {})
  upstream.reset()
  await ask(bob, 'And now?')
  await expect(bob.getByRole('log').getByRole('article')).toHaveCount(6)
  expect(upstream.requests).toEqual([])
  await bob.reload()
  await expect((await openPicker(bob)).getByText('harbour-small')).toHaveCount(0)
})

test('of two admins who edit at once, the second one reads it and loses nothing', async ({
  browser,
  vee,
}) => {
  const ann = await personIn(browser, vee.url, MAILS.ann)
  await foundTeam(ann, 'Harbour')
  const asAnn = callAs(vee.url, await tokenOf(vee.url, MAILS.ann))
  const [team] = (await asAnn('GET', '/organizations')).organizations
  const endpoint = await asAnn('POST', `/organizations/${team.id}/endpoints`, {
    name: 'Harbour Europe',
    protocol: 'openai',
    baseUrl: `${upstream.url}/v1`,
    apiKey: KEY,
    models: [],
    prices: null,
    isEnabled: true,
  })
  await openModels(ann)
  await ann.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = ann.getByRole('dialog')
  await form.getByLabel('Name').fill('Of Ann')
  const path = `/organizations/${team.id}/endpoints/${endpoint.id}`
  await asAnn('PATCH', path, { version: 1, name: 'Of the other', models: ['harbour-large'] })
  await form.getByRole('button', { name: 'Test and save' }).click()
  await expect(form.getByText(/Someone else changed this endpoint in the meantime/)).toBeVisible()
  await expect(form.getByLabel('Name')).toHaveValue('Of Ann')
  expect(await axeFaults(ann, { within: '[role=dialog]' })).toEqual([])
  await form.getByRole('button', { name: 'Test and save' }).click()
  await expect(form).toBeHidden()
  await expect(ann.getByRole('listitem').filter({ hasText: 'Of Ann' })).toContainText('Key saved')

  await ann.getByRole('button', { name: 'Edit', exact: true }).click()
  await asAnn('DELETE', path)
  await form.getByLabel('API key').fill(KEY)
  await form.getByRole('button', { name: 'Test and save' }).click()
  await expect(form.getByText(/Someone else removed this endpoint in the meantime/)).toBeVisible()
  await form.getByRole('button', { name: 'Test and save' }).click()
  await expect(form).toBeHidden()
  await expect(ann.getByRole('listitem').filter({ hasText: 'Of Ann' })).toContainText('Key saved')
})
