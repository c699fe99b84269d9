import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startUpstream, type Upstream } from '../../fakes/upstream/index.ts'
import { createTestDatabase, type TestDatabase } from '#db/fixtures/test-database.ts'
import { openDatabase } from '#db/open.ts'
import type { Database } from '#db/schema.ts'
import { BARE_ENVIRONMENT } from './fixtures/bare-environment.ts'

/** `CRASH_ROUNDS=30 npx vitest run server/test/crash.test.ts` for the long run. */
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 2)
const PEOPLE = 4
/** Starting a process takes long on a machine that runs other tests. */
const START_MS = 90_000
vi.setConfig({ testTimeout: 60_000 + ROUNDS * 20_000 })

interface Server {
  readonly api: string
  kill(): Promise<void>
}

/** What the server has confirmed to one member and must still have after a crash. */
interface Confirmed {
  readonly token: string
  readonly userId: string
  readonly conversationId: string
  /** the texts of questions whose reply has started */
  readonly questions: string[]
  /** completely received replies by id */
  readonly replies: Map<string, string>
}

let directory: string
let testDatabase: TestDatabase
let upstream: Upstream
let running: ChildProcess | undefined

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'vee-crash-'))
  testDatabase = await createTestDatabase()
  upstream = await startUpstream({ chat: { piecesPerSecond: 200 } })
})
afterEach(async () => {
  running?.kill('SIGKILL')
  await upstream.close()
  await testDatabase.remove()
  rmSync(directory, { recursive: true })
})

async function start(): Promise<Server> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts')], {
    cwd: directory,
    env: {
      ...BARE_ENVIRONMENT,
      PORT: '0',
      LOCAL_PROVIDERS: 'off',
      LOG_LEVEL: 'silent',
      GLOBAL_PASSPHRASE: 'quiet harbour',
      // All members of all rounds share one address and exceed the usual hourly limit.
      GLOBAL_REQUESTS_PER_HOUR: '1000000',
      OPENAI_API_KEY: 'sk-test',
      OPENAI_BASE_URL: `${upstream.url}/v1`,
      ...testDatabase.settings,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  running = child
  let output = ''
  child.stdout.on('data', (data: Buffer) => (output += data.toString()))
  await expect.poll(() => output, { timeout: START_MS }).toMatch(/Vee is ready at (\S+)/)
  const api = `${/Vee is ready at (\S+)/.exec(output)?.[1] ?? ''}/api`
  return {
    api,
    async kill() {
      const ended = once(child, 'close')
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function register(api: string, name: string): Promise<Confirmed> {
  const response = await fetch(`${api}/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${name}@example.org`, password: 'louder harbour 2', acceptTerms: true }),
  })
  const { token, user } = (await response.json()) as { token: string; user: { id: string } }
  return { token, userId: user.id, conversationId: `conv-${name}`, questions: [], replies: new Map() }
}

/** Asks one question after another until the server is killed, and records what it confirmed. */
async function chatUntilGone(api: string, person: Confirmed): Promise<void> {
  for (let count = 0; ; count += 1) {
    try {
      await chat(api, person, `Question ${count}`)
    } catch {
      return
    }
  }
}

