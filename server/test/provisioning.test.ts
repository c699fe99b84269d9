import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startOidc, type OidcServer } from '../../fakes/oidc/index.ts'
import { signInAt } from '../../fakes/oidc/visit.ts'
import { createTestServers, type TestServers } from './fixtures/test-server.ts'

const PASSWORD = 'quiet-harbour-7'
const SCIM_JSON = 'application/scim+json; charset=utf-8'
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

let servers: TestServers
let oidc: OidcServer
let url: string
let count = 0
/** the fake DNS records */
const records = new Map<string, readonly string[]>()

/** For each test: an organization with five seats, its admin, and its domain. */
let id: string
let admin: string
let domain: string
let directory: string

beforeAll(async () => {
  oidc = await startOidc()
  servers = await createTestServers({
    passphrase: undefined,
    resolveTxt: async (name) => {
      if (name.endsWith('silent.example')) throw new Error('no answer')
      return records.get(name) ?? []
    },
  })
  url = await servers.start(oidc.settings)
  oidc.allow(`${url}/login`)
})
afterAll(async () => {
  await servers.close()
  await oidc.close()
})
beforeEach(async () => {
  domain = `team-${++count}.example`
  admin = await register(`admin@${domain}`)
  id = String((await call('POST', '/organizations', admin, { name: 'Harbour' })).body['id'])
})

type Body = Readonly<Record<string, unknown>>

async function call(method: string, path: string, token?: string, body?: unknown, sent = 'application/json') {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': sent }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const json = (text === '' ? {} : JSON.parse(text)) as Body
  const location = response.headers.get('location')
  const type = response.headers.get('content-type')
  return { status: response.status, body: json, type, ...(location !== null && { location }) }
}
const register = async (email: string) =>
  String(
    (await call('POST', '/auth/register', undefined, { email, password: PASSWORD, acceptTerms: true })).body[
      'token'
    ],
  )
const scim = (method: string, path: string, body?: unknown, token = directory) =>
  call(method, `/scim/v2${path}`, token, body, 'application/scim+json')
const create = (name: string, more: object = {}) =>
  scim('POST', '/Users', { schemas: [USER], userName: `${name}@${domain}`, ...more })
const patch = (userId: unknown, ...Operations: readonly object[]) =>
  scim('PATCH', `/Users/${String(userId)}`, { schemas: [PATCH_OP], Operations })
const team = async () => {
  const { body } = await call('GET', '/organizations', admin)
  const [organization] = body['organizations'] as {
    members: { email: string; role: string }[]
    seats: object
  }[]
  return organization
}
const emails = async () => (await team())?.members.map(({ email }) => email)
const acts = async () => {
  const { body } = await call('GET', `/organizations/${id}/audit?limit=100`, admin)
  return (body['items'] as { action: string; target: string; actor: { email: string } }[]).map(
    ({ action, target, actor }) => `${actor.email} ${action} ${target}`,
  )
}

const names = async (query: string) => {
  const { body } = await scim('GET', `/Users?${query}`)
  const userNames = (body['Resources'] as { userName: string }[]).map(
    ({ userName }) => userName.split('@')[0],
  )
  return [body['totalResults'], body['startIndex'], body['itemsPerPage'], ...userNames]
}

async function claim(name = domain) {
  const { body } = await call('POST', `/organizations/${id}/domains`, admin, { domain: name })
  const record = body['record'] as { name: string; value: string }
  return { path: `/organizations/${id}/domains/${String(body['id'])}`, record }
}
async function verify(): Promise<void> {
  const { path, record } = await claim()
  records.set(record.name, ['v=spf1 -all', record.value])
  expect(await call('POST', `${path}/verify`, admin)).toMatchObject({
    status: 200,
    body: { isVerified: true },
  })
}
async function connect(): Promise<void> {
  await verify()
  const { body } = await call('POST', `/organizations/${id}/scim`, admin)
  directory = String(body['token'])
}
async function signIn(login: string): Promise<string> {
  const begun = await call('POST', '/auth/outside/oidc/begin', undefined, {})
  const back = await signInAt(String(begun.body['url']), login, `${url}/login`)
  const { body } = await call('POST', '/auth/outside/finish', undefined, {
    state: begun.body['state'],
    query: back.search,
  })
  return String(body['token'])
}
const know = (login: string, email = `${login}@${domain}`, email_verified = true) =>
  oidc.know(login, { sub: `${login} of ${domain}`, email, email_verified, name: login })

