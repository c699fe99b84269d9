import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startUpstream, type Upstream } from '../../fakes/upstream/index.ts'
import { articleOf, startSite, type FakeSite } from '../../fakes/web/index.ts'
import { createTestServers, type TestServers } from './fixtures/test-server.ts'

// Knowledge of a member, a custom agent and a team: files and pages that agents answer from.

const SEALS = articleOf('Harbour seals', [
  'Harbour seals rest on sandbanks at low tide, and they return to the same places every year of their lives.',
  'In 2024 the survey counted 41,300 harbour seals in the Wadden Sea, 4% fewer than in the year before.',
])

let servers: TestServers
let upstream: Upstream
let site: FakeSite
let ann: string

beforeEach(async () => {
  upstream = await startUpstream()
  site = await startSite({ '/seals': SEALS })
  servers = await createTestServers()
  await start()
  ann = await servers.register('ann@example.org')
})
afterEach(async () => {
  await servers.close()
  await Promise.all([upstream.close(), site.close()])
})

const start = () =>
  servers.start({
    OPENAI_API_KEY: 'sk-test',
    OPENAI_BASE_URL: `${upstream.url}/v1`,
    ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8',
  })
const call = (method: string, path: string, body?: object, token = ann) =>
  servers.call(method, path, token, body)

async function create(fields: object, token = ann): Promise<string> {
  const { status, json } = await call('POST', '/knowledge', fields, token)
  expect(status).toBe(201)
  return json.id
}
const createOwn = () => create({ name: 'House', ownerKind: 'user' })

/** Uploads a file, with the text that a browser has read from it unless there is none. */
async function attach(name: string, texts: readonly string[] | undefined, token = ann): Promise<string> {
  const form = new FormData()
  form.append('name', name)
  form.append('file', new Blob([`${name} ${texts?.join(' ') ?? 'no text'}`]), name)
  const { json } = await call('POST', '/attachments', form, token)
  if (texts) await sendText(json.id, texts, token)
  return json.id
}
const sendText = (id: string, texts: readonly string[], token = ann) =>
  call(
    'PUT',
    `/attachments/${id}/text`,
    { sections: texts.map((text, index) => ({ title: `Page ${index + 1}`, text })) },
    token,
  )

const add = (id: string, source: object, token = ann) => call('POST', `/knowledge/${id}/files`, source, token)
const files = async (id: string, token = ann) =>
  (await call('GET', `/knowledge/${id}/files`, undefined, token)).json.items
const whenRead = (id: string, wanted: readonly object[]) =>
  expect.poll(() => files(id), { timeout: 8_000 }).toMatchObject(wanted)

async function addFile(id: string, name: string, texts: readonly string[], token = ann): Promise<void> {
  const { status } = await add(id, { attachmentId: await attach(name, texts, token) }, token)
  expect(status).toBe(201)
  await expect
    .poll(async () => (await files(id, token)).every(({ state }: { state: string }) => state === 'ready'))
    .toBe(true)
}
const search = async (q: string, token = ann) =>
  (await call('GET', `/search?q=${encodeURIComponent(q)}`, undefined, token)).json.items
const titles = async (q: string, token = ann) =>
  (await search(q, token)).map(({ title }: { title: string }) => title)

async function inTeam(
  role: string,
): Promise<{ readonly team: string; readonly bo: string; memberId: string }> {
  const { json: team } = await call('POST', '/organizations', { name: 'Roofers' })
  const bo = await servers.register('bo@example.org')
  const { json: invite } = await call('POST', `/organizations/${team.id}/invites`, {
    email: 'bo@example.org',
    role,
  })
  await call('POST', `/organizations/invites/${invite.token}/accept`, undefined, bo)
  const { json } = await call('GET', '/auth', undefined, bo)
  return { team: team.id, bo, memberId: json.user.id }
}

const asks = (input: object) => ({
  text: '',
  toolCalls: [{ id: 'call_1', name: 'search_knowledge', arguments: JSON.stringify(input) }],
})
const ask = (agentId: string) =>
  call('POST', '/chat', {
    agentId,
    conversationId: `conv-${agentId}-1`,
    messages: [{ role: 'user', content: 'How long does slate last?', id: 'q1' }],
  })