async function chat(api: string, person: Confirmed, content: string): Promise<void> {
  const { token, conversationId, questions, replies } = person
  const response = await fetch(`${api}/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ conversationId, stream: true, messages: [{ role: 'user', content }] }),
  })
  if (!response.ok || response.body === null) throw new Error(`asking was refused: ${response.status}`)
  let text = ''
  let unread = ''
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    unread += piece
    const events = unread.split('\n\n')
    unread = events.pop() ?? ''
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1]
      if (data === undefined) continue
      const told = JSON.parse(data) as { type: string; content?: string; replyId?: string }
      if (told.type === 'start') questions.push(content)
      if (told.type === 'chunk') text += told.content ?? ''
      if (told.type === 'final_response_metadata') replies.set(told.replyId ?? '', text)
    }
  }
}

async function expectKept(
  api: string,
  { token, conversationId, questions, replies }: Confirmed,
): Promise<void> {
  const response = await fetch(`${api}/conversations/${conversationId}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  // Signed-in members are still signed in; a member without confirmed messages may have no conversation.
  expect(response.status).not.toBe(401)
  if (questions.length === 0) return
  const { messages } = (await response.json()) as {
    messages: { id: string; role: string; content: string }[]
  }
  const asked = messages.filter(({ role }) => role === 'user').map(({ content }) => content)
  expect(asked).toEqual(expect.arrayContaining(questions))
  expect(new Set(asked).size).toBe(asked.length)
  for (const [id, text] of replies)
    expect(messages).toContainEqual(expect.objectContaining({ id, content: text }))
}

/**
 * Checks that the ledger has each confirmed reply settled once, and that the daily usage equals the sum of
 * its entries.
 */
async function expectSums(database: Database, { userId, replies }: Confirmed): Promise<void> {
  const entries = await database
    .selectFrom('ledger_entries')
    .selectAll()
    .where('owner', '=', userId)
    .execute()
  const settled = entries.filter(({ status }) => status === 'settled').map(({ reply_id }) => reply_id)
  expect(settled).toEqual(expect.arrayContaining([...replies.keys()]))
  expect(entries.filter(({ status }) => status === 'reserved')).toEqual([])
  const spent = await database
    .selectFrom('spent')
    .select('used')
    .where('meter', '=', `tokens ${userId}`)
    .execute()
  const charged = entries.reduce((sum, entry) => sum + entry.charged, 0)
  expect(spent.reduce((sum, { used }) => sum + used, 0)).toBe(charged)
}

const openPlace = () =>
  Object.keys(testDatabase.settings).length > 0
    ? testDatabase.open()
    : openDatabase(join(directory, 'data', 'vee.db'), Date.now)

it(`preserves all confirmed data when it is killed during writes, ${ROUNDS} times`, async () => {
  let server = await start()
  const people: Confirmed[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { api } = server
    // New members each time, because an allowance runs out.
    const names = Array.from({ length: PEOPLE }, (_, index) => `person-${round}-${index}`)
    const newcomers = await Promise.all(names.map((name) => register(api, name)))
    people.push(...newcomers)
    const talks = newcomers.map((person) => chatUntilGone(api, person))
    // Any moment is suitable after the first confirmation.
    await expect
      .poll(() => newcomers.some(({ replies }) => replies.size > 0), { timeout: START_MS })
      .toBe(true)
    await delay(Math.random() * 400)
    await server.kill()
    await Promise.all(talks)
    server = await start()
    for (const person of people) await expectKept(server.api, person)
  }
  await server.kill()
  const database = await openPlace()
  try {
    expect(people.reduce((sum, { replies }) => sum + replies.size, 0)).toBeGreaterThan(0)
    for (const person of people) await expectSums(database, person)
  } finally {
    if (Object.keys(testDatabase.settings).length === 0) await database.destroy()
  }
})

interface ListedReplies {
  readonly items: readonly { readonly state: string; readonly outcome: string | null }[]
}

it('takes a reply in the background up after it was killed, and charges it once', async () => {
  const server = await start()
  const person = await register(server.api, 'ann')
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${person.token}` }
  upstream.script({ text: 'one two three', ending: 'hang', piecesBeforeEnding: 1 })
  const question = {
    conversationId: person.conversationId,
    replyId: 'r1',
    inBackground: true,
    messages: [{ role: 'user', content: 'Look into it' }],
  }
  const started = await fetch(`${server.api}/chat`, {
    method: 'POST',
    headers,
    body: JSON.stringify(question),
  })
  expect(started.status).toBe(202)
  await server.kill()
  upstream.script({ text: 'one two three' })
  const { api } = await start()
  const list = async () => (await (await fetch(`${api}/chat/replies`, { headers })).json()) as ListedReplies
  await expect
    .poll(async () => (await list()).items, { timeout: START_MS })
    .toMatchObject([{ state: 'finished', outcome: 'done' }])
  person.questions.push('Look into it')
  person.replies.set('r1', 'one two three')
  await expectKept(api, person)
  running?.kill('SIGTERM')
  const database = await openPlace()
  try {
    await expectSums(database, person)
    const entries = await database
      .selectFrom('ledger_entries')
      .select('status')
      .where('reply_id', '=', 'r1')
      .execute()
    expect(entries.map(({ status }) => status).toSorted()).toEqual(['released', 'settled'])
  } finally {
    if (Object.keys(testDatabase.settings).length === 0) await database.destroy()
  }
})
