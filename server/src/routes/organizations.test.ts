import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Role } from '@vee/contract/entities/teams/organization'
import { ROLES } from '@vee/contract/entities/teams/organization-limits'
import { openTestDatabase } from '#db/fixtures/test-database.ts'
import { createPeople } from '#domain/organizations/fixtures/people.ts'
import { createTestOrganizations } from '#domain/organizations/fixtures/teams.ts'
import { limitBodyMemory } from '#serving/memory/body-memory.ts'
import { answerErrors } from '#serving/responses/errors.ts'
import { mountRoutes } from '#serving/mount.ts'
import { organizationRoutes } from './organizations.ts'

type Body = Record<string, never>
interface Answer {
  readonly status: number
  readonly body: Body
}

let server: FastifyInstance
let api: string
let people: ReturnType<typeof createPeople>
let id: string
let inviteId: string

/** Harbour has an admin, a builder, a viewer and another member; the outsider is admin of Lighthouse. */
const TOKENS: Readonly<Record<string, string>> = {}

beforeEach(async () => {
  const database = await openTestDatabase()
  people = createPeople(database, Date.now)
  const organizations = createTestOrganizations(database, Date.now)
  const routes = organizationRoutes(organizations)
  server = Fastify({ forceCloseConnections: true })
  answerErrors(server)
  limitBodyMemory(server)
  await server.register(
    (app) =>
      mountRoutes(app, {
        endpoints: routes.map(({ endpoint: call }) => call),
        routes,
        accounts: people.accounts,
      }),
    { prefix: '/api' },
  )
  await server.listen({ host: '127.0.0.1', port: 0 })
  api = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}/api`

  for (const name of ['admin', 'builder', 'viewer', 'outsider', 'target']) {
    Object.assign(TOKENS, { [name]: await people.tokenOf(name) })
  }
  id = idIn(await call('POST', '/organizations', 'admin', { name: 'Harbour' }))
  await call('PATCH', `/organizations/${id}`, 'admin', { seatLimit: 6 })
  await call('POST', '/organizations', 'outsider', { name: 'Lighthouse' })
  for (const name of ['builder', 'viewer', 'target'])
    await join(name, name === 'viewer' ? 'viewer' : 'builder')
  inviteId = idIn(await call('POST', `/organizations/${id}/invites`, 'admin', { email: 'new@example.org' }))
})
afterEach(async () => {
  await server.close()
})

const idIn = ({ body }: Answer): string => String(body['id'])

async function call(method: string, path: string, as?: string, body?: unknown): Promise<Answer> {
  const token = as === undefined ? undefined : TOKENS[as]
  const response = await fetch(`${api}${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  return { status: response.status, body: isJson && text !== '' ? JSON.parse(text) : {} }
}

async function join(name: string, role: Role): Promise<void> {
  const sent = await call('POST', `/organizations/${id}/invites`, 'admin', {
    email: `${name}@example.org`,
    role,
  })
  await call('POST', `/organizations/invites/${String(sent.body['token'])}/accept`, name, {})
}

/** The status of each endpoint for an admin; other members get 403, outsiders 404, visitors 401. */
const ADMIN_CALLS = {
  'PATCH /organizations/{id}': [200, { seatLimit: 9 }],
  'DELETE /organizations/{id}': [204],
  'POST /organizations/{id}/invites': [201, { email: 'another@example.org' }],
  'POST /organizations/{id}/invites/{invite}/resend': [200],
  'DELETE /organizations/{id}/invites/{invite}': [204],
  'PATCH /organizations/{id}/members/target': [200, { role: 'viewer', dailyTokenLimit: 10 }],
  'DELETE /organizations/{id}/members/target': [204],
  'GET /organizations/{id}/audit': [200],
  'GET /organizations/{id}/audit?format=csv': [200],
  'GET /organizations/{id}/usage': [200],
  'GET /organizations/{id}/usage?groupBy=member&format=csv': [200],
} as const satisfies Record<string, readonly [number, unknown?]>

const cases = Object.entries(ADMIN_CALLS).map(
  ([name, [status, body]]: [string, readonly [number, unknown?]]) => ({ name, status, body }),
)

async function make(name: string, as: string | undefined, body: unknown): Promise<number> {
  const [method = '', path = ''] = name.split(' ')
  const outcome = await call(method, path.replace('{id}', id).replace('{invite}', inviteId), as, body)
  return outcome.status
}

describe.each(cases)('$name', ({ name, status, body }) => {
  it('is available to admins of that organization only', async () => {
    expect(await make(name, undefined, body)).toBe(401)
    expect(await make(name, 'outsider', body)).toBe(404)
    expect(await make(name, 'viewer', body)).toBe(403)
    expect(await make(name, 'builder', body)).toBe(403)
    expect(await make(name, 'admin', body)).toBe(status)
  })
})

it.each(['builder', 'viewer'])('lets a %s leave through both endpoints', async (name) => {
  const path = name === 'builder' ? `/organizations/${id}/leave` : `/organizations/${id}/members/${name}`
  expect((await call(name === 'builder' ? 'POST' : 'DELETE', path, name)).status).toBe(204)
  expect((await call('GET', '/organizations', name)).body).toMatchObject({ organizations: [] })
  expect((await call('GET', `/organizations/${id}/audit`, name)).status).toBe(404)
})

it('differs for one user in two organizations', async () => {
  await join('outsider', 'viewer')
  const { organizations } = (await call('GET', '/organizations', 'outsider')).body as unknown as {
    organizations: { id: string; name: string; role: Role; invites: unknown[] }[]
  }
  expect(organizations.map(({ name, role, invites }) => [name, role, invites.length])).toEqual([
    ['Lighthouse', 'admin', 0],
    ['Harbour', 'viewer', 0],
  ])
  const own = organizations[0]?.id ?? ''
  expect((await call('PATCH', `/organizations/${own}`, 'outsider', { seatLimit: 6 })).status).toBe(200)
  expect((await call('PATCH', `/organizations/${id}`, 'outsider', { seatLimit: 10 })).status).toBe(403)
  // Another organization's invite or member is not accessible through one's own.
  expect((await call('DELETE', `/organizations/${own}/invites/${inviteId}`, 'outsider')).status).toBe(404)
  expect((await call('DELETE', `/organizations/${own}/members/target`, 'outsider')).status).toBe(404)
})

it('shows members, seats and the pool to every role, and invites to admins', async () => {
  for (const name of ROLES) {
    const { body } = await call('GET', '/organizations', name)
    const [organization] = (body as unknown as { organizations: Record<string, unknown>[] }).organizations
    expect(organization).toMatchObject({
      role: name,
      seats: { active: 4, pending: 1, limit: 6 },
      usage: { primary: { total: 0, used: 0, remaining: 0 } },
    })
    expect(organization?.['members']).toHaveLength(4)
    // One is pending, three were accepted.
    expect(organization?.['invites']).toHaveLength(name === 'admin' ? 4 : 0)
  }
})

it.each([
  ['POST', '/organizations', { name: ' ' }, 'Enter a name to create your organization.'],
  ['POST', '/organizations', {}, 'Enter a name to create your organization.'],
  ['PATCH', '/organizations/{id}', { seatLimit: 0 }, 'Seat limit must be a positive number.'],
  ['PATCH', '/organizations/{id}', { seatLimit: 'a' }, 'Seat limit must be a positive number.'],
  ['POST', '/organizations/{id}/invites', {}, 'Enter an email address to send an invite.'],
])('rejects %s %s %j with the specified message', async (method, path, body, words) => {
  const outcome = await call(method, path.replace('{id}', id), 'admin', body)
  expect(outcome).toMatchObject({ status: 400, body: { error: 'VALIDATION' } })
  expect(outcome.body['message']).toContain(words)
})

it('reports that no seat is free', async () => {
  await call('POST', `/organizations/${id}/invites`, 'admin', { email: 'early@example.org' })
  const outcome = await call('POST', `/organizations/${id}/invites`, 'admin', { email: 'late@example.org' })
  expect(outcome).toMatchObject({
    status: 400,
    body: {
      error: 'SEATS_EXHAUSTED',
      message: 'Increase the seat limit before inviting more teammates.',
    },
  })
})

it('asks passphrase holders to sign in to an account', async () => {
  const { token } = await people.accounts.signInWithPassphrase({
    password: 'open sesame',
    remember: false,
    ip: '192.0.2.1',
  })
  Object.assign(TOKENS, { global: token })
  expect((await call('GET', '/organizations', 'global')).body).toMatchObject({
    organizations: [],
    activeOrganizationId: null,
  })
  expect((await call('POST', '/organizations', 'global', { name: 'Harbour' })).status).toBe(403)
  expect((await call('POST', '/organizations/invites/token/accept', 'global', {})).status).toBe(403)
})

it('returns NOT_FOUND for malformed ids', async () => {
  for (const strange of ['nope', '%00', '%F0%9F%8D%8B', "'--", '..%2F..']) {
    expect((await call('PATCH', `/organizations/${strange}`, 'admin', { seatLimit: 3 })).status).toBe(404)
    expect((await call('POST', `/organizations/invites/${strange}/accept`, 'admin', {})).status).toBe(404)
    expect((await call('DELETE', `/organizations/${id}/members/${strange}`, 'admin')).status).toBe(404)
  }
})
