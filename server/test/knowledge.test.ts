import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Upstream } from '../../fakes/upstream/index.ts'
import { startServerWithUpstream, type TestServers } from './fixtures/test-server.ts'

// One question to everything that a member has stored, over HTTP and through the model's tool.

let servers: TestServers
let upstream: Upstream
let token: string

beforeEach(async () => {
  ;({ servers, upstream, token } = await startServerWithUpstream())
})
afterEach(() => servers.close())

const call = (method: string, path: string, body?: object) => servers.call(method, path, token, body)
const search = async (q: string, more = '') =>
  (await call('GET', `/search?q=${encodeURIComponent(q)}${more}`)).json

const ROOF_MEETING = {
  title: 'House meeting',
  meetingDate: '2026-10-02',
  transcriptLines: [
    { id: 'l1', start: 0, end: 4, speaker: 'Bo', text: 'Shall we begin with the garden?' },
    {
      id: 'l2',
      start: 61,
      end: 66,
      speaker: 'Anna',
      text: 'We repair the roof in April, it costs 8,400 euros.',
    },
  ],
}

/** Imports a conversation with these messages, from the person and the assistant in turn. */
async function importConversation(id: string, contents: readonly string[]): Promise<void> {
  const messages = contents.map((content, index) => ({
    id: `${id}-${index}`,
    role: index % 2 === 0 ? 'user' : 'assistant',
    content,
    timestamp: '2026-09-01T10:00:00.000Z',
  }))
  const { status } = await call('POST', '/conversations/import', {
    conversations: [{ id, agentId: 'v_agent', messages }],
  })
  expect(status).toBe(200)
}

async function createMeeting(fields: object = ROOF_MEETING): Promise<string> {
  const { status, json } = await call('POST', '/meetings', fields)
  expect(status).toBe(201)
  return json.id
}

const kinds = async (more: string) =>
  (await search('roof', more)).items.map(({ kind }: { kind: string }) => kind)
const asks = (input: object) => ({
  text: '',
  toolCalls: [{ id: 'call_1', name: 'search_knowledge', arguments: JSON.stringify(input) }],
})
const ask = (content: string) =>
  call('POST', '/chat', {
    conversationId: 'conv-now',
    replyId: `r-${content.length}`,
    messages: [{ role: 'user', content, id: 'q1' }],
  })

const idsFoundIn = async (projectId: string) => {
  const { items } = await search('roof', `&projectId=${projectId}`)
  return new Set(items.map((item: { id: string }) => item.id))
}