describe('a domain', () => {
  it('is verified by its TXT record, once, and by one organization only', async () => {
    const { path, record } = await claim(` @${domain.toUpperCase()}`)
    expect(record).toEqual({
      name: `_vee-domain.${domain}`,
      value: expect.stringMatching(/^vee-domain=[\w-]{43}$/),
    })
    expect(await call('POST', `${path}/verify`, admin)).toMatchObject({
      status: 400,
      body: { error: 'VALIDATION' },
    })
    records.set(record.name, [record.value])
    await call('POST', `${path}/verify`, admin)
    expect(await call('POST', `${path}/verify`, admin)).toMatchObject({ status: 200 })
    expect((await acts()).filter((act) => act.includes('domain.'))).toEqual([
      `admin@${domain} domain.verified ${domain}`,
      `admin@${domain} domain.claimed ${domain}`,
    ])

    const other = await register(`other@${domain}`)
    const { body } = await call('POST', '/organizations', other, { name: 'Lighthouse' })
    const theirs = `/organizations/${String(body['id'])}/domains`
    const claimed = await call('POST', theirs, other, { domain })
    const { name, value } = claimed.body['record'] as { name: string; value: string }
    records.set(name, [record.value, value])
    expect(await call('POST', `${theirs}/${String(claimed.body['id'])}/verify`, other)).toMatchObject({
      status: 400,
      body: { message: 'Another organization has verified this domain.' },
    })
    expect(await call('POST', `${path}/verify`, other)).toMatchObject({ status: 404 })
    expect((await call('DELETE', path, admin)).status).toBe(204)
    expect(await call('POST', `${theirs}/${String(claimed.body['id'])}/verify`, other)).toMatchObject({
      status: 200,
    })
  })

  it.each(['', 'localhost', 'a b.example', '192.0.2.1', '-a.example', 'a@b.example'])(
    'is a domain, and not %j',
    async (name) => {
      const path = `/organizations/${id}/domains`
      expect(await call('POST', path, admin, { domain: name })).toMatchObject({ status: 400 })
    },
  )

  it('reports that DNS does not respond, and can be claimed once', async () => {
    const { path } = await claim('silent.example')
    expect(await call('POST', `${path}/verify`, admin)).toMatchObject({
      status: 400,
      body: { message: 'DNS did not answer. Try again in a moment.' },
    })
    expect(
      await call('POST', `/organizations/${id}/domains`, admin, { domain: 'silent.example' }),
    ).toMatchObject({
      status: 400,
    })
  })
})

describe('signing in by OpenID Connect', () => {
  it('joins the team of a verified domain, with a verified address, while seats are free', async () => {
    know('early')
    await signIn('early')
    await verify()
    know('ada')
    await signIn('ada')
    await signIn('ada')
    expect(await emails()).toEqual([`admin@${domain}`, `ada@${domain}`])
    await signIn('early')
    expect((await team())?.members.at(-1)).toMatchObject({ email: `early@${domain}`, role: 'builder' })
    know('unverified', `unverified@${domain}`, false)
    await signIn('unverified')
    know('stranger', 'stranger@elsewhere.example')
    await signIn('stranger')
    await call('PATCH', `/organizations/${id}`, admin, { seatLimit: 3 })
    know('late')
    expect(await signIn('late')).toHaveLength(43)
    expect(await emails()).toHaveLength(3)
    expect(await acts()).toContain(`ada@${domain} member.joined-by-domain ada@${domain}`)
  })

  it('takes the seat that an invite reserves, with its role', async () => {
    await verify()
    await call('POST', `/organizations/${id}/invites`, admin, { email: `vic@${domain}`, role: 'viewer' })
    await call('PATCH', `/organizations/${id}`, admin, { seatLimit: 2 })
    know('vic')
    await signIn('vic')
    expect(await team()).toMatchObject({
      seats: { active: 2, pending: 0 },
      members: [{}, { role: 'viewer' }],
    })
  })

  it('does not add a removed member again', async () => {
    await verify()
    know('ada')
    const token = await signIn('ada')
    const me = (await call('GET', '/auth', token)).body['user'] as { id: string }
    await call('DELETE', `/organizations/${id}/members/${me.id}`, admin)
    await signIn('ada')
    expect(await emails()).toEqual([`admin@${domain}`])
  })

  it('never exceeds the seats with concurrent requests', async () => {
    await verify()
    const names = Array.from({ length: 8 }, (_, index) => `racer-${index}`)
    for (const name of names) know(name)
    await Promise.all(names.map(signIn))
    expect(await team()).toMatchObject({ seats: { active: 5, limit: 5 } })
  })
})

