import { strToU8, zipSync, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestServers, type TestServers } from './fixtures/test-server.ts'

// An account with everything, as one zip, and back into another account.

let servers: TestServers
let url: string
let ann: string

beforeAll(async () => {
  servers = await createTestServers()
  url = await servers.start({ MEETING_SOUND_DAYS: '30' })
  ann = await servers.register('ann@example.org')
  await fillAccount()
}, 60_000)
afterAll(() => servers.close())

const call = async (token: string, method: string, path: string, body?: object) => {
  const response = await servers.call(method, path, token, body)
  if (response.status >= 400) throw new Error(`${method} ${path}: ${response.status} ${response.text}`)
  return response.json
}

async function archiveOf(token: string): Promise<Uint8Array> {
  const response = await fetch(`${url}/api/account/archive`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/zip')
  return new Uint8Array(await response.arrayBuffer())
}

async function restore(token: string, zip: Uint8Array, isForm = false) {
  const form = new FormData()
  form.append('file', new Blob([Buffer.from(zip)]), 'vee-archive.zip')
  const response = await fetch(`${url}/api/account/archive`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      ...(!isForm && { 'content-type': 'application/zip' }),
    },
    body: isForm ? form : Buffer.from(zip),
  })
  // oxlint-disable-next-line typescript/no-explicit-any -- the shape is what the tests assert
  return { status: response.status, json: (await response.json()) as any }
}

const jsonIn = (zip: Uint8Array, name: string) =>
  JSON.parse(Buffer.from(unzipSync(zip)[name] ?? []).toString())

