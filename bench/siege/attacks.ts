import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Vee } from '../../e2e/vee.ts'
import { connectSocket, type SocketClient } from '../../fakes/socket-client.ts'

const BODIES = 150
const NETWORKS = 8
const SOCKETS_PER_NETWORK = 64
const FRAME_BYTES = 32_000
/** Number of audio frames that one socket may send at once. */
const FRAMES = 120
const LARGE_MESSAGE = 4_000_000
const IMPORTS = 25
const IMPORT_BYTES = 7_800_000
const MEETINGS = 12
const MEETING_BYTES = 7_500_000
const LOCKED_MS = 9_000
const VOICES = 20
const DOCUMENT_LENGTH = 1_990_000
const NAMING_MESSAGES = 40
const NAMES_PER_MESSAGE = 10
/** Every fifth one previews the history. The siege's server limits no replies, so that each of the others is generated. */
const NAMING_REQUESTS = 30

export interface Attack {
  readonly name: string
  readonly run: () => Promise<unknown>
}

async function send(vee: Vee, method: string, path: string, body?: unknown, token?: string) {
  const response = await fetch(`${vee.url}/api${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  })
  return { status: response.status, bytes: (await response.arrayBuffer()).byteLength }
}

export const ask = (vee: Vee, content: string, agentId = 'v_agent') =>
  send(vee, 'POST', '/chat', { agentId, messages: [{ role: 'user', content }] })
const summarize = (vee: Vee, meeting: object) => send(vee, 'POST', '/meetings/summary', { meeting })

/** Connections that send most of a large body, and never the end. */
async function holdBodies(vee: Vee): Promise<void> {
  const { hostname, port } = new URL(vee.url)
  const sockets: Socket[] = []
  for (let count = 0; count < BODIES; count += 1) {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.write(
      'POST /api/meetings/summary HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 8388608\r\n\r\n',
    )
    socket.write(Buffer.alloc(8_380_000, 'a'))
    sockets.push(socket)
  }
  await delay(2_000)
  for (const socket of sockets) socket.destroy()
}

/** Opens one socket of the given network. The server has to trust this machine as a proxy. */
async function hello(vee: Vee, network: number, name: string): Promise<SocketClient> {
  const client = await connectSocket(vee.url, { 'x-forwarded-for': `2001:db8:${network}::1` })
  client.say({ type: 'hello', version: 1, sessionId: name })
  return client
}

/** Runs `work` on many sockets of many networks, and then cuts their connections. */
async function onManySockets(vee: Vee, work: (client: SocketClient, name: string) => unknown): Promise<void> {
  const clients: SocketClient[] = []
  for (let count = 0; count < NETWORKS * SOCKETS_PER_NETWORK; count += 1) {
    const name = `siege-${count}`
    const client = await hello(vee, count % NETWORKS, name).catch(() => undefined)
    if (!client) continue
    clients.push(client)
    await work(client, name)
  }
  await delay(2_000)
  for (const client of clients) client.cut()
}

const floodWithSound = (vee: Vee) =>
  onManySockets(vee, (client, turnId) => {
    client.say({ type: 'turn', turnId })
    const frame = new Uint8Array(FRAME_BYTES)
    for (let count = 0; count < FRAMES; count += 1) client.send(frame)
  })

const floodWithFragments = (vee: Vee) => {
  const text = '{"type":"turn",'.padEnd(LARGE_MESSAGE)
  return onManySockets(vee, (client) => void client.sendFragment(text, false))
}

const floodWithQuestions = (vee: Vee) => {
  const messages = Array.from({ length: 39 }, () => ({ role: 'user', content: 'x'.repeat(100_000) }))
  const question = { messages, replyId: 'r', conversationId: 'c' }
  return onManySockets(vee, (client, turnId) => {
    client.say({ type: 'turn', turnId, question })
    client.say({ type: 'cancel', turnId })
  })
}

/** Common words at the end of each message: a search for them reads everything. */
export const LAST_WORDS = 'the and a of to in is we'

export const conversationOf = (id: string, round: number, bytes: number) => ({
  id,
  agentId: 'v_agent',
  messages: Array.from({ length: 78 }, (_, index) => ({
    id: `m${round}-${index}`,
    role: 'user',
    content: `${'x'.repeat(bytes / 78 - LAST_WORDS.length - 1)} ${LAST_WORDS}`,
    timestamp: '2026-11-21T11:00:00.000Z',
  })),
})

/** Registers a member; resolves with the token. */
export async function register(vee: Vee, name: string): Promise<string> {
  const registered = await fetch(`${vee.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${name}@example.org`, password: 'quiet-harbour-7', acceptTerms: true }),
  })
  return ((await registered.json()) as { token: string }).token
}

/** Fills a member's conversation and whole account, and reads all of it. */
async function fillConversations(vee: Vee): Promise<void> {
  const token = await register(vee, 'siege')
  const fill = (id: string, round: number, bytes: number) =>
    send(vee, 'POST', '/conversations/import', { conversations: [conversationOf(id, round, bytes)] }, token)
  for (let round = 0; round < IMPORTS; round += 1) await fill('one', round, IMPORT_BYTES)
  for (let round = 0; round < 2 * IMPORTS; round += 1) await fill(`many-${round}`, round, IMPORT_BYTES / 2)
  const reads = Array.from({ length: IMPORTS }, (_, count) => `/conversations/many-${count}`)
  await Promise.all(
    [...reads, ...reads.map((path) => `${path}/export`)].map((path) =>
      send(vee, 'GET', path, undefined, token),
    ),
  )
}

/** A visitor uploads a few bytes with a long text, and asks many questions at once that name it in every message. */
async function nameDocumentAgainAndAgain(vee: Vee): Promise<void> {
  const form = new FormData()
  form.append('file', new Blob(['eleven byte']), 'a.txt')
  const uploaded = await fetch(`${vee.url}/api/attachments`, { method: 'POST', body: form })
  const document = (await uploaded.json()) as { readonly id: string }
  const words = Array.from({ length: DOCUMENT_LENGTH / 10 }, (_, index) => `word${10_000 + (index % 90_000)}`)
  const text = words.join(' ').slice(0, DOCUMENT_LENGTH)
  const stored = await send(vee, 'PUT', `/attachments/${document.id}/text`, {
    sections: [{ title: '', text }],
  })
  if (stored.status !== 200) throw new Error(`the text was not stored: ${stored.status}`)
  const attachments = Array.from({ length: NAMES_PER_MESSAGE }, () => document)
  const messages = Array.from({ length: NAMING_MESSAGES }, (_, index) => ({
    role: 'user',
    content: `What is word${20_000 + index}?`,
    attachments,
  }))
  const history = { conversationContextMode: 'full', maxContextTokens: 1_000_000 }
  const question = { agentId: 'v_agent', messages, history }
  await Promise.all(
    Array.from({ length: NAMING_REQUESTS }, async (_, index) =>
      send(vee, 'POST', index % 5 === 0 ? '/chat/history-preview' : '/chat', question),
    ),
  )
}

const ACTION_ITEMS = 500
const QUOTE = 'x'.repeat(2_000)
const largeMeeting = {
  actionItems: Array.from({ length: ACTION_ITEMS }, (_, index) => ({
    id: `i${index}`,
    text: QUOTE,
    evidence: Array.from({ length: Math.floor(MEETING_BYTES / ACTION_ITEMS / 2_040) - 1 }, () => ({
      quote: QUOTE,
      at: null,
    })),
  })),
  tags: Array.from({ length: 50 }, (_, index) => `tag ${index}`),
}

/** Fills a member's meetings with long action items, and reads each list of them several times at once. */
async function fillMeetings(vee: Vee): Promise<void> {
  const token = await register(vee, 'siege-meetings')
  for (let count = 0; count < MEETINGS; count += 1) {
    const { status } = await send(vee, 'POST', '/meetings', largeMeeting, token)
    if (status !== 201) throw new Error(`a meeting was not stored: ${status}`)
  }
  const lists = [
    '/meetings?brief=true&limit=100',
    '/meetings?limit=100',
    '/meetings/action-items?limit=500',
    '/meetings/tags',
  ]
  await Promise.all(
    [...lists, ...lists, ...lists].map(async (path) => {
      const { status, bytes } = await send(vee, 'GET', path, undefined, token)
      if (status !== 200 || bytes > LARGE_MESSAGE) throw new Error(`${path}: ${status}, ${bytes} bytes`)
    }),
  )
}

/** Members pause and end their speech while the database cannot be reached or written. */
async function speakMeanwhile(vee: Vee, isAway: () => void, after: () => Promise<void>): Promise<void> {
  const clients = await Promise.all(
    Array.from({ length: VOICES }, (_, count) => hello(vee, count, `voice-${count}`)),
  )
  for (const [count, client] of clients.entries()) {
    client.say({ type: 'turn', turnId: `voice-${count}` })
    client.send(new Uint8Array(FRAME_BYTES))
  }
  await delay(300)
  isAway()
  for (const [count, client] of clients.entries()) {
    client.say({ type: 'pause', turnId: `voice-${count}` })
    client.say({ type: 'end', turnId: `voice-${count}` })
  }
  await Promise.all(clients.map(() => ask(vee, 'Hello').catch(() => undefined)))
  await after()
  for (const client of clients) client.cut()
  const { status } = await send(vee, 'GET', '/ready')
  if (status !== 200) throw new Error(`not ready afterwards: ${status}`)
}

/** Holds SQLite's write lock in another process. */
function lockDatabase(vee: Vee): Promise<void> {
  const database = new DatabaseSync(join(vee.dataDir, 'vee.db'))
  return speakMeanwhile(
    vee,
    () => database.exec('begin immediate'),
    async () => {
      await delay(LOCKED_MS)
      database.exec('rollback')
      database.close()
    },
  )
}

/** Disconnects the server from its database. */
export const cutDatabase = (vee: Vee, line: { isCut(): void; mend(): void }): Attack => ({
  name: 'S06 database away',
  run: () =>
    speakMeanwhile(
      vee,
      () => line.isCut(),
      async () => {
        await delay(3_000)
        line.mend()
        await delay(1_000)
      },
    ),
})

/** Attacks on a server with SQLite. */
export function attacksOn(vee: Vee): readonly Attack[] {
  const lines = ('\n.'.repeat(6_000) + 'a'.repeat(12_000)).repeat(20)
  const list: readonly (readonly [name: string, run: () => Promise<unknown>])[] = [
    [
      'S01 empty lines',
      () => summarize(vee, { transcriptLines: Array.from({ length: 20_000 }, () => ({})) }),
    ],
    ['S02 line breaks', () => summarize(vee, { transcript: lines })],
    ['S03 flashcards', () => ask(vee, `Make flashcards:\na\n${' '.repeat(90_000)}x`, 'tutor_agent')],
    ['S04 quotation marks', () => ask(vee, '「'.repeat(90_000))],
    ['S05 full stops', () => ask(vee, `http://a${'.'.repeat(90_000)}x`)],
    ['sums with digits', () => ask(vee, 'What is 12345678901234567890 + 12345678901234567890 + banana?')],
    ['S16 database locked, S06', () => lockDatabase(vee)],
    ['S08 imports and reads', () => fillConversations(vee)],
    ['S08 lists of meetings', () => fillMeetings(vee)],
    ['S09 bodies without an end', () => holdBodies(vee)],
    ['S10 sound', () => floodWithSound(vee)],
    ['S10 messages without end', () => floodWithFragments(vee)],
    ['S10 long questions', () => floodWithQuestions(vee)],
    ['S23 documents named again and again', () => nameDocumentAgainAndAgain(vee)],
  ]
  return list.map(([name, run]) => ({ name, run }))
}
