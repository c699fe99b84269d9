import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SOCKET_CLOSE } from '@vee/contract/socket/socket-limits'
import { SOCKET_TURN_LIMITS } from '#domain/voice/socket-turns/index.ts'
import { connectSocket, type SocketClient } from '../../../../fakes/socket-client.ts'
import { startUpstream, type Upstream } from '../../../../fakes/upstream/index.ts'
import { createSocketTestServer, type SocketTestServer, speak, spokenTurn } from './voice-socket.fixture.ts'

let testServer: SocketTestServer<Upstream, SocketClient>
beforeEach(async () => {
  testServer = await createSocketTestServer(await startUpstream(), connectSocket)
})
afterEach(async () => {
  vi.useRealTimers()
  await testServer.close()
})

const HELLO = { type: 'hello', version: 1 }
const open = (headers: Record<string, string> = {}) => connectSocket(testServer.url, headers)

describe('authentication', () => {
  it.each([
    ['sound', new Uint8Array(1_280), SOCKET_CLOSE.unauthenticated],
    ['a turn', JSON.stringify({ type: 'turn', turnId: 't1' }), SOCKET_CLOSE.unauthenticated],
    ['no JSON', '{"type":"hel', SOCKET_CLOSE.unauthenticated],
    ['another version', JSON.stringify({ ...HELLO, version: 2 }), SOCKET_CLOSE.version],
    [
      'another version with other fields',
      JSON.stringify({ ...HELLO, version: 2, token: {} }),
      SOCKET_CLOSE.version,
    ],
    ['a revoked token', JSON.stringify({ ...HELLO, token: 'dead' }), SOCKET_CLOSE.unauthenticated],
  ])('is closed after %s', async (_, first, code) => {
    const client = await open()
    client.send(first)
    expect(await client.closed).toBe(code)
    expect(client.answers).toEqual([])
  })

  it('accepts a valid token until it is revoked', async () => {
    const token = await testServer.token()
    const client = await testServer.hello({ token })
    speak(client, spokenTurn('t1'))
    client.say({ type: 'end', turnId: 't1' })
    await client.next('transcript')
    await fetch(`${testServer.url}/api/auth`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    })
    client.say(spokenTurn('t2'))
    expect(await client.closed).toBe(SOCKET_CLOSE.unauthenticated)
  })

  it('requests nothing for a turn, even a very fast one, once its token is revoked', async () => {
    const token = await testServer.token()
    const client = await testServer.hello({ token })
    await fetch(`${testServer.url}/api/auth`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    })
    client.say(spokenTurn('t1', { words: { text: 'Hello' } }))
    speak(client, spokenTurn('t2'))
    client.say({ type: 'end', turnId: 't2' })
    expect(await client.closed).toBe(SOCKET_CLOSE.unauthenticated)
    // A request of the earlier turn would have arrived by now, because one of a later turn of another user
    // has.
    const other = await testServer.hello()
    speak(other, spokenTurn('t3'))
    other.say({ type: 'end', turnId: 't3' })
    await other.next('turn-ended')
    expect(testServer.upstream.requests.filter(({ path }) => path.endsWith('completions'))).toHaveLength(1)
  })

  it('closes an idle socket when its session ends elsewhere', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const token = await testServer.token()
    const client = await testServer.hello({ token })
    await fetch(`${testServer.url}/api/auth`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    })
    vi.advanceTimersByTime(SOCKET_TURN_LIMITS.tokenCheckIntervalMs)
    expect(await client.closed).toBe(SOCKET_CLOSE.unauthenticated)
  })

  it('is no page of another server', async () => {
    await expect(open({ origin: 'https://elsewhere.example' })).rejects.toThrow('refused with 403')
    await expect(open({ origin: 'null' })).rejects.toThrow('refused with 403')
    await (await open({ origin: testServer.url })).close()
  })

  it('is one of a few sockets', async () => {
    const clients = await Promise.all(Array.from({ length: 8 }, () => testServer.hello()))
    const ninth = await open()
    ninth.say({ ...HELLO, sessionId: 'ann' })
    expect(await ninth.closed).toBe(SOCKET_CLOSE.flood)
    await clients[0]?.close()
    await vi.waitFor(() => testServer.hello())
  })
})