function wav(seconds: number): Buffer {
  const data = Buffer.alloc(seconds * 32_000, 3)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + data.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(16_000, 24)
  head.writeUInt32LE(32_000, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(data.length, 40)
  return Buffer.concat([head, data])
}

const question = (id: string, parentId: string | null, content: string, more: object = {}) => ({
  id,
  parentId,
  role: 'user',
  content,
  timestamp: '2026-03-01T10:00:00.000Z',
  ...more,
})
const reply = (id: string, parentId: string, content: string, more: object = {}) => ({
  ...question(id, parentId, content),
  role: 'assistant',
  timestamp: '2026-03-01T10:00:05.000Z',
  model: 'gpt-4o',
  finishReason: 'stop',
  costUsd: 0.002,
  ...more,
})

async function fillAccount(): Promise<void> {
  const agent = await call(ann, 'POST', '/agents', {
    name: 'Kai',
    purpose: 'Plans walks',
    instructions: 'Ask for the weather first.',
    startingPrompts: ['Where to?'],
    usesTools: true,
  })
  const project = await call(ann, 'POST', '/projects', {
    name: 'Kitchen',
    instructions: 'Metric units.',
    agentId: agent.id,
    model: 'openai:gpt-4o',
  })
  const prompt = await call(ann, 'POST', '/saved-prompts', { title: 'Letter', text: 'Dear {{name}}' })
  for (const note of [
    { text: 'Sails on Sundays' },
    { text: 'Likes Kai', scope: `agent:${agent.id}`, state: 'proposed' },
  ])
    await call(ann, 'POST', '/memory-notes', note)
  const form = new FormData()
  form.append('file', new Blob(['The boiler knocks: air.']), 'boiler manual.txt')
  form.append('name', 'boiler manual.txt')
  const file = await call(ann, 'POST', '/attachments', form)
  const read = await call(ann, 'PUT', `/attachments/${file.id}/text`, {
    sections: [{ title: 'Page 1', text: 'The boiler knocks: air.' }],
  })
  await call(ann, 'POST', '/imports', {
    source: 'chatgpt',
    fileHash: 'a',
    counts: { conversations: 1, messages: 2 },
  })
  await call(ann, 'POST', '/conversations/import', {
    conversations: [
      {
        id: 'boiler',
        agentId: agent.id,
        sourceId: 'chatgpt:1',
        title: 'Why it knocks',
        titleSource: 'person',
        tags: ['Home', 'heat'],
        pinned: true,
        projectId: project.id,
        leafId: 'a2',
        messages: [
          question('q1', null, 'Why does it knock?', { attachments: [read] }),
          reply('a1', 'q1', 'Air.', { agentId: agent.id }),
          reply('a2', 'q1', 'Lime [1].', {
            agentId: agent.id,
            sources: [
              {
                id: 's1',
                number: 1,
                kind: 'web',
                title: 'Boilers',
                url: 'https://example.org/boilers',
                site: 'example.org',
                ref: null,
                place: null,
                fetchedAt: '2026-03-01T10:00:02.000Z',
                quotes: [{ text: 'Lime makes noise', isProven: true }],
              },
            ],
          }),
          question('q2', 'a1', 'And now?'),
        ],
      },
      {
        id: 'old',
        agentId: 'v_agent',
        title: 'Old things',
        archived: true,
        messages: [question('o1', null, 'Hello'), reply('o2', 'o1', 'Hello you.')],
      },
    ],
  })
  const meeting = await call(ann, 'POST', '/meetings', {
    title: 'Standup',
    participants: ['Ann', 'Bo'],
    transcript: 'Ann: hello',
    tags: ['team'],
    keepsSound: true,
    actionItems: [{ id: 't1', text: 'Call Bo', assignee: 'Ann', done: false, dueDate: '2026-12-01' }],
  })
  const sound = new FormData()
  sound.append('audio', new Blob([wav(2)]), 'piece.wav')
  for (const [name, value] of Object.entries({ pieceId: 'p1', track: 'me', start: '0', end: '2' }))
    sound.append(name, value)
  await call(ann, 'POST', `/meetings/${meeting.id}/sound`, sound)
  for (const [kind, ref] of [
    ['meeting', meeting.id],
    ['file', file.id],
    ['prompt', prompt.id],
  ])
    await call(ann, 'PUT', `/projects/${project.id}/items/${kind}/${ref}`)
}

/** What an account has, with ids in the order in which they occur. */
async function everything(token: string) {
  const { items: conversations } = await call(token, 'GET', '/conversations')
  const { items: projects } = await call(token, 'GET', '/projects')
  const { items: meetings } = await call(token, 'GET', '/meetings')
  const state = {
    conversations: await Promise.all(
      conversations.map(({ id }: { id: string }) => call(token, 'GET', `/conversations/${id}?tree=1`)),
    ),
    projects: await Promise.all(
      projects.map(async (project: { id: string }) => ({
        ...project,
        items: (await call(token, 'GET', `/projects/${project.id}/items`)).items
          .map((item: object) => ({ ...item, at: '' }))
          .toSorted((left: { kind: string }, right: { kind: string }) => left.kind.localeCompare(right.kind)),
      })),
    ),
    meetings: await Promise.all(
      meetings.map(async ({ id }: { id: string }) => ({
        ...(await call(token, 'GET', `/meetings/${id}`)),
        pieces: (await call(token, 'GET', `/meetings/${id}/sound`)).pieces.map((piece: object) => ({
          ...piece,
          keptUntil: '',
        })),
      })),
    ),
    agents: (await call(token, 'GET', '/agents')).agents.filter(({ id }: { id: string }) =>
      id.startsWith('own_'),
    ),
    notes: (await call(token, 'GET', '/memory-notes')).items.toSorted(
      (left: { text: string }, right: { text: string }) => left.text.localeCompare(right.text),
    ),
    prompts: (await call(token, 'GET', '/saved-prompts')).prompts,
  }
  return normalized(state)
}

function normalized(state: object): unknown {
  const ids = new Map<string, string>()
  const text = JSON.stringify(state).replaceAll(
    /(?:own_|proj_)[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
    (id) => {
      ids.set(id, ids.get(id) ?? `id-${ids.size}`)
      return ids.get(id) ?? ''
    },
  )
  return JSON.parse(text)
}

describe('an archive', () => {
  it('comes back into another account without loss, and twice without doubling', async () => {
    const zip = await archiveOf(ann)
    expect(Object.keys(unzipSync(zip))).toEqual([
      'manifest.json',
      'agents.json',
      'projects.json',
      'prompts.json',
      'memory.json',
      'conversations.json',
      'meetings.json',
      'files/attachments/00001-boiler manual.txt',
      'files/texts/00001.json',
      'files/recordings/00001.wav',
      'files/index.json',
    ])
    expect(jsonIn(zip, 'manifest.json')).toMatchObject({ format: 'vee-archive', version: 1 })
    const bo = await servers.register('bo@example.org')
    const restored = await restore(bo, zip)
    expect(restored.json).toEqual({
      added: {
        agents: 1,
        projects: 1,
        prompts: 1,
        notes: 2,
        files: 1,
        conversations: 2,
        meetings: 1,
        recordings: 1,
      },
      skipped: expect.objectContaining({ conversations: 0 }),
      addedMessages: 6,
      refused: [],
      refusedCount: 0,
      agentsWithoutTools: ['Kai'],
    })
    const original = await everything(ann)
    expect(await everything(bo)).toEqual(original)
    const again = await restore(bo, zip, true)
    expect(again.json).toMatchObject({
      skipped: restored.json.added,
      added: { conversations: 0, meetings: 0, files: 0, notes: 0, recordings: 0, agents: 0 },
      addedMessages: 0,
      refusedCount: 0,
    })
    expect(await everything(bo)).toEqual(original)
    // The bytes of files are those that were uploaded.
    const [file] = jsonIn(await archiveOf(bo), 'files/index.json').files
    const bytes = await fetch(`${url}/api/attachments/${file.id}`, {
      headers: { authorization: `Bearer ${bo}` },
    })
    expect(await bytes.text()).toBe('The boiler knocks: air.')
  })

  it('of a restored account is the same archive, which its first account takes as its own', async () => {
    const zip = await archiveOf(ann)
    const cy = await servers.register('cy@example.org')
    await restore(cy, zip)
    const copy = await archiveOf(cy)
    for (const name of ['agents.json', 'projects.json', 'memory.json', 'meetings.json'])
      expect(normalized(jsonIn(copy, name))).toEqual(
        normalized(
          JSON.parse(JSON.stringify(jsonIn(zip, name)).replace('"usesTools":true', '"usesTools":false')),
        ),
      )
    const back = await restore(ann, copy)
    expect(back.json.added).toMatchObject({ agents: 0, projects: 0, prompts: 0, conversations: 0, files: 0 })
  })

  it('holds lists that the other imports take', async () => {
    const zip = await archiveOf(ann)
    const di = await servers.register('di@example.org')
    const added = await call(di, 'POST', '/conversations/import', jsonIn(zip, 'conversations.json'))
    expect(added.addedMessages).toBe(6)
    expect(await call(di, 'POST', '/meetings/import', jsonIn(zip, 'meetings.json'))).toEqual({
      added: 1,
      skipped: 0,
    })
    const [boiler] = (await call(di, 'GET', '/conversations?pinned=true')).items
    expect(boiler).toMatchObject({
      title: 'Why it knocks',
      titleSource: 'person',
      tags: ['heat', 'Home'],
      projectId: null,
      leafId: 'a2',
    })
  })

  it('leaves what a person has changed since as it is', async () => {
    const zip = await archiveOf(ann)
    const eve = await servers.register('eve@example.org')
    await restore(eve, zip)
    await call(eve, 'PATCH', '/conversations/boiler', {
      title: 'Mine',
      pinned: false,
      projectId: null,
      tags: [],
    })
    await restore(eve, zip)
    expect(await call(eve, 'GET', '/conversations/boiler')).toMatchObject({
      title: 'Mine',
      pinned: false,
      projectId: null,
      tags: [],
    })
  })
})

describe('what is no archive', () => {
  const errorOf = async (zip: Uint8Array) => {
    const { status, json } = await restore(fay, zip)
    return [status, json.error]
  }
  let fay: string
  beforeAll(async () => {
    fay = await servers.register('fay@example.org')
  })

  it('is refused with a reason, and nothing of it is stored', async () => {
    const zip = await archiveOf(ann)
    expect(await errorOf(strToU8('{"conversations":[]}'))).toEqual([415, 'UNSUPPORTED_MEDIA'])
    expect(await errorOf(zipSync({ 'conversations.json': strToU8('[]') }))).toEqual([400, 'VALIDATION'])
    expect(await errorOf(zip.subarray(0, zip.length - 100))).toEqual([400, 'VALIDATION'])
    const flipped = Buffer.from(zip)
    flipped[400] = (flipped[400] ?? 0) ^ 0xff
    expect(await errorOf(flipped)).toEqual([400, 'VALIDATION'])
    const files = unzipSync(zip)
    const newer = {
      ...files,
      'manifest.json': strToU8('{"format":"vee-archive","version":99,"createdAt":"2026-01-01T00:00:00Z"}'),
    }
    expect(await errorOf(zipSync(newer))).toEqual([400, 'VALIDATION'])
    const bomb = { ...files, 'conversations.json': new Uint8Array(60_000_000).fill(0x20) }
    expect(await errorOf(zipSync(bomb))).toEqual([413, 'TOO_LARGE'])
    expect((await call(fay, 'GET', '/conversations')).items).toEqual([])
    expect((await call(fay, 'GET', '/projects')).items).toEqual([])
  }, 30_000)

  it('may have entries that no server takes: the others come in', async () => {
    const files = unzipSync(await archiveOf(ann))
    const { conversations } = JSON.parse(Buffer.from(files['conversations.json'] ?? []).toString())
    const broken = {
      ...files,
      'conversations.json': strToU8(
        JSON.stringify({ conversations: [{ title: 'No id' }, 7, ...conversations] }),
      ),
    }
    const { json } = await restore(fay, zipSync(broken))
    expect(json.added.conversations).toBe(2)
    expect(json.refused).toEqual([
      { kind: 'conversations', name: 'No id', reason: 'invalid' },
      { kind: 'conversations', name: '', reason: 'invalid' },
    ])
  })
})

it('comes in as far as there is room, and the rest when there is more', async () => {
  const gus = await servers.register('gus@example.org')
  for (let number = 0; number < 10; number++)
    await call(gus, 'POST', '/agents', { name: `Agent ${number}`, purpose: 'Takes room' })
  const zip = await archiveOf(ann)
  const first = await restore(gus, zip)
  expect(first.json.refused).toEqual([{ kind: 'agents', name: 'Kai', reason: 'no-room' }])
  expect(first.json.added.conversations).toBe(2)
  const own = (await call(gus, 'GET', '/agents')).agents.find(
    ({ label }: { label: string }) => label === 'Agent 0',
  )
  await call(gus, 'DELETE', `/agents/${own.id}`)
  const second = await restore(gus, zip)
  expect(second.json).toMatchObject({ refusedCount: 0, added: { agents: 1, conversations: 0 } })
  const kai = (await call(gus, 'GET', '/agents')).agents.find(
    ({ label }: { label: string }) => label === 'Kai',
  )
  expect((await call(gus, 'GET', '/conversations/boiler')).agentId).toBe(kai.id)
})

it('is for personal accounts', async () => {
  const { token } = await call('', 'POST', '/auth/global', { password: 'quiet harbour' })
  expect((await servers.call('GET', '/account/archive', token)).status).toBe(403)
  expect((await restore(token, await archiveOf(ann))).status).toBe(403)
  expect((await servers.call('GET', '/account/archive')).status).toBe(401)
})
