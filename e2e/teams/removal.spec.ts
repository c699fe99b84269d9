import { expect, test, type Page } from '../test.ts'
import { callAs, inviteByCall, openTeams, personIn, tokenOf } from './people.ts'

const ANN = 'ann@example.org'
const BOB = 'bob@example.org'
/** Pushed changes arrive at once; polling (after 4 s and more) would be too late. */
const AT_ONCE = { timeout: 3_000 }

type Call = ReturnType<typeof callAs>

/** Creates Ann's team with Bob as member, and shares everything with it. */
async function shareAll(url: string) {
  const asAnn = callAs(url, await tokenOf(url, ANN))
  const asBob = callAs(url, await tokenOf(url, BOB))
  const { id: team } = await asAnn('POST', '/organizations', { name: 'Harbour' })
  const meeting = await asAnn('POST', '/meetings', { title: 'The quay', quickNotes: 'We raise the bridge.' })
  const agent = await asAnn('POST', '/agents', {
    name: 'Kai',
    purpose: 'Plans walks by the sea',
    instructions: 'Be brief.',
  })
  await asAnn('POST', '/saved-prompts', { title: 'Letter', text: 'Write to us.', organizationId: team })
  await asAnn('PUT', `/meetings/${meeting.id}/shares/${team}`, { right: 'use' })
  await asAnn('PUT', `/agents/${agent.id}/shares/${team}`, { right: 'use' })
  await seat(asAnn, asBob, team)
  return { asAnn, asBob, team, meeting, bobId: (await asBob('GET', '/auth')).user.id }
}

async function seat(asAnn: Call, asBob: Call, team: string) {
  await asBob('POST', `/organizations/invites/${await inviteByCall(asAnn, team, BOB)}/accept`, {})
}

const openPrompts = async (page: Page) => {
  await page.getByRole('button', { name: 'Add to the message' }).click()
  await page.getByRole('menuitem', { name: 'Prompts' }).click()
}

/** Opens another tab of a user, at a given address. */
async function tabOf(page: Page, path: string): Promise<Page> {
  const tab = await page.context().newPage()
  await tab.goto(path)
  return tab
}

test('a removed member loses access at once, on every page', async ({ browser, vee }) => {
  const { asAnn, asBob, team, meeting, bobId } = await shareAll(vee.url)
  // The token is stored for all tabs.
  const settings = await personIn(browser, vee.url, BOB, { remember: true })
  const his = await openTeams(settings)
  await expect(his.getByRole('row', { name: new RegExp(`${BOB} You`) })).toBeVisible()
  const reading = await tabOf(settings, `/en/meetings/${meeting.id}`)
  await expect(reading.getByText('We raise the bridge.')).toBeVisible()
  const talk = await tabOf(settings, '/en/pro')
  await talk
    .getByRole('button', { name: /^Choose an assistant|assistant/i })
    .first()
    .click()
  await talk
    .getByRole('listitem')
    .filter({ hasText: 'Plans walks by the sea' })
    .getByRole('button', { name: /Talk/ })
    .click()
  await expect(talk.getByRole('heading', { name: 'Kai' })).toBeVisible()
  await openPrompts(talk)
  await expect(talk.getByRole('button', { name: /Letter Harbour/ })).toBeVisible()

  await asAnn('DELETE', `/organizations/${team}/members/${bobId}`)
  await expect(reading.getByText('Meeting not found')).toBeVisible(AT_ONCE)
  await expect(reading.getByText('We raise the bridge.')).toHaveCount(0)
  await expect(his.getByRole('heading', { name: 'No teams yet' })).toBeVisible(AT_ONCE)
  await expect(talk.getByRole('button', { name: /Letter Harbour/ })).toHaveCount(0, AT_ONCE)
  await expect(talk.getByText('This assistant is not available')).toBeVisible(AT_ONCE)
  for (const tab of [settings, reading, talk]) {
    await expect(tab.getByText('You are no longer in Harbour')).toBeVisible(AT_ONCE)
  }

  // It is restored with a new seat, and leaving in one tab applies to all.
  await seat(asAnn, asBob, team)
  await reading.goto(`/en/meetings/${meeting.id}`)
  await expect(reading.getByText('We raise the bridge.')).toBeVisible()
  await his.getByRole('button', { name: 'Leave' }).click()
  await settings.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(settings.getByText('Left the organization')).toBeVisible()
  await expect(reading.getByText('Meeting not found')).toBeVisible(AT_ONCE)
  await expect(settings.getByText('You are no longer in Harbour')).toHaveCount(0)
})

test('a seat revoked by the directory ends shared access at once, and a disabled account all access', async ({
  browser,
  vee,
}) => {
  const { asAnn, team, meeting, bobId } = await shareAll(vee.url)
  const reading = await personIn(browser, vee.url, BOB)
  await reading.goto(`/en/meetings/${meeting.id}`)
  await expect(reading.getByText('We raise the bridge.')).toBeVisible()

  const { token } = await asAnn('POST', `/organizations/${team}/scim`)
  const asDirectory = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${vee.url}/api/scim/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(response.ok, path).toBe(true)
    return response.json()
  }
  const { Resources } = await asDirectory(
    'GET',
    `/Users?filter=${encodeURIComponent(`userName eq "${BOB}"`)}`,
  )
  await asDirectory('PATCH', `/Users/${Resources[0].id}`, {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: [{ op: 'Replace', path: 'active', value: 'False' }],
  })
  await expect(reading.getByText('Meeting not found')).toBeVisible(AT_ONCE)
  await expect(reading.getByText('You are no longer in Harbour')).toBeVisible(AT_ONCE)

  await asAnn('PATCH', `/host/users/${bobId}`, { isDisabled: true })
  await expect(reading).toHaveURL(/\/en\/login\?sessionExpired=true/, AT_ONCE)
})