describe('messages outside the protocol', () => {
  it.each([
    ['no JSON', 'say()'],
    ['an unknown type', '{"type":"sing"}'],
    ['a turn without an id', '{"type":"turn"}'],
    ['an id with a space', '{"type":"turn","turnId":"t 1"}'],
    ['audio without a turn', new Uint8Array(1_280)],
    ['half a sample', new Uint8Array(1_281)],
    ['a frame of more than a second', new Uint8Array(32_002)],
    ['an empty frame', new Uint8Array()],
  ])('closes the socket: %s', async (_, data) => {
    const client = await testServer.hello()
    client.send(data)
    expect(await client.closed).toBe(SOCKET_CLOSE.malformed)
  })

  it('closes it when it is larger than any', async () => {
    const client = await testServer.hello()
    client.send('x'.repeat(4 * 1024 * 1024 + 1))
    expect(await client.closed).toBe(1009)
  })
})

/** 3.9 MB */
const longConversation = Array.from({ length: 39 }, () => ({ role: 'user', content: 'x'.repeat(100_000) }))

describe('too much', () => {
  it('of messages closes the socket', async () => {
    const client = await testServer.hello()
    for (let count = 0; count < 1_000; count += 1) client.say({ type: 'hush', turnId: 't1' })
    expect(await client.closed).toBe(SOCKET_CLOSE.flood)
  })

  it('audio for longer than the turn lasted closes the socket', async () => {
    const client = await testServer.hello()
    client.say(spokenTurn('t1'))
    for (let count = 0; count < 200; count += 1) client.send(new Uint8Array(32_000))
    expect(await client.closed).toBe(SOCKET_CLOSE.flood)
  })

  it('sent in one turn fails that turn, and the socket remains open', async () => {
    const client = await testServer.hello()
    client.say(spokenTurn('t1'))
    for (let count = 0; count < 121; count += 1) client.send(new Uint8Array(32_000))
    expect(await client.next('turn-failed')).toMatchObject({ turnId: 't1', error: 'TOO_LARGE' })
    speak(client, spokenTurn('t2'), 0.4)
    client.say({ type: 'end', turnId: 't2' })
    await client.next('transcript')
  })

  it('of messages that never end is counted for the network until their sockets are closed', async () => {
    const unfinished = '{"type":"resume",'.padEnd(4_000_000)
    const clients = await Promise.all(
      Array.from({ length: 16 }, (_, index) => testServer.hello({ sessionId: `visitor-${index}` })),
    )
    await Promise.all(clients.map((client) => client.sendFragment(unfinished, false)))
    const tooLate = await testServer.hello()
    await tooLate.sendFragment(unfinished, false)
    expect(await tooLate.closed).toBe(1013)
    for (const client of clients) client.cut()
    await vi.waitFor(async () => {
      const next = await testServer.hello()
      await next.sendFragment(unfinished, false)
      await next.sendFragment('"turnId":"t1"}', true)
      await next.next('turn-failed')
    })
  })

  it('of messages in fragments is not counted once they were handled', async () => {
    const client = await testServer.hello()
    const padding = ' '.repeat(4_000_000)
    for (let count = 0; count < 20; count += 1) {
      await client.sendFragment('{"type":"resume",', false)
      await client.sendFragment(`${padding}"turnId":"t1"}`, true)
      await client.next('turn-failed')
    }
  })

  it('of questions of turns at once is refused, and counted only while the turns last', async () => {
    const question = { ...spokenTurn('t1').question, messages: longConversation }
    const clients = await Promise.all(Array.from({ length: 8 }, () => testServer.hello()))
    const others = await Promise.all(Array.from({ length: 4 }, () => testServer.hello({ sessionId: 'bob' })))
    const all = [...clients, ...others]
    for (const [index, client] of all.entries()) {
      client.say(spokenTurn(`t${index}`, { question }))
      client.say({ type: 'resume', turnId: `t${index}` })
    }
    const ends = await Promise.all(
      all.map((client) => Promise.race([client.next('resumed'), client.next('turn-failed')])),
    )
    const refused = ends.filter((end) => end.type === 'turn-failed')
    expect(refused.length).toBeGreaterThan(0)
    for (const { error } of refused) expect(error).toBe('RATE_LIMITED')
    for (const [index, client] of all.entries()) client.say({ type: 'cancel', turnId: `t${index}` })
    const again = await testServer.hello({ sessionId: 'eve' })
    for (let count = 0; count < 20; count += 1) {
      again.say(spokenTurn(`again-${count}`, { question }))
      again.say({ type: 'resume', turnId: `again-${count}` })
      expect(await again.next('resumed')).toMatchObject({ turnId: `again-${count}` })
      again.say({ type: 'cancel', turnId: `again-${count}` })
    }
  })

  it('of turns at once is refused', async () => {
    testServer.upstream.scriptOnly('transcription', 'hang-before-headers')
    const client = await testServer.hello()
    for (let count = 0; count < 17; count += 1) {
      speak(client, spokenTurn(`t${count}`), 0.4)
      client.say({ type: 'end', turnId: `t${count}` })
    }
    expect(await client.next('turn-failed')).toMatchObject({ turnId: 't16', error: 'RATE_LIMITED' })
  })
})