describe('GET /search', () => {
  it('searches one project alone, and nothing in a project that the caller may not use', async () => {
    await importConversation('conv-1', ['Which roof tiles last longest?', 'Slate lasts a century.'])
    await importConversation('conv-2', ['Is the roof of the shed flat?', 'It slopes.'])
    const meetingId = await createMeeting()
    const { id } = (await call('POST', '/projects', { name: 'House' })).json
    await call('PATCH', '/conversations/conv-1', { projectId: id })
    await call('PUT', `/projects/${id}/items/meeting/${meetingId}`)
    expect(await idsFoundIn(id)).toEqual(new Set(['conv-1', meetingId]))
    expect(await idsFoundIn('none')).toEqual(new Set())
    token = await servers.register('bob@example.org')
    await importConversation('conv-1', ['The roof of Bob', 'Fine.'])
    expect(await idsFoundIn(id)).toEqual(new Set())
  })

  it('finds what was said in conversations and meetings, with its place', async () => {
    await importConversation('conv-1', ['Which roof tiles last longest?', 'Slate lasts a century.'])
    const meetingId = await createMeeting()
    const { items, nextCursor, unread } = await search('what does the roof cost')
    expect(items[0]).toMatchObject({
      kind: 'meeting',
      id: meetingId,
      meetingId,
      title: 'House meeting',
      speaker: 'Anna',
      place: { fromMs: 61_000, toMs: 66_000 },
      at: '2026-10-02T00:00:00.000Z',
    })
    const [start, end] = items[0].marks[0]
    expect(items[0].excerpt.slice(start, end)).toBe('roof')
    expect(items[1]).toMatchObject({
      kind: 'conversation',
      conversationId: 'conv-1',
      agentId: 'v_agent',
      place: { messageId: 'conv-1-0' },
    })
    expect({ nextCursor, unread }).toEqual({ nextCursor: null, unread: 0 })
  })

  it('finds the text of a sent file by its page, while its conversation exists', async () => {
    const form = new FormData()
    form.append('name', 'plan.pdf')
    form.append('file', new Blob(['%PDF-1.7 plan']), 'plan.pdf')
    const { json: file } = await call('POST', '/attachments', form)
    await call('PUT', `/attachments/${file.id}/text`, {
      sections: [
        { title: 'Seite 1', text: 'Contents' },
        { title: 'Seite 2', text: 'The lighthouse is painted in May.' },
      ],
    })
    upstream.scriptOnly('chat', { text: 'I have read it.' })
    await call('POST', '/chat', {
      conversationId: 'conv-file',
      messages: [{ role: 'user', content: 'Read this', id: 'q1', attachments: [file] }],
    })
    const wanted = { kind: 'file', title: 'plan.pdf', place: { page: 2 }, conversationId: 'conv-file' }
    expect((await search('lighthouse', '&kinds=file')).items).toMatchObject([wanted])
    await call('DELETE', '/conversations/conv-file')
    expect((await search('lighthouse')).items).toEqual([])
  })

  it('finds a change at once, and nothing that was deleted', async () => {
    const id = await createMeeting()
    expect((await search('roof')).items).toHaveLength(1)
    await call('PATCH', `/meetings/${id}`, {
      ...ROOF_MEETING,
      transcriptLines: [],
      transcript: 'We buy a boat.',
    })
    expect((await search('roof')).items).toEqual([])
    expect((await search('boat')).items).toMatchObject([{ id }])
    await call('DELETE', `/meetings/${id}`)
    expect((await search('boat')).items).toEqual([])
    await call('POST', `/meetings/${id}/restore`)
    expect((await search('boat')).items).toHaveLength(1)
  })

  it('finds the rest where a stored meeting is damaged', async () => {
    const id = await createMeeting({ title: 'Damaged', meetingDate: '2026-10-01', transcript: 'roof' })
    await createMeeting()
    await servers.database.updateTable('meeting_texts').set({ details: '{' }).where('id', '=', id).execute()
    expect((await search('roof')).items).toMatchObject([{ title: 'House meeting' }])
    expect(await search('roof')).toMatchObject({ unread: 0 })
  })

  it('narrows by kind, day and speaker', async () => {
    await importConversation('conv-1', ['The roof again', 'Which roof?'])
    await createMeeting()
    expect(await kinds('&kinds=conversation')).toEqual(['conversation', 'conversation'])
    expect(await kinds('&from=2026-10-01')).toEqual(['meeting'])
    expect(await kinds('&to=2026-09-30')).toEqual(['conversation', 'conversation'])
    expect(await kinds('&speaker=anna')).toEqual(['meeting'])
    expect(await kinds('&speaker=bo')).toEqual([])
  })

  it('shows nothing of other members, and what colleagues share until they revoke it', async () => {
    const id = await createMeeting()
    const { json: team } = await call('POST', '/organizations', { name: 'Roofers' })
    const other = await servers.register('bo@example.org')
    const theirs = async () => (await servers.call('GET', '/search?q=roof', other)).json.items
    expect(await theirs()).toEqual([])
    const invite = await call('POST', `/organizations/${team.id}/invites`, {
      email: 'bo@example.org',
      role: 'builder',
    })
    const accepted = await servers.call('POST', `/organizations/invites/${invite.json.token}/accept`, other)
    expect(accepted.status).toBe(200)
    expect((await call('PUT', `/meetings/${id}/shares/${team.id}`, { right: 'use' })).status).toBe(200)
    expect(await theirs()).toMatchObject([{ kind: 'meeting', meetingId: id, title: 'House meeting' }])
    await call('DELETE', `/meetings/${id}/shares/${team.id}`)
    expect(await theirs()).toEqual([])
  })

  it('pages through many results', async () => {
    for (let count = 0; count < 5; count += 1)
      await importConversation(`conv-${count}`, [`roof ${count}`, 'Yes'])
    const first = await search('roof', '&limit=2')
    const second = await search('roof', `&limit=2&cursor=${first.nextCursor}`)
    const third = await search('roof', `&limit=2&cursor=${second.nextCursor}`)
    const ids = [first, second, third].flatMap(({ items }) => items.map(({ id }: { id: string }) => id))
    expect(new Set(ids).size).toBe(5)
    expect(third.nextCursor).toBeNull()
  })

  it.each([
    ['no question', '/search', 400],
    ['an unknown kind', '/search?q=a&kinds=web', 400],
    ['a wrong day', '/search?q=a&from=yesterday', 400],
    ['a wrong cursor', '/search?q=a&cursor=x', 400],
  ])('refuses %s', async (_, path, status) => {
    expect((await call('GET', path)).status).toBe(status)
  })

  it('is for members', async () => {
    expect((await servers.call('GET', '/search?q=roof')).status).toBe(401)
  })
})

describe('search_knowledge', () => {
  it('answers with what was said in a meeting, as a checked source with its second', async () => {
    const id = await createMeeting()
    upstream.scriptOnly('chat', asks({ query: 'roof repair' }), {
      text: 'You repair the roof in April, it costs 8,400 euros [1]. Bo refused [1].',
    })
    const { json } = await ask('What did we decide about the roof?')
    expect(json.content).toBe('You repair the roof in April, it costs 8,400 euros [1]. Bo refused.')
    expect(json.sources).toMatchObject([
      { number: 1, kind: 'meeting', ref: id, place: { fromMs: 61_000 }, title: 'House meeting (2026-10-02)' },
    ])
    expect(JSON.stringify(upstream.requests.at(-1)?.json)).toContain(
      '[1:01] Anna: We repair the roof in April',
    )
  })

  it('finds nothing of the conversation itself, and says so', async () => {
    upstream.scriptOnly('chat', asks({ query: 'roof' }), { text: 'I have found nothing.' })
    await ask('What about the roof?')
    expect(JSON.stringify(upstream.requests.at(-1)?.json)).toContain('Nothing of this is stored')
  })
})