describe('SCIM', () => {
  it('rejects requests without a valid token, in its error format', async () => {
    await connect()
    const dead = directory
    const { body } = await call('POST', `/organizations/${id}/scim`, admin)
    for (const token of [dead, admin, 'nothing']) {
      expect(await scim('GET', '/Users', undefined, token)).toEqual({
        status: 401,
        type: SCIM_JSON,
        body: {
          schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
          status: '401',
          detail: 'This needs a living token of a directory.',
        },
      })
    }
    directory = String(body['token'])
    expect((await scim('GET', '/Users')).status).toBe(200)
    expect(await call('GET', `/organizations/${id}/scim`, admin)).toMatchObject({
      body: { baseUrl: `${url}/api/scim/v2`, token: { lastUsedAt: expect.any(String) } },
    })
    await call('DELETE', `/organizations/${id}/scim`, admin)
    expect((await scim('GET', '/Users')).status).toBe(401)
    expect((await acts()).filter((act) => act.includes('scim.token'))).toEqual([
      `admin@${domain} scim.token-revoked Harbour`,
      `admin@${domain} scim.token-made Harbour`,
      `admin@${domain} scim.token-made Harbour`,
    ])
  })

  it('creates, shows, finds, replaces and deletes a user', async () => {
    await connect()
    const made = await create('Ada', {
      externalId: 'x-1',
      name: { givenName: 'Ada', familyName: 'Lovelace' },
    })
    const userId = String(made.body['id'])
    const location = `${url}/api/scim/v2/Users/${userId}`
    const ada = {
      schemas: [USER],
      id: userId,
      externalId: 'x-1',
      userName: `ada@${domain}`,
      name: { givenName: 'Ada', familyName: 'Lovelace' },
      emails: [{ value: `ada@${domain}`, type: 'work', primary: true }],
      active: true,
      meta: { resourceType: 'User', created: expect.any(String), lastModified: expect.any(String), location },
    }
    expect(made).toEqual({ status: 201, type: SCIM_JSON, body: ada, location })
    expect(await scim('GET', `/Users/${userId}`)).toEqual({ status: 200, type: SCIM_JSON, body: ada })
    expect(await create('ADA')).toMatchObject({
      status: 409,
      body: { scimType: 'uniqueness', status: '409' },
    })
    for (const filter of [
      `userName eq "ADA@${domain}"`,
      'externalId Eq "x-1"',
      `id eq "${userId}"`,
      `(userName eq "ada@${domain}")`,
      `emails[type eq "work"].value eq "ada@${domain}"`,
      `userName eq "ada@${domain}" and externalId eq "x-1" And active eq true`,
      `${USER}:externalId eq "x-1" and active eq "True"`,
    ]) {
      expect(await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`)).toMatchObject({
        body: { totalResults: 1, Resources: [{ id: userId }] },
      })
    }
    for (const filter of [`id eq "${userId}" and active eq false`, 'userName eq "5b9ff8a3-no-such-user"']) {
      expect(await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`)).toMatchObject({
        status: 200,
        body: { totalResults: 0, Resources: [] },
      })
    }
    expect(
      await scim('PUT', `/Users/${userId}`, { userName: `ada@${domain}`, displayName: 'Ada' }),
    ).toMatchObject({
      status: 200,
      body: { displayName: 'Ada', active: true },
    })
    expect((await scim('GET', `/Users/${userId}`)).body).not.toHaveProperty('name')
    expect(await scim('PUT', `/Users/${userId}`, { userName: `eva@${domain}` })).toMatchObject({
      status: 400,
      body: { scimType: 'mutability' },
    })
    expect((await scim('DELETE', `/Users/${userId}`)).status).toBe(204)
    expect(await scim('GET', `/Users/${userId}`)).toMatchObject({ status: 404, body: { status: '404' } })
    expect(await emails()).toEqual([`admin@${domain}`])
    expect((await acts()).filter((act) => act.startsWith('SCIM'))).toEqual([
      `SCIM scim.member-removed ada@${domain}`,
      `SCIM scim.member-changed ada@${domain}`,
      `SCIM scim.member-added ada@${domain}`,
    ])
  })

  it('lists page by page, and rejects unsupported filters', async () => {
    await connect()
    for (const name of ['a', 'b', 'c']) await create(name)
    expect(await names('startIndex=2&count=2')).toEqual([4, 2, 2, 'a', 'b'])
    expect(await names('startIndex=-1&count=1')).toEqual([4, 1, 1, 'admin'])
    expect(await names('startIndex=5')).toEqual([4, 5, 0])
    expect(await names('count=0')).toEqual([4, 1, 0])
    const active = `filter=${encodeURIComponent('active eq true')}&startIndex=3&count=10`
    expect(await names(active)).toEqual([4, 3, 2, 'b', 'c'])
    for (const filter of [
      'userName co "a"',
      'title eq "x"',
      'userName eq',
      '"',
      '',
      'id eq "1" or id eq "2"',
      'id eq "1" and',
      'id eq "1" and title eq "x"',
      'active eq "perhaps"',
      '((id eq "1")',
    ]) {
      expect(await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`)).toMatchObject({
        status: 400,
        body: { scimType: 'invalidFilter' },
      })
    }
  })

  it('releases and reassigns seats, in the formats of common directories', async () => {
    await connect()
    const { body } = await create('ada')
    expect(await patch(body['id'], { op: 'Replace', path: 'active', value: 'False' })).toMatchObject({
      status: 200,
      body: { active: false },
    })
    expect(await emails()).toEqual([`admin@${domain}`])
    expect(
      await patch(body['id'], { op: 'replace', value: { active: true, 'name.givenName': 'Ada' } }),
    ).toMatchObject({
      body: { active: true, name: { givenName: 'Ada' } },
    })
    expect(
      await patch(
        body['id'],
        { op: 'remove', path: 'name' },
        { op: 'add', path: `${USER}:displayName`, value: 'A' },
      ),
    ).toMatchObject({
      body: { displayName: 'A', active: true },
    })
    expect(await emails()).toEqual([`admin@${domain}`, `ada@${domain}`])
    // Entra and Okta send more attributes than are stored here.
    expect(
      await patch(
        body['id'],
        { op: 'Replace', path: 'emails[type eq "work"].value', value: `ada@${domain}` },
        { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '1' },
        { op: 'Add', path: 'roles[primary eq "True"].value', value: 'x' },
        {
          op: 'Add',
          path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager',
          value: '7',
        },
        { op: 'Add', path: 'manager', value: '7' },
        { op: 'Remove', path: 'title' },
        { op: 'Add', path: 'externalId', value: 'ada.l' },
        { op: 'Replace', value: { displayName: 'Ada L.', name: { familyName: 'Lovelace' }, active: 'True' } },
      ),
    ).toMatchObject({
      status: 200,
      body: { externalId: 'ada.l', displayName: 'Ada L.', name: { familyName: 'Lovelace' }, active: true },
    })
    const whole = await scim('GET', `/Users/${String(body['id'])}`)
    expect(
      await scim('PUT', `/Users/${String(body['id'])}`, { ...whole.body, groups: [], active: false }),
    ).toMatchObject({ status: 200, body: { active: false, externalId: 'ada.l' } })
    expect(await patch(body['id'], { op: 'replace', value: { active: true } })).toMatchObject({
      status: 200,
      body: { active: true },
    })
    expect(await scim('GET', '/Groups?startIndex=1&count=100')).toMatchObject({
      status: 200,
      body: { totalResults: 0, Resources: [] },
    })
    for (const [operation, scimType] of [
      [{ op: 'remove' }, 'noTarget'],
      [{ op: 'replace', path: 'shoeSize', value: 4 }, 'invalidPath'],
      [{ op: 'replace', path: 'active', value: 4 }, 'invalidValue'],
      [{ op: 'replace', path: 'userName', value: 'eva@example.org' }, 'mutability'],
      [{ op: 'replace', value: 4 }, 'invalidValue'],
      [{ op: 'paint', path: 'active' }, 'invalidValue'],
    ] as const) {
      expect(await patch(body['id'], operation)).toMatchObject({ status: 400, body: { scimType } })
    }
    const broken = await scim('POST', '/Users', '{')
    expect(broken).toMatchObject({ status: 400, type: SCIM_JSON, body: { scimType: 'invalidSyntax' } })
  })

  it('enforces the seats, even with concurrent requests, and the domain, and preserves an admin', async () => {
    await connect()
    const made = await Promise.all(Array.from({ length: 9 }, (_, index) => create(`racer-${index}`)))
    expect(made.filter(({ status }) => status === 201)).toHaveLength(4)
    expect(made.find(({ status }) => status === 400)).toMatchObject({
      body: { detail: 'Increase the seat limit before adding more users.' },
    })
    expect(await team()).toMatchObject({ seats: { active: 5, limit: 5 } })
    const elsewhere = { userName: 'ann@elsewhere.example' }
    expect(await scim('POST', '/Users', elsewhere)).toMatchObject({
      status: 400,
      body: { scimType: 'invalidValue' },
    })
    const admins = await scim('GET', `/Users?filter=${encodeURIComponent(`userName eq "admin@${domain}"`)}`)
    const [boss] = admins.body['Resources'] as { id: string }[]
    expect(await patch(boss?.id, { op: 'replace', path: 'active', value: false })).toMatchObject({
      status: 409,
    })
    expect(await scim('DELETE', `/Users/${boss?.id}`)).toMatchObject({ status: 409 })
  })

  it('gives no seat to an account with credentials of the person who registered it', async () => {
    await connect()
    const squatter = await register(`dora@${domain}`)
    await create('dora')
    expect((await call('GET', '/auth', squatter)).status).toBe(401)
    const again = { email: `dora@${domain}`, password: PASSWORD }
    expect((await call('POST', '/auth/login', undefined, again)).status).toBe(401)
    know('dora')
    expect((await call('GET', '/organizations', await signIn('dora'))).body['organizations']).toHaveLength(1)
  })

  it('sees nothing of other organizations, and describes itself', async () => {
    await connect()
    const { body } = await create('ada')
    const first = directory
    domain = `other-${domain}`
    admin = await register(`admin@${domain}`)
    id = String((await call('POST', '/organizations', admin, { name: 'Lighthouse' })).body['id'])
    await connect()
    expect(await scim('GET', '/Users')).toMatchObject({ body: { totalResults: 1 } })
    for (const method of ['GET', 'DELETE']) {
      expect((await scim(method, `/Users/${String(body['id'])}`)).status).toBe(404)
    }
    expect((await scim('GET', `/Users/${String(body['id'])}`, undefined, first)).status).toBe(200)
    expect(await scim('GET', '/ServiceProviderConfig')).toMatchObject({
      body: { patch: { supported: true } },
    })
    expect(await scim('GET', '/ResourceTypes')).toMatchObject({ body: { totalResults: 1 } })
    expect(await scim('GET', '/Schemas')).toMatchObject({ body: { Resources: [{ id: USER }] } })
    expect(await scim('GET', `/Schemas/${USER}`)).toMatchObject({ status: 200, body: { id: USER } })
    expect(await scim('GET', '/ResourceTypes/User')).toMatchObject({ body: { endpoint: '/Users' } })
    expect(await scim('GET', '/ResourceTypes/Group')).toMatchObject({ body: { status: '404' } })
    expect(await scim('GET', '/Schemas?filter=id%20pr')).toMatchObject({ status: 403 })
  })
})