/** Advances the clock by this time without any incoming message. */
function passes(ms: number): void {
  const nowMs = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs + ms)
  vi.advanceTimersByTime(1_000)
}

it.each([-60_000, 130_000])('a clock change of %i ms has no effect', async (ms) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  const client = await testServer.hello()
  vi.setSystemTime(Date.now() + ms)
  vi.advanceTimersByTime(1_000)
  speak(client, spokenTurn('t1'))
  client.say({ type: 'end', turnId: 't1' })
  await client.next('turn-ended')
})

describe('a socket without incoming messages', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  })

  it('is closed after a while', async () => {
    const client = await testServer.hello()
    passes(SOCKET_TURN_LIMITS.idleMs - 5_000)
    client.say({ type: 'hush', turnId: 't1' })
    client.say({ type: 'resume', turnId: 't1' })
    await client.next('turn-failed')
    passes(SOCKET_TURN_LIMITS.idleMs - 5_000)
    // A millisecond more: the sum of the parts may be less than the limit by a rounding error.
    passes(5_001)
    expect(await client.closed).toBe(SOCKET_CLOSE.idle)
  })

  it('is closed even with a started turn if no audio arrives for it', async () => {
    const client = await testServer.hello()
    client.say(spokenTurn('t1'))
    client.say({ type: 'resume', turnId: 't1' })
    await client.next('resumed')
    passes(SOCKET_TURN_LIMITS.idleMs)
    expect(await client.closed).toBe(SOCKET_CLOSE.idle)
  })

  it('is closed if a message does not end', async () => {
    const client = await testServer.hello()
    await client.sendFragment('{"type":"resume",', false)
    passes(31_000)
    expect(await client.closed).toBe(SOCKET_CLOSE.flood)
  })

  it('stays open while a reply is pending', async () => {
    testServer.upstream.scriptOnly('transcription', 'hang-before-headers')
    const client = await testServer.hello()
    speak(client, spokenTurn('t1'))
    client.say({ type: 'end', turnId: 't1' })
    await testServer.upstream.arrival(1)
    passes(SOCKET_TURN_LIMITS.idleMs)
    client.say({ type: 'cancel', turnId: 't1' })
    client.say({ type: 'resume', turnId: 't2' })
    await client.next('turn-failed')
  })
})

describe('the path', () => {
  it('is none for plain requests, and other paths accept no sockets', async () => {
    const response = await fetch(`${testServer.url}/api/live`)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: 'NOT_FOUND' })

    const { hostname, port } = new URL(testServer.url)
    const socket = connect(Number(port), hostname)
    socket.write(
      'GET /api/health HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    )
    let told = ''
    socket.on('data', (data: Buffer) => (told += data.toString()))
    await once(socket, 'end')
    expect(told).toContain('200 OK')
  })
})

describe('the end of the server', () => {
  it('is sent to the sockets', async () => {
    const client = await testServer.hello()
    await testServer.restart()
    expect(await client.closed).toBe(1012)
    await testServer.hello()
  })

  it('keeps the running turn for a client that resumes after the restart', async () => {
    const client = await testServer.hello()
    speak(client, spokenTurn('t1'))
    client.say({ type: 'end', turnId: 't1' })
    await client.next('reply')
    await testServer.restart()
    const again = await fetch(`${testServer.url}/api/chat/replies/reply-t1/stream`, {
      headers: { 'x-session-id': 'ann' },
    })
    expect(await again.text()).toContain('there”')
    const second = await testServer.hello()
    second.say({ type: 'resume', turnId: 't1' })
    expect(await second.next('turn-failed')).toMatchObject({ error: 'NOT_FOUND' })
  })
})