async function sendTextTo(url: string, id: string, fileId: string): Promise<void> {
  const row = await servers.database.selectFrom('knowledge_files').selectAll().executeTakeFirstOrThrow()
  const body = { sections: [{ title: 'Page 1', text: 'The roof.' }] }
  await servers.call('PUT', `/attachments/${row.attachment_id}/text`, ann, body, url)
  await expect
    .poll(
      async () => (await servers.call('GET', `/knowledge/${id}/files`, ann, undefined, url)).json.items[0],
      { timeout: 12_000 },
    )
    .toMatchObject({ id: fileId, state: 'ready' })
}

describe('a file', () => {
  it('waits for its text, is read, and is found by its page', async () => {
    const id = await createOwn()
    const attachmentId = await attach('plan.pdf', undefined)
    const { status, json } = await add(id, { attachmentId })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      knowledgeId: id,
      name: 'plan.pdf',
      url: null,
      state: 'waiting',
      error: null,
    })
    expect(await titles('lighthouse')).toEqual([])
    await sendText(attachmentId, ['Contents', 'The lighthouse is painted in May.'])
    await whenRead(id, [{ state: 'ready', progress: { done: 2, total: 2 } }])
    expect(await search('lighthouse')).toMatchObject([
      { kind: 'file', id: json.id, knowledgeId: id, title: 'plan.pdf', place: { page: 2 } },
    ])
    // The text is a copy: the attachment may be deleted.
    await call('DELETE', `/attachments/${attachmentId}`)
    expect(await titles('lighthouse')).toEqual(['plan.pdf'])
  })

  it('of plain text needs nothing that reads it', async () => {
    const id = await createOwn()
    await add(id, { attachmentId: await attach('notes.md', undefined) })
    await whenRead(id, [{ state: 'ready', error: null }])
    expect(await titles('no text')).toEqual(['notes.md'])
  })

  it('without text fails, and says why', async () => {
    const id = await createOwn()
    await add(id, { attachmentId: await attach('scan.pdf', [' ', '']) })
    await whenRead(id, [{ state: 'failed', error: { code: 'TEXT_EMPTY' } }])
    const attachmentId = await attach('gone.pdf', undefined)
    await add(id, { attachmentId })
    await call('DELETE', `/attachments/${attachmentId}`)
    await whenRead(id, [{ error: { code: 'ATTACHMENT_GONE' } }, { name: 'scan.pdf' }])
  })

  it('is there once, and is found no more once it is deleted', async () => {
    const id = await createOwn()
    const attachmentId = await attach('roof.txt', ['The roof costs 8,400 euros.'])
    const first = await add(id, { attachmentId })
    const second = await add(id, { attachmentId })
    expect(second.json.id).toBe(first.json.id)
    await whenRead(id, [{ state: 'ready' }])
    expect((await call('GET', '/knowledge')).json).toMatchObject({
      items: [{ id, name: 'House', ownerKind: 'user', right: 'edit', fileCount: 1 }],
      limits: { files: 100, usedFiles: 1 },
    })
    const path = `/knowledge/${id}/files/${first.json.id}`
    expect((await call('DELETE', path)).status).toBe(204)
    expect((await call('DELETE', path)).status).toBe(204)
    expect(await titles('roof')).toEqual([])
    expect((await call('DELETE', `/knowledge/${id}`)).status).toBe(204)
    expect((await call('GET', '/knowledge')).json.items).toEqual([])
  })

  it('that a killed server was reading is read by the next one', async () => {
    const id = await createOwn()
    const { json } = await add(id, { attachmentId: await attach('roof.pdf', undefined) })
    await servers.database
      .updateTable('knowledge_files')
      .set({ state: 'reading', lease_until: Date.now() + 3_000 })
      .execute()
    await call('GET', `/knowledge/${id}/files`)
    await servers.stop()
    await sendTextTo(await start(), id, json.id)
  })
})

describe('a page', () => {
  it('is fetched, found with its address, and fetched again when it is due', async () => {
    const id = await createOwn()
    const url = `${site.url}/seals`
    expect((await add(id, { url: `${url}#top` })).json).toMatchObject({ url, state: 'waiting' })
    await whenRead(id, [{ state: 'ready', name: 'Harbour seals', nextReadAt: expect.any(String) }])
    expect(await search('sandbanks')).toMatchObject([{ kind: 'file', url, title: 'Harbour seals' }])
    site.serve({
      '/seals': articleOf('Harbour seals', [
        'They were counted again: 39,000 of them live there. '.repeat(8),
      ]),
    })
    expect((await add(id, { url })).status).toBe(201)
    await expect.poll(() => titles('sandbanks'), { timeout: 8_000 }).toEqual([])
    expect(await titles('39,000 counted')).toEqual(['Harbour seals'])
  })

  it('that cannot be read fails in words; one that was read before keeps its text', async () => {
    const id = await createOwn()
    await add(id, { url: 'http://169.254.169.254/latest' })
    await whenRead(id, [{ state: 'failed', error: { code: 'PAGE_UNREADABLE', message: expect.any(String) } }])
    const { json } = await add(id, { url: `${site.url}/seals` })
    await whenRead(id, [{ state: 'ready' }, { state: 'failed' }])
    site.serve({})
    await add(id, { url: `${site.url}/seals` })
    await whenRead(id, [{ id: json.id, state: 'ready', error: { code: 'PAGE_UNREADABLE' } }, {}])
    expect(await titles('sandbanks')).toEqual(['Harbour seals'])
  })
})

