import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DAY_MS } from '@vee/contract/time/durations'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { purgeLinks } from '#db/queries/organizations/share-links.ts'
import { createTestServers, type TestServers } from './fixtures/test-server.ts'

// Links with which anyone reads a member's conversation or meeting.

let servers: TestServers
let url: string
let owner: string
let clock: number

beforeEach(async () => {
  clock = Date.UTC(2026, 10, 28)
  servers = await createTestServers({ now: () => clock })
  const page = '<html><head><title>Vee</title><meta property="og:title" content="Vee"></head></html>'
  mkdirSync(join(servers.directory, 'pages'))
  for (const name of ['index.html', 'pages/de-DE.html']) writeFileSync(join(servers.directory, name), page)
  url = await servers.start()
  owner = await servers.register('ann@example.org')
  await call('PATCH', '/auth/profile', { displayName: 'Ann Marsh' })
  await importMessages('conv-1', [
    { id: 'm1', role: 'user', content: 'Which tiles?', attachments: [FILE] },
    {
      id: 'm2',
      role: 'assistant',
      content: 'Slate [1], says your file [2].',
      model: 'gpt-secret',
      costUsd: 0.02,
      sources: [
        source(1, { kind: 'web', title: 'Slate', url: 'https://slate.example/', site: 'slate.example' }),
        source(2, { kind: 'file', title: 'offer-of-bo.pdf', ref: 'file-1' }),
      ],
    },
  ])
})
afterEach(() => servers.close())

const FILE = { id: 'a1', name: 'offer-of-bo.pdf', kind: 'document', mediaType: 'application/pdf', bytes: 9 }
const source = (number: number, fields: object) => ({
  id: `s${number}`,
  number,
  url: null,
  site: null,
  ref: null,
  place: null,
  fetchedAt: '2026-11-01T00:00:00.000Z',
  quotes: [],
  ...fields,
})

const call = (method: string, path: string, body?: object, token: string | undefined = owner) =>
  servers.call(method, path, token, body)
const open = (token: string, more = '') => servers.call('GET', `/shared/${token}${more}`)

async function importMessages(id: string, messages: readonly object[]): Promise<void> {
  const timestamp = '2026-11-01T10:00:00.000Z'
  const conversations = [
    { id, agentId: 'v_agent', messages: messages.map((message) => ({ timestamp, ...message })) },
  ]
  const { status, text } = await call('POST', '/conversations/import', { conversations })
  expect([status, text]).toMatchObject([200, expect.anything()])
}

async function makeLink(body: object = {}, path = '/conversations/conv-1'): Promise<Record<string, string>> {
  const { status, json } = await call('POST', `${path}/links`, body)
  expect(status).toBe(201)
  return json
}

const notFound = async (token: string) => {
  const { status, json } = await open(token)
  return { status, error: json.error, message: json.message }
}
const page = (token: string) => fetch(`${url}/de-DE/shared/${token}`)

