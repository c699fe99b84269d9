// Servers with a shared Postgres and Redis, as processes with real HTTP: what users see when one of them is
// killed.
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseReplyStream, type ParsedEvent } from '@vee/contract/stream/parse'
import { startUpstream, type Upstream } from '../../fakes/upstream/index.ts'
import { hasRedis, TEST_REDIS } from '#adapters/redis/fixtures/test-redis.ts'
import {
  createServerProcesses,
  type ServerProcess,
  type ServerProcesses,
} from './fixtures/server-processes.ts'

vi.setConfig({ testTimeout: 90_000 })

let processes: ServerProcesses
let upstream: Upstream
let address: string
beforeEach(async () => {
  processes = await createServerProcesses()
  upstream = await startUpstream({ chat: { piecesPerSecond: 20 } })
  address = `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`
})
afterEach(async () => {
  await processes.close()
  await upstream.close()
})

const start = (settings: Readonly<Record<string, string>> = {}): Promise<ServerProcess> =>
  processes.start({
    OPENAI_API_KEY: 'sk-test',
    OPENAI_BASE_URL: `${upstream.url}/v1`,
    REDIS_URL: TEST_REDIS.href,
    TRUSTED_PROXIES: '127.0.0.1',
    ...settings,
  })

const replyId = () => `r-${crypto.randomUUID()}`
const TEXT = Array.from({ length: 40 }, (_, index) => `word${index}`).join(' ')

interface Person {
  readonly token: string
}

async function register({ api }: ServerProcess): Promise<Person> {
  const body = {
    email: `${crypto.randomUUID()}@example.org`,
    password: 'louder harbour 2',
    acceptTerms: true,
  }
  return (await (await send(`${api}/auth/register`, 'POST', { body })).json()) as Person
}

function send(
  url: string,
  method: string,
  { token, body, headers = {} }: Partial<Person> & { body?: object; headers?: Record<string, string> } = {},
): Promise<Response> {
  return fetch(url, {
    method,
    headers: {
      'x-session-id': 'ann',
      // Redis stores the usage of earlier tests.
      'x-forwarded-for': address,
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  })
}

const ask = ({ api }: ServerProcess, id: string, person?: Person, stream = true) =>
  send(`${api}/chat`, 'POST', {
    ...person,
    body: { replyId: id, stream, messages: [{ role: 'user', content: 'Say something' }] },
  })
const resume = ({ api }: ServerProcess, id: string, after: number, person?: Person) =>
  send(`${api}/chat/replies/${id}/stream`, 'GET', { ...person, headers: { 'last-event-id': String(after) } })

async function* eventsOf(response: Response): AsyncGenerator<ParsedEvent> {
  if (!response.body) throw new Error('the answer has no body')
  yield* parseReplyStream(response.body.pipeThrough(new TextDecoderStream()))
}

/** Reads to the end, to a broken connection, or until this many events were received. */
async function read(response: Response, most = Infinity): Promise<ParsedEvent[]> {
  const seen: ParsedEvent[] = []
  try {
    for await (const event of eventsOf(response)) if (seen.push(event) >= most) break
  } catch {
    // The server was killed.
  }
  return seen
}
const textOf = (events: readonly ParsedEvent[]) =>
  events.map(({ event }) => (event.type === 'chunk' ? event.content : '')).join('')

describe.skipIf(!hasRedis)('several servers', () => {
  it('lose and duplicate no word when a reader switches servers, live and after its server was killed', async () => {
    const [a, b] = await Promise.all([start(), start()])
    upstream.script({ text: TEXT, piecesPerSecond: 20 })
    const id = replyId()
    const person = await register(a)
    // The connection breaks after a few words: the other server continues the reply while it is generated.
    const first = await read(await ask(a, id, person), 5)
    const second = await read(await resume(b, id, 5, person), 5)
    expect(second.map((event) => event.id)).toEqual([6, 7, 8, 9, 10])
    const rest = read(await resume(b, id, 10, person))
    await expect.poll(() => upstream.requests.length).toBe(1)
    await processes.end(a.child, 'SIGKILL')
    const third = await rest
    const text = textOf([...first, ...second, ...third])
    expect(TEXT.startsWith(text)).toBe(true)
    expect(text).not.toBe(TEXT)
    expect(third.at(-1)?.event).toMatchObject({ type: 'error', error: 'REPLY_INTERRUPTED', retryable: true })
    // The client retries, and the remaining server generates the reply, which is stored once.
    const again = await read(await ask(b, replyId(), person))
    expect(textOf(again)).toBe(TEXT)
    expect(upstream.requests).toHaveLength(2)
  })

  it('shut down a server gracefully: its replies can be read on the others', async () => {
    const [a, b] = await Promise.all([start(), start()])
    upstream.script({ text: TEXT, piecesPerSecond: 20 })
    const id = replyId()
    const onA = read(await ask(a, id))
    const onB = await read(await resume(b, id, 0), 3)
    expect(onB).toHaveLength(3)
    await processes.end(a.child, 'SIGTERM')
    const whole = await onA
    expect(whole.at(-1)?.event).toMatchObject({ type: 'final_response_metadata' })
    expect(await read(await resume(b, id, 3))).toEqual(whole.slice(3))
  })

  it('stop, join, count and forget replies consistently', async () => {
    const limit = { DEMO_REPLIES_PER_DAY: '2' }
    const [a, b] = await Promise.all([start(limit), start(limit)])
    upstream.script({ text: TEXT, piecesPerSecond: 20 })
    const id = replyId()
    const onA = read(await ask(a, id))
    const onB = read(await ask(b, id))
    await upstream.arrival(1)
    expect((await send(`${b.api}/chat/replies/${id}`, 'DELETE')).status).toBe(204)
    expect((await onA).at(-1)?.event).toMatchObject({ finishReason: 'stopped' })
    expect(await onB).toEqual(await onA)
    expect(upstream.requests).toHaveLength(1)
    // The joined reply was counted once; the second of two is left, and a third is rejected on every server.
    upstream.script({ text: 'short' })
    expect((await ask(b, replyId(), undefined, false)).status).toBe(200)
    expect((await ask(a, replyId(), undefined, false)).status).toBe(429)
    // A token that was revoked on one server is invalid on the other, and so is the access of its plan.
    const person = await register(a)
    expect((await send(`${b.api}/auth`, 'GET', person)).status).toBe(200)
    expect((await send(`${b.api}/auth`, 'DELETE', person)).status).toBe(204)
    expect((await send(`${a.api}/auth`, 'GET', person)).status).toBe(401)
  })
})
