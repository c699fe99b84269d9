import { startDns, type DnsServer } from '../../fakes/dns/index.ts'
import { startOidc, type OidcServer } from '../../fakes/oidc/index.ts'
import { signInElsewhere } from '../accounts/sign-in-elsewhere.ts'
import { expect, test as base } from '../test.ts'
import { foundTeam, personIn, visitorIn } from './people.ts'

const test = base.extend<{ readonly oidc: OidcServer; readonly dns: DnsServer }>({
  oidc: async ({}, provide) => {
    const oidc = await startOidc()
    await provide(oidc)
    await oidc.close()
  },
  dns: async ({}, provide) => {
    const dns = await startDns()
    await provide(dns)
    await dns.close()
  },
  settings: async ({ oidc, dns }, provide) => provide({ ...oidc.settings, DNS_SERVERS: dns.address }),
  vee: async ({ vee, oidc }, provide) => {
    oidc.allow(`${vee.url}/login`)
    await provide(vee)
  },
})

test('a user who signs in with an address of the verified domain joins the team', async ({
  browser,
  vee,
  oidc,
  dns,
}) => {
  const ann = await personIn(browser, vee.url, 'ann@harbour.example')
  const hers = await foundTeam(ann, 'Harbour')
  await hers.getByRole('tab', { name: 'Login' }).click()
  await hers.getByLabel('Domain').fill('no domain')
  await hers.getByRole('button', { name: 'Add domain' }).click()
  await expect(hers.getByText('Enter a domain like example.org that is not in the list yet.')).toBeVisible()
  await hers.getByLabel('Domain').fill('harbour.example')
  await hers.getByRole('button', { name: 'Add domain' }).click()
  await expect(hers.getByText('_vee-domain.harbour.example')).toBeVisible()
  await hers.getByRole('button', { name: 'Verify' }).click()
  await expect(ann.getByText(/^The record was not found/)).toBeVisible()
  dns.publish('_vee-domain.harbour.example', await hers.getByText(/^vee-domain=/).innerText())
  await hers.getByRole('button', { name: 'Verify' }).click()
  await expect(hers.getByText('Verified', { exact: true })).toBeVisible()
  await hers.getByRole('button', { name: 'Create token' }).click()
  await expect(hers.getByText('New token, shown only once')).toBeVisible()
  await expect(hers.getByText(`${vee.url}/api/scim/v2`)).toBeVisible()

  oidc.know('bo', { sub: 'bo', email: 'bo@harbour.example', email_verified: true, name: 'Bo' })
  const bo = await visitorIn(browser, vee.url)
  await bo.goto('/en/login?redirect=/en/settings%23teams')
  await signInElsewhere(bo, 'bo')
  await expect(bo.getByRole('row', { name: /bo@harbour.example You Builder Active/ })).toBeVisible()
  await hers.getByRole('tab', { name: 'People' }).click()
  await expect(hers.getByRole('row', { name: /bo@harbour.example/ })).toBeVisible()
})