describe('a link to a conversation', () => {
  it('leaves the conversation unread for its owner', async () => {
    const { token = '' } = await makeLink({ follows: true })
    await call('PATCH', '/conversations/conv-1', { unread: true })
    expect((await open(token)).status).toBe(200)
    expect((await call('GET', '/conversations')).json.items).toMatchObject([{ unread: true }])
  })

  it('shows its messages to anyone, and counts who opens it', async () => {
    const link = await makeLink({ title: 'Tiles', hides: [] })
    expect(link).toMatchObject({ title: 'Tiles', expiresAt: '2026-12-05T00:00:00.000Z', follows: false })
    expect(link['url']).toBe(`${url}/shared/${link['token']}`)
    const { status, json } = await open(String(link['token']))
    expect(status).toBe(200)
    expect(json).toMatchObject({
      title: 'Tiles',
      kind: 'conversation',
      sharedBy: 'Ann Marsh',
      messages: [
        { role: 'user', content: 'Which tiles?', files: ['offer-of-bo.pdf'] },
        { role: 'assistant', agentId: 'v_agent', model: 'gpt-secret', costUsd: 0.02 },
      ],
      nextCursor: null,
    })
    await open(String(link['token']))
    const { items } = (await call('GET', '/links')).json
    expect(items).toMatchObject([{ id: link['id'], views: 2, lastViewedAt: '2026-11-28T00:00:00.000Z' }])
    expect(JSON.stringify(items)).not.toContain(link['token'])
  })

  it('hides what its owner chose, wherever it stands', async () => {
    const { token, id } = await makeLink({ hides: ['names', 'files', 'costs'] })
    const { text, json } = await open(String(token))
    for (const hidden of ['Ann', 'offer-of-bo', 'gpt-secret', '0.02', 'ann@example.org'])
      expect(text).not.toContain(hidden)
    expect(json.messages[1]).toMatchObject({
      content: 'Slate [1], says your file.',
      sources: [{ number: 1, title: 'Slate' }],
    })
    await call('PATCH', `/links/${id}`, { hides: [] })
    expect((await open(String(token))).text).toContain('offer-of-bo.pdf')
  })

  it('shows what was there when it was made, or follows what comes', async () => {
    const kept = await makeLink()
    const following = await makeLink({ follows: true })
    await importMessages('conv-1', [{ id: 'm3', role: 'user', content: 'And the gutter?' }])
    expect((await open(String(kept['token']))).json.messages).toHaveLength(2)
    expect((await open(String(following['token']))).json.messages).toHaveLength(3)
  })

  it('returns long conversations in pages', async () => {
    const messages = Array.from({ length: 250 }, (_, index) => ({
      id: `n${index}`,
      role: index % 2 === 0 ? 'user' : 'assistant',
      content: `Line ${index}`,
    }))
    await importMessages('conv-2', messages)
    const { token } = await makeLink({}, '/conversations/conv-2')
    const first = (await open(String(token))).json
    const second = (await open(String(token), `?cursor=${first.nextCursor}`)).json
    expect([first.messages.length, second.messages.length, second.nextCursor]).toEqual([200, 50, null])
    expect((await call('GET', '/links')).json.items[0].views).toBe(1)
  })

  it('warns of keys and addresses in the text', async () => {
    await importMessages('conv-3', [{ id: 'k1', role: 'user', content: 'Mail bo@example.org about it' }])
    const { warnings } = (await call('GET', '/conversations/conv-3/links')).json
    expect(warnings).toEqual([{ kind: 'mail', count: 1 }])
    expect((await makeLink({}, '/conversations/conv-3'))['warnings']).toEqual(warnings)
  })
})

describe('a link that does not open', () => {
  it('is the same 404 if it is unknown, revoked, ended, or its conversation deleted', async () => {
    const revoked = await makeLink()
    const ended = await makeLink({ expiresInDays: 1 })
    const deleted = await makeLink({ expiresInDays: null })
    expect((await call('DELETE', `/links/${revoked['id']}`)).status).toBe(204)
    expect((await call('DELETE', `/links/${revoked['id']}`)).status).toBe(204)
    const unknown = await notFound('a'.repeat(32))
    expect(unknown).toMatchObject({ status: 404, error: 'NOT_FOUND' })
    expect(await notFound(String(revoked['token']))).toEqual(unknown)
    expect((await open(String(deleted['token']))).status).toBe(200)
    await call('DELETE', '/conversations/conv-1')
    expect(await notFound(String(deleted['token']))).toEqual(unknown)
    await call('POST', '/conversations/conv-1/restore')
    expect((await open(String(deleted['token']))).status).toBe(200)
    clock += DAY_MS
    expect(await notFound(String(ended['token']))).toEqual(unknown)
  })

  it('is limited for who tries many', async () => {
    const statuses: number[] = []
    for (let attempt = 0; attempt < 62; attempt += 1) statuses.push((await open('a'.repeat(32))).status)
    expect(statuses.filter((status) => status === 404)).toHaveLength(60)
    expect(statuses.at(-1)).toBe(429)
    const { token } = await makeLink()
    expect((await open(String(token))).status).toBe(200)
  })

  it('belongs to an account that the host has disabled', async () => {
    const other = await servers.register('bo@example.org')
    const conversations = [
      {
        id: 'c',
        agentId: 'v_agent',
        messages: [{ id: 'x', role: 'user', content: 'Hi', timestamp: '2026-11-01T10:00:00.000Z' }],
      },
    ]
    await call('POST', '/conversations/import', { conversations }, other)
    const { token } = (await call('POST', '/conversations/c/links', {}, other)).json
    expect((await open(token)).status).toBe(200)
    await servers.database
      .updateTable('users')
      .set({ disabled_at: clock })
      .where('email', '=', 'bo@example.org')
      .execute()
    expect((await open(token)).status).toBe(404)
  })
})