describe('limits', () => {
  it('hold with many additions at once', async () => {
    const id = await createOwn()
    const rows = Array.from({ length: 98 }, (_, index) => `file ${index}`)
    for (const name of rows)
      await servers.database
        .insertInto('knowledge_files')
        .values({ ...EMPTY_FILE, id: name, knowledge_id: id, name })
        .execute()
    const added = await Promise.all(
      Array.from({ length: 6 }, (_, index) => add(id, { url: `https://example.org/${index}` })),
    )
    expect(added.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 201, 413, 413, 413, 413,
    ])
  })

  it('of bytes are checked when the text arrives', async () => {
    const id = await createOwn()
    await servers.database
      .insertInto('knowledge_files')
      .values({
        ...EMPTY_FILE,
        id: 'large',
        knowledge_id: id,
        name: 'large',
        text_bytes: 20_000_000 - 10,
      })
      .execute()
    await add(id, { attachmentId: await attach('roof.txt', ['The roof costs 8,400 euros.']) })
    await whenRead(id, [{ state: 'failed', error: { code: 'STORAGE_FULL' } }, { name: 'large' }])
    expect(await titles('roof')).toEqual([])
  })

  const EMPTY_FILE = {
    state: 'ready',
    text_bytes: 0,
    most_bytes: 0,
    version: 0,
    created_at: 0,
  } as const
})

