import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { connectRedis } from './connection.ts'
import { hasRedis, TEST_REDIS } from './fixtures/test-redis.ts'
import { explainRedisFailure } from './explain-redis.ts'
import { StartFailure } from '#lib/start-failure.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function listen(onConnection: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => onConnection(socket.on('error', () => undefined))).listen(
    0,
    '127.0.0.1',
  )
  servers.push(server)
  await once(server, 'listening')
  return (server.address() as { port: number }).port
}

/** Listens like a Redis that replies to each command by its name; others succeed. */
const redisWith = (replies: Readonly<Record<string, string>>): Promise<number> =>
  listen((socket) =>
    socket.on('data', (bytes) => {
      for (const command of bytes
        .toString('latin1')
        .split(/\*\d+\r\n/)
        .filter(Boolean)) {
        const name = command.startsWith('PING') ? 'PING' : (/^\$\d+\r\n(\w+)/.exec(command)?.[1] ?? '')
        socket.write(`${replies[name.toUpperCase()] ?? '+OK'}\r\n`)
      }
    }),
  )

const SENTENCE = /^REDIS_URL [^\n]+; put that right, or unset it to run a single server\.$/

/** Returns what a start would print about it. A stalled machine makes it look away for a moment, so it is polled. */
async function sentenceAbout(url: string): Promise<string> {
  const failure = await connectRedis(url).then(
    (redis) => redis.close(),
    (error: unknown) => error,
  )
  if (failure === undefined) return 'usable'
  if (!(failure instanceof StartFailure)) throw failure
  const isPlain = SENTENCE.test(failure.message) && !failure.message.includes('hush')
  return isPlain ? failure.message : `no sentence: ${failure.message}`
}

/** The same about the real Redis, with another URL. */
function sentenceAboutReal(change: (url: URL) => void): Promise<string> {
  const url = new URL(TEST_REDIS.href)
  change(url)
  return sentenceAbout(url.href)
}

describe('a Redis that answers', () => {
  const LOCKED = '-NOAUTH HELLO must be called with the client already authenticated'
  it.each([
    ['wants a password', '', { HELLO: LOCKED }, 'holds no password'],
    ['refuses the password', '', { HELLO: '-WRONGPASS invalid username-password pair' }, 'user or password'],
    ['lacks the database', '/99', { SELECT: '-ERR DB index is out of range' }, 'database number'],
    [
      'is a read-only replica',
      '',
      { EVAL: "-READONLY You can't write against a read only replica." },
      'replica',
    ],
    [
      'forbids scripts',
      '',
      { EVAL: "-NOPERM User vee has no permissions to run the 'eval' command" },
      'may not do',
    ],
    ['is in protected mode', '', { HELLO: '-DENIED Redis is running in protected mode' }, 'protected mode'],
  ])('%s', async (_, path, replies, words) => {
    const port = await redisWith({ HELLO: '%1\r\n$5\r\nproto\r\n:3', ...replies })
    await expect.poll(() => sentenceAbout(`redis://vee:hush@127.0.0.1:${port}${path}`)).toContain(words)
  })

  it('is asked for TLS, which it does not speak', async () => {
    const port = await redisWith({ PING: '+PONG' })
    await expect.poll(() => sentenceAbout(`rediss://:hush@127.0.0.1:${port}`)).toContain('asks for TLS')
  })
})

it('is another service', async () => {
  const port = await listen((socket) =>
    socket.on('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
  )
  await expect.poll(() => sentenceAbout(`redis://127.0.0.1:${port}`)).toContain('is no Redis')
})

it('is an address with another path', async () => {
  await expect
    .poll(() => sentenceAbout('redis://:hush@127.0.0.1:1/cache'))
    .toContain('no number of a database')
})

it.each(['-LOADING Redis is loading the dataset in memory', '-ERR max number of clients reached'])(
  'waits for a Redis that replies %s',
  async (reply) => {
    const port = await redisWith({ HELLO: reply })
    expect(await sentenceAbout(`redis://127.0.0.1:${port}`)).toBe('usable')
  },
)

it('does not handle unrelated errors', () => {
  expect(explainRedisFailure(new TypeError('a fault of ours'))).toBeUndefined()
  expect(explainRedisFailure('no error')).toBeUndefined()
})

describe.runIf(hasRedis)('a real Redis', () => {
  it('is usable', async () => {
    await expect.poll(() => sentenceAboutReal(() => undefined)).toBe('usable')
  })

  it('lacks the database, and a user', async () => {
    await expect.poll(() => sentenceAboutReal((url) => (url.pathname = '/4000'))).toContain('database number')
    await expect
      .poll(() => sentenceAboutReal((url) => Object.assign(url, { username: 'nobody', password: 'hush' })))
      .toContain('user or password')
  })
})