describe('a link to a meeting', () => {
  it('replaces names by tokens in all of its texts, and leaves out notes', async () => {
    const meeting = (
      await call('POST', '/meetings', {
        title: 'House meeting',
        participants: ['Anna Berg', 'Bo'],
        quickNotes: 'private thought',
        summary: 'Anna repairs the roof, 田中さん pays.',
        transcriptLines: [
          { id: 'l1', start: 0, end: 4, speaker: 'Anna Berg', text: 'Bo, call the roofer. Bosporus is far.' },
          { id: 'l2', start: 5, end: 9, speaker: '田中', text: 'I pay.' },
        ],
        actionItems: [{ id: 'i1', text: 'Call the roofer', assignee: 'Bo' }],
      })
    ).json
    const { token } = await makeLink({ title: 'Call with Anna', hides: ['names'] }, `/meetings/${meeting.id}`)
    expect(await (await page(String(token))).text()).toContain('<title>Call with P1</title>')
    const { text, json } = await open(String(token))
    for (const hidden of ['Anna', 'Berg', '田中', 'private thought']) expect(text).not.toContain(hidden)
    expect(json.meeting).toMatchObject({
      participants: ['P1', 'P2'],
      summary: 'P1 repairs the roof, P3さん pays.',
      transcriptLines: [
        { id: 'l1', speaker: 'P1', text: 'P2, call the roofer. Bosporus is far.' },
        { speaker: 'P3' },
      ],
      actionItems: [{ id: 'i1', assignee: 'P2' }],
    })
  })
})

describe('the page of a link', () => {
  it('has the title for a preview, and is stored and indexed by nobody', async () => {
    const { token } = await makeLink({ title: '"Tiles" & <b>' })
    const response = await page(String(token))
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
    })
    const html = await response.text()
    expect(html).toContain('<title>&quot;Tiles&quot; &amp; &lt;b></title>')
    expect(html).toContain('<meta property="og:title" content="&quot;Tiles&quot; &amp; &lt;b>">')
    expect(html).not.toContain('slate')
  })

  it('is a page without a title, with 404, when it does not open', async () => {
    const response = await page('a'.repeat(32))
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('<title>Vee</title>')
  })
})

describe('who forbids links', () => {
  it('is the host', async () => {
    const { token } = await makeLink()
    await servers.stop()
    const other = await servers.start({ SHARE_LINKS: 'off' })
    const ask = (method: string, path: string, body?: object) =>
      servers.call(method, path, owner, body, other)
    expect((await ask('POST', '/conversations/conv-1/links', {})).status).toBe(403)
    expect((await ask('GET', `/shared/${token}`)).status).toBe(404)
  })

  it('is a team, whose audit log names who made, changed and revoked one', async () => {
    const { id: team } = (await call('POST', '/organizations', { name: 'Harbour' })).json
    const link = await makeLink()
    await call('PATCH', `/links/${link['id']}`, { title: 'Other' })
    const changed = await call('PATCH', `/organizations/${team}`, { allowsLinks: false })
    expect(changed.json.allowsLinks).toBe(false)
    expect((await open(String(link['token']))).status).toBe(404)
    const refused = await call('POST', '/conversations/conv-1/links', {})
    expect([refused.status, refused.json.error]).toEqual([403, 'FORBIDDEN'])
    await call('DELETE', `/links/${link['id']}`)
    const { items } = (await call('GET', `/organizations/${team}/audit`)).json
    expect(items.map(({ action }: { action: string }) => action).slice(0, 4)).toEqual([
      'link.revoked',
      'organization.links-changed',
      'link.changed',
      'link.made',
    ])
    await call('PATCH', `/organizations/${team}`, { allowsLinks: true })
    await makeLink()
  })
})

it('forgets links to what is gone for good, and those that ended long ago', async () => {
  const link = await makeLink({ expiresInDays: 1 })
  const other = await makeLink({ expiresInDays: null })
  await purgeLinks(servers.database, clock)
  const ids = async () =>
    (await servers.database.selectFrom('share_links').select('id').orderBy('id').execute()).map(
      ({ id }) => id,
    )
  expect(await ids()).toEqual(
    [String(link['id']), String(other['id'])].toSorted((a, b) => a.localeCompare(b)),
  )
  await purgeLinks(servers.database, clock + 2 * DAY_MS)
  expect(await ids()).toEqual([other['id']])
  await servers.database.deleteFrom('conversations').execute()
  await purgeLinks(servers.database, clock)
  expect(await ids()).toEqual([])
})