describe('rights', () => {
  it("let a team's members read, and its admins and builders change", async () => {
    const { team, bo, memberId } = await inTeam('viewer')
    const id = await create({ name: 'Rules', ownerKind: 'organization', ownerId: team })
    await addFile(id, 'rules.txt', ['Nobody climbs the roof alone.'])
    expect((await call('GET', '/knowledge', undefined, bo)).json.items).toMatchObject([
      { id, ownerKind: 'organization', ownerId: team, ownerName: 'Roofers', right: 'use' },
    ])
    expect(await titles('roof alone', bo)).toEqual(['rules.txt'])
    expect((await call('PATCH', `/knowledge/${id}`, { name: 'Mine' }, bo)).status).toBe(403)
    expect((await add(id, { url: 'https://example.org' }, bo)).status).toBe(403)
    await call('PATCH', `/organizations/${team}/members/${memberId}`, { role: 'builder' })
    expect((await call('PATCH', `/knowledge/${id}`, { name: 'Ours' }, bo)).json).toMatchObject({
      name: 'Ours',
    })
    await addFile(id, 'bo.txt', ['Bo brings the ladder.'], bo)
    const { items } = (await call('GET', `/organizations/${team}/audit`)).json
    const ofKnowledge = items.filter(({ action }: { action: string }) => action.startsWith('knowledge.'))
    expect(ofKnowledge).toMatchObject([
      { action: 'knowledge.file-added', target: 'Ours', after: 'bo.txt' },
      { action: 'knowledge.renamed', target: 'Ours', before: 'Rules', after: 'Ours' },
      { action: 'knowledge.file-added', target: 'Rules', after: 'rules.txt' },
      { action: 'knowledge.created', target: 'Rules' },
    ])
    await call('DELETE', `/organizations/${team}/members/${memberId}`)
    expect(await search('roof alone', bo)).toEqual([])
    expect((await call('GET', `/knowledge/${id}/files`, undefined, bo)).status).toBe(404)
    // What a member added remains the team's.
    await call('POST', '/account/delete', { email: 'bo@example.org', password: 'quiet harbour 1' }, bo)
    expect(await titles('ladder')).toEqual(['bo.txt'])
    await call('DELETE', `/organizations/${team}`)
    expect(await search('ladder')).toEqual([])
    expect(await servers.database.selectFrom('knowledge_files').selectAll().execute()).toEqual([])
  })

  it('let those who may use an agent search its knowledge, and its owner alone change it', async () => {
    const { team, bo } = await inTeam('builder')
    const { json: agent } = await call('POST', '/agents', { name: 'Kai', purpose: 'Knows roofs' })
    const id = await create({ name: 'Tiles', ownerKind: 'agent', ownerId: agent.id })
    await addFile(id, 'tiles.txt', ['Slate lasts a century.'])
    expect((await call('GET', '/knowledge', undefined, bo)).json.items).toEqual([])
    expect(await search('slate', bo)).toEqual([])
    expect(
      (await call('POST', '/knowledge', { name: 'x', ownerKind: 'agent', ownerId: agent.id }, bo)).status,
    ).toBe(404)
    await call('PUT', `/agents/${agent.id}/shares/${team}`, { right: 'edit' })
    expect((await call('GET', '/knowledge', undefined, bo)).json.items).toMatchObject([
      { id, ownerKind: 'agent', ownerId: agent.id, ownerName: 'Kai', right: 'use' },
    ])
    expect(await titles('slate', bo)).toEqual(['tiles.txt'])
    expect((await call('DELETE', `/knowledge/${id}`, undefined, bo)).status).toBe(403)
    await call('DELETE', `/agents/${agent.id}`)
    expect([await search('slate'), await search('slate', bo)]).toEqual([[], []])
    await call('POST', `/agents/${agent.id}/restore`)
    expect(await titles('slate')).toEqual(['tiles.txt'])
    await call('DELETE', `/agents/${agent.id}/shares/${team}`)
    expect(await search('slate', bo)).toEqual([])
  })

  it('let those who may use a project search its knowledge, and each change what they gave', async () => {
    const { team, bo, memberId } = await inTeam('builder')
    const { json: project } = await call('POST', '/projects', { name: 'Roof' })
    const owner = { ownerKind: 'project', ownerId: project.id }
    const id = await create({ name: 'Tiles', ...owner })
    await addFile(id, 'tiles.txt', ['Slate lasts a century.'])
    expect(await search('slate', bo)).toEqual([])
    expect((await call('POST', '/knowledge', { name: 'x', ...owner }, bo)).status).toBe(404)
    await call('PUT', `/projects/${project.id}/shares/${team}`, { right: 'use' })
    expect((await call('POST', '/knowledge', { name: 'x', ...owner }, bo)).status).toBe(403)
    await call('PUT', `/projects/${project.id}/shares/${team}`, { right: 'edit' })
    expect((await call('GET', '/knowledge', undefined, bo)).json.items).toMatchObject([
      { id, ...owner, ownerName: 'Roof', right: 'use' },
    ])
    expect(await titles('slate', bo)).toEqual(['tiles.txt'])
    expect((await call('DELETE', `/knowledge/${id}`, undefined, bo)).status).toBe(403)
    const ofBo = await create({ name: 'Ladders', ...owner }, bo)
    await addFile(ofBo, 'ladder.txt', ['Bo brings the ladder.'], bo)
    expect(await titles('ladder')).toEqual(['ladder.txt'])
    const inProject = (await call('GET', `/search?q=ladder&projectId=${project.id}`)).json.items
    expect(inProject).toMatchObject([{ title: 'ladder.txt', knowledgeId: ofBo }])
    expect((await call('GET', '/knowledge')).json.limits).toMatchObject({ usedFiles: 1 })

    await call('DELETE', `/projects/${project.id}`)
    expect([await search('slate'), await search('slate', bo)]).toEqual([[], []])
    await call('POST', `/projects/${project.id}/restore`)
    expect(await titles('slate')).toEqual(['tiles.txt'])
    // What a colleague gave goes with them.
    await call('DELETE', `/organizations/${team}/members/${memberId}`)
    expect([await search('slate', bo), await search('ladder')]).toEqual([[], []])
  })

  it.each([
    ['an unknown project', { name: 'x', ownerKind: 'project', ownerId: 'nothing' }, 404],
    ['an unknown team', { name: 'x', ownerKind: 'organization', ownerId: 'nothing' }, 404],
    ['a built-in agent', { name: 'x', ownerKind: 'agent', ownerId: 'v_agent' }, 404],
    ['an agent without its id', { name: 'x', ownerKind: 'agent' }, 400],
    ['another account', { name: 'x', ownerKind: 'user', ownerId: 'nothing' }, 404],
    ['no name', { name: ' ', ownerKind: 'user' }, 400],
  ])('refuse %s', async (_, body, status) => {
    expect((await call('POST', '/knowledge', body)).status).toBe(status)
  })

  it.each([
    ['neither file nor address', {}, 400],
    ['both', { attachmentId: 'a', url: 'https://example.org' }, 400],
    ['another scheme', { url: 'file:///etc/passwd' }, 400],
    ["another's file", { attachmentId: 'nothing' }, 404],
  ])('refuse %s', async (_, body, status) => {
    expect((await add(await createOwn(), body)).status).toBe(status)
  })

  it('go with the account', async () => {
    const id = await createOwn()
    await addFile(id, 'roof.txt', ['The roof.'])
    const { text } = await call('GET', '/account/export')
    expect(JSON.parse(text)).toMatchObject({
      knowledge: [{ name: 'House', files: [{ name: 'roof.txt', sections: [{ text: 'The roof.' }] }] }],
    })
    await call('POST', '/account/delete', { email: 'ann@example.org', password: 'quiet harbour 1' })
    expect(await servers.database.selectFrom('knowledge_files').selectAll().execute()).toEqual([])
  })
})

describe('an agent', () => {
  it('answers from its own knowledge, with a checked source, and no other agent does', async () => {
    const { json: agent } = await call('POST', '/agents', { name: 'Kai', purpose: 'Roofs', usesTools: true })
    const id = await create({ name: 'Tiles', ownerKind: 'agent', ownerId: agent.id })
    await addFile(id, 'tiles.pdf', ['Contents', 'Slate lasts a century on any roof.'])
    upstream.scriptOnly('chat', asks({ query: 'slate' }), { text: 'Slate lasts a century on any roof [1].' })
    const { json } = await ask(agent.id)
    expect(json.sources).toMatchObject([
      {
        kind: 'file',
        title: expect.stringContaining('tiles.pdf'),
        place: { page: 2 },
        quotes: [{ isProven: true }],
      },
    ])
    upstream.scriptOnly('chat', asks({ query: 'slate', kinds: ['file'] }), { text: 'I have found nothing.' })
    await ask('v_agent')
    expect(JSON.stringify(upstream.requests.at(-1)?.json)).toContain('Nothing of this is stored')
  })

  it('answers from the knowledge of a project in its conversations alone', async () => {
    const { json: project } = await call('POST', '/projects', { name: 'Roof' })
    await addFile(await create({ name: 'Tiles', ownerKind: 'project', ownerId: project.id }), 'tiles.txt', [
      'Slate lasts a century on any roof.',
    ])
    upstream.scriptOnly('chat', { text: 'Slate lasts a century on any roof [1].' })
    const { json } = await call('POST', '/chat', {
      agentId: 'v_agent',
      conversationId: 'conv-v_agent-roof',
      projectId: project.id,
      messages: [{ role: 'user', content: 'How long does slate last?', id: 'q1' }],
    })
    expect(JSON.stringify(upstream.requests.at(-1)?.json)).toContain('From your knowledge')
    expect(json.sources).toMatchObject([{ kind: 'file', quotes: [{ isProven: true }] }])
    upstream.scriptOnly('chat', asks({ query: 'slate', kinds: ['file'] }), { text: 'I have found nothing.' })
    await ask('v_agent')
    expect(JSON.stringify(upstream.requests.at(-1)?.json)).toContain('Nothing of this is stored')
  })

  it('that uses no tools gets passages of its own and the person’s knowledge before it is asked', async () => {
    const { json: agent } = await call('POST', '/agents', { name: 'Kai', purpose: 'Roofs', usesTools: false })
    upstream.scriptOnly('chat', { text: 'I do not know.' })
    await ask(agent.id)
    expect(JSON.stringify(upstream.requests.at(-1)?.json)).not.toContain('From your knowledge')
    await addFile(await create({ name: 'Tiles', ownerKind: 'agent', ownerId: agent.id }), 'tiles.txt', [
      'Slate lasts a century on any roof.',
    ])
    await addFile(await createOwn(), 'house.txt', ['Our slate roof is from 1903.'])
    upstream.scriptOnly('chat', { text: 'Slate lasts a century on any roof [1].' })
    const { json } = await ask(agent.id)
    const prompt = JSON.stringify(upstream.requests.at(-1)?.json)
    expect(prompt).toContain('From your knowledge')
    expect(prompt).toContain('Our slate roof is from 1903.')
    expect(json.sources).toMatchObject([{ kind: 'file', quotes: [{ isProven: true }] }, {}])
  })
})
