import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SOCKET_CLOSE } from '@vee/contract/socket/socket-limits'
import { SOCKET_TURN_LIMITS } from '#domain/voice/socket-turns/index.ts'
import { connectSocket, type SocketClient } from '../../../../fakes/socket-client.ts'
import { startUpstream, type Upstream } from '../../../../fakes/upstream/index.ts'
import {
  createSocketTestServer,
  framesOf,
  type SocketTestServer,
  speak,
  spokenTurn,
  textOf,
} from './voice-socket.fixture.ts'

let testServer: SocketTestServer<Upstream, SocketClient>
beforeEach(async () => {
  testServer = await createSocketTestServer(await startUpstream(), connectSocket)
})
afterEach(async () => {
  vi.useRealTimers()
  await testServer.close()
})

const ANSWER = 'A token bucket limits how often something may happen. Each call takes one. It fills up again.'
const paths = () => testServer.upstream.requests.map(({ path }) => path.replace(/^.*\//, ''))
const entries = () =>
  testServer.database.selectFrom('ledger_entries').selectAll().orderBy('created_at').orderBy('id').execute()

describe('a spoken turn', () => {
  it('returns a transcript, a reply and its speech over one socket', async () => {
    testServer.upstream.scriptOnly('chat', { text: ANSWER })
    const client = await testServer.hello()
    speak(client, spokenTurn('t1'))
    client.say({ type: 'end', turnId: 't1' })

    expect(await client.next('transcript')).toMatchObject({
      turnId: 't1',
      text: 'hello there',
      durationSeconds: 1,
      isNoSpeech: false,
    })
    expect(await client.next('speech-started')).toMatchObject({
      piece: 0,
      text: 'A token bucket limits how often something may happen.',
      start: 0,
    })
    expect(await client.next('speech-started')).toMatchObject({ piece: 1, text: 'Each call takes one.' })
    await client.next('speech-ended')
    await client.next('speech-ended')
    // Two segments are synthesized in advance; a user who interrupts before the third causes no cost for it.
    expect(paths().filter((path) => path === 'speech')).toHaveLength(2)
    client.say({ type: 'want', turnId: 't1', piece: 2 })
    await client.next('turn-ended')

    expect(textOf(client)).toBe(ANSWER)
    const ids = client.answers.flatMap((answer) => (answer.type === 'reply' ? [answer.id] : []))
    expect(ids).toEqual(ids.map((_, index) => index + 1))
    // The fake voice generates 60 ms of audio per character, at 48,000 bytes a second.
    expect(client.soundBytes).toBeGreaterThan(ANSWER.length * 0.05 * 48_000)
    expect(testServer.upstream.requests.find(({ path }) => path.endsWith('completions'))?.said).toBe(
      'hello there',
    )
    expect((await entries()).map(({ kind }) => kind).toSorted()).toEqual(['llm', 'stt', 'tts', 'tts', 'tts'])
    expect((await entries()).some(({ is_speculative }) => is_speculative === 1)).toBe(false)
  })

  it('ends with its transcript if no reply is requested', async () => {
    const client = await testServer.hello()
    speak(client, { type: 'turn', turnId: 't1' })
    client.say({ type: 'end', turnId: 't1' })
    await client.next('transcript')
    await client.next('turn-ended')
    expect(paths()).toEqual(['transcriptions'])
  })

  it('is transmitted without NUL, which no database accepts', async () => {
    const client = await testServer.hello()
    speak(client, { type: 'turn', turnId: 't\u00001' })
    client.say({ type: 'end', turnId: 't\u00001' })
    expect(await client.next('transcript')).toMatchObject({ turnId: 't1' })
  })

  it('of silence calls no model', async () => {
    const client = await testServer.hello()
    client.say(spokenTurn('t1'))
    for (let count = 0; count < 25; count += 1) client.send(new Uint8Array(1_280))
    client.say({ type: 'end', turnId: 't1' })
    expect(await client.next('transcript')).toMatchObject({ text: '', isNoSpeech: true })
    await client.next('turn-ended')
    expect(paths()).toEqual([])
  })

  it('reports why it failed, and the next one continues', async () => {
    testServer.upstream.scriptOnly('transcription', 'server-error', 'server-error', 'server-error', 'well')
    const client = await testServer.hello()
    speak(client, spokenTurn('t1'))
    client.say({ type: 'end', turnId: 't1' })
    expect(await client.next('turn-failed')).toMatchObject({
      turnId: 't1',
      error: 'PROVIDER_ERROR',
      retryable: true,
    })
    testServer.upstream.scriptOnly('transcription', 'well')
    speak(client, spokenTurn('t2'))
    client.say({ type: 'end', turnId: 't2' })
    expect(await client.next('transcript')).toMatchObject({ turnId: 't2' })
  })

  it('continues as text when speech synthesis fails', async () => {
    testServer.upstream.scriptOnly('speech', 'bad-request')
    const client = await testServer.hello()
    speak(client, spokenTurn('t1'))
    client.say({ type: 'end', turnId: 't1' })
    expect(await client.next('speech-failed')).toMatchObject({ piece: 0, error: 'PROVIDER_ERROR' })
    await client.next('turn-ended')
    expect(textOf(client)).toContain('You said: “hello there”')
  })

  it('stops when it is interrupted, and the next agent knows which part was played', async () => {
    testServer.upstream.scriptOnly('chat', { text: ANSWER, ending: 'hang', piecesBeforeEnding: 12 }, 'well')
    const client = await testServer.hello()
    speak(client, spokenTurn('t1'))
    client.say({ type: 'end', turnId: 't1' })
    await client.next('speech-started')
    client.say({ type: 'interrupt', replyId: 'reply-t1', heard: 'A token bucket' })
    await client.next('turn-ended')
    expect(client.answers.at(-2)).toMatchObject({
      type: 'reply',
      event: { type: 'final_response_metadata', finishReason: 'stopped' },
    })
    speak(client, spokenTurn('t2'))
    client.say({ type: 'end', turnId: 't2' })
    await client.next('turn-ended')
    const asked = testServer.upstream.requests.filter(({ path }) => path.endsWith('completions'))
    expect(JSON.stringify(asked[1]?.json)).toContain('after the words \\"A token bucket\\"')
  })

  it('ends without the rest of its speech when the client skips it', async () => {
    testServer.upstream.scriptOnly('chat', { text: ANSWER })
    const client = await testServer.hello()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    speak(client, spokenTurn('t1'))
    client.say({ type: 'end', turnId: 't1' })
    await client.next('speech-ended')
    await client.next('speech-ended')
    await vi.waitFor(() => expect(textOf(client)).toBe(ANSWER))
    client.say({ type: 'resume', turnId: 'none' })
    await client.next('turn-failed')
    expect(client.answers.at(-1)?.type).not.toBe('turn-ended')
    vi.advanceTimersByTime(SOCKET_TURN_LIMITS.segmentRequestTimeoutMs)
    await client.next('turn-ended')
    expect(paths().filter((path) => path === 'speech')).toHaveLength(2)
  })

  it('continues silently when it is muted', async () => {
    testServer.upstream.scriptOnly('chat', { text: ANSWER, piecesPerSecond: 100 })
    const client = await testServer.hello()
    speak(client, spokenTurn('t1'))
    client.say({ type: 'end', turnId: 't1' })
    await client.next('reply')
    client.say({ type: 'hush', turnId: 't1' })
    await client.next('turn-ended')
    expect(textOf(client)).toBe(ANSWER)
  })
})

describe('words that are known', () => {
  it('are replied to at once, as text and speech, without transcription', async () => {
    testServer.upstream.scriptOnly('chat', { text: 'It limits how often something may happen.' })
    const client = await testServer.hello()
    client.say(spokenTurn('t1', { words: { text: 'What is a token bucket?', messageId: 'm1' } }))
    await client.next('turn-ended')
    expect(textOf(client)).toBe('It limits how often something may happen.')
    const types = client.answers.map(({ type }) => type)
    expect(types).toContain('speech-ended')
    expect(types).not.toContain('transcript')
    expect(paths()).not.toContain('transcriptions')
    expect(testServer.upstream.requests.find(({ said }) => said !== '')?.said).toBe('What is a token bucket?')
  })

  it('are answered on another socket after a drop', async () => {
    testServer.upstream.scriptOnly('chat', { text: ANSWER, piecesPerSecond: 20 })
    const first = await testServer.hello()
    first.say(spokenTurn('t1', { words: { text: 'What is a token bucket?' } }))
    await first.next('reply')
    first.cut()
    const second = await testServer.hello()
    second.say({ type: 'resume', turnId: 't1' })
    await second.next('turn-ended')
    expect(textOf(second)).toBe(ANSWER)
    expect(testServer.upstream.requests.filter(({ said }) => said !== '')).toHaveLength(1)
  })

  it('accept no audio', async () => {
    const client = await testServer.hello()
    client.say(spokenTurn('t1', { words: { text: 'Hello' } }))
    for (const frame of framesOf(0.2)) client.send(frame)
    expect(await client.closed).toBe(SOCKET_CLOSE.malformed)
  })
})

describe('words that the client checks first', () => {
  it('are sent when the client confirms them', async () => {
    const client = await testServer.hello()
    speak(client, spokenTurn('t1'))
    client.say({ type: 'end', turnId: 't1', asks: false })
    await client.next('transcript')
    await testServer.upstream.arrival(3)
    expect(client.answers).toHaveLength(2)
    client.say({ type: 'ask', turnId: 't1', messageId: 'message-1' })
    await client.next('turn-ended')
    expect(textOf(client)).toContain('there”')
    expect(paths().filter((path) => path === 'completions')).toHaveLength(1)
  })

  it('are discarded without a confirmation, and the client is notified', async () => {
    const client = await testServer.hello()
    speak(client, spokenTurn('t1'))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    client.say({ type: 'end', turnId: 't1', asks: false })
    await client.next('transcript')
    vi.advanceTimersByTime(SOCKET_TURN_LIMITS.confirmationTimeoutMs)
    expect(await client.next('turn-failed')).toMatchObject({ turnId: 't1', error: 'NOT_FOUND' })
    client.say({ type: 'ask', turnId: 't1' })
    expect(await client.next('turn-failed')).toMatchObject({ turnId: 't1', error: 'NOT_FOUND' })
    expect(textOf(client)).toBe('')
  })

  it.each([
    ['en-US', 'Stop.'],
    ['en-US', 'Vee, could you say that again, please?'],
    ['de-DE', 'Langsamer bitte.'],
    ['de-DE', 'Nimm das große Modell.'],
    ['en-US', 'Use Claude.'],
  ])('start no reply when they are a command to the client: %s, %s', async (language, text) => {
    testServer.upstream.scriptOnly('transcription', { text })
    const client = await testServer.hello()
    const commands = { languages: [language, 'en-US'], agents: ['Tutor'], wakeWords: ['vee'] }
    speak(client, spokenTurn('t1', { commands }))
    client.say({ type: 'pause', turnId: 't1' })
    client.say({ type: 'end', turnId: 't1', asks: false })
    await client.next('transcript')
    client.say({ type: 'cancel', turnId: 't1' })
    speak(client, spokenTurn('t2', { commands: { ...commands, languages: [] } }))
    client.say({ type: 'end', turnId: 't2', asks: false })
    // The next turn reaches the model: the previous one did not.
    await vi.waitFor(() => expect(paths()).toContain('completions'))
    expect(paths().filter((path) => path === 'completions')).toHaveLength(1)
  })

  it('leave no trace when they were no question', async () => {
    testServer.upstream.scriptOnly('chat', { text: ANSWER, ending: 'hang', piecesBeforeEnding: 12 })
    const client = await testServer.hello()
    speak(client, spokenTurn('t1'))
    client.say({ type: 'end', turnId: 't1', asks: false })
    await testServer.upstream.arrival(3)
    client.say({ type: 'cancel', turnId: 't1' })
    await vi.waitFor(() => expect(testServer.upstream.requests[1]?.isAborted).toBe(true))
    const response = await fetch(`${testServer.url}/api/chat/replies/reply-t1/stream`, {
      headers: { 'x-session-id': 'ann' },
    })
    expect(response.status).toBe(404)
    expect(client.answers.map(({ type }) => type)).toEqual(['ready', 'transcript'])
  })
})

it('stores the question of a member under its id once it is sent, and nothing before', async () => {
  const register = await fetch(`${testServer.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ann@example.org', password: 'correct horse 1', acceptTerms: true }),
  })
  const { token } = (await register.json()) as { token: string }
  const kept = () =>
    fetch(`${testServer.url}/api/conversations/conv-1`, { headers: { authorization: `Bearer ${token}` } })
  const client = await testServer.hello({ token })
  speak(client, spokenTurn('t1'))
  client.say({ type: 'end', turnId: 't1', asks: false })
  await client.next('transcript')
  await testServer.upstream.arrival(3)
  expect((await kept()).status).toBe(404)
  client.say({ type: 'ask', turnId: 't1', messageId: 'message-1' })
  await client.next('turn-ended')
  const { messages } = (await (await kept()).json()) as { messages: object[] }
  expect(messages).toMatchObject([
    { id: 'message-1', role: 'user', content: 'hello there' },
    { id: 'reply-t1', role: 'assistant', finishReason: 'stop' },
  ])
})

describe('a drop', () => {
  it('during an utterance loses no audio', async () => {
    const first = await testServer.hello()
    speak(first, spokenTurn('t1'), 1)
    // Sent on the same socket, so that everything before it has arrived.
    first.say({ type: 'resume', turnId: 't1' })
    expect(await first.next('resumed')).toMatchObject({ audioBytes: 32_000 })
    first.cut()
    const second = await testServer.hello()
    second.say({ type: 'resume', turnId: 't1' })
    expect(await second.next('resumed')).toMatchObject({ audioBytes: 32_000 })
    for (const frame of framesOf(1)) second.send(frame)
    second.say({ type: 'end', turnId: 't1' })
    expect(await second.next('transcript')).toMatchObject({ durationSeconds: 2 })
    await second.next('turn-ended')
  })

  it('resumes a running reply after the last event, from the reply log', async () => {
    testServer.upstream.scriptOnly('chat', { text: ANSWER, ending: 'hang', piecesBeforeEnding: 4 })
    const first = await testServer.hello()
    speak(first, spokenTurn('t1', {}))
    first.say({ type: 'end', turnId: 't1' })
    await vi.waitFor(() => expect(textOf(first)).toBe('A token bucket limits'))
    first.cut()
    const second = await testServer.hello()
    second.say({ type: 'resume', turnId: 't1', lastEventId: 3 })
    await second.next('resumed')
    expect(await second.next('reply')).toMatchObject({ id: 4, event: { content: ' bucket' } })
    second.say({ type: 'cancel', turnId: 't1' })
    await vi.waitFor(() => expect(second.answers.at(-1)).toMatchObject({ type: 'reply', id: 6 }))
    expect(paths().filter((path) => path === 'completions')).toHaveLength(1)
  })

  it('that the server has not noticed takes nothing from the resumed socket', async () => {
    const first = await testServer.hello()
    speak(first, spokenTurn('t1'), 1)
    first.say({ type: 'resume', turnId: 't1' })
    await first.next('resumed')
    const second = await testServer.hello()
    second.say({ type: 'resume', turnId: 't1' })
    expect(await second.next('resumed')).toMatchObject({ audioBytes: 32_000 })
    // Frames still in transit on the old connection, sent twice.
    for (const frame of framesOf(0.4)) first.send(frame)
    first.say({ type: 'end', turnId: 't1' })
    expect(await first.next('turn-failed')).toMatchObject({ error: 'NOT_FOUND' })
    await first.close()
    for (const frame of framesOf(1)) second.send(frame)
    second.say({ type: 'end', turnId: 't1' })
    expect(await second.next('transcript')).toMatchObject({ durationSeconds: 2 })
    await second.next('turn-ended')
  })

  it('that the server notices while the reply continues elsewhere takes nothing from it', async () => {
    testServer.upstream.scriptOnly('chat', { text: ANSWER, piecesPerSecond: 20 })
    const first = await testServer.hello()
    speak(first, spokenTurn('t1'))
    first.say({ type: 'end', turnId: 't1' })
    await first.next('reply')
    const second = await testServer.hello()
    second.say({ type: 'resume', turnId: 't1' })
    await second.next('reply')
    await first.close()
    await second.next('turn-ended')
    expect(textOf(second)).toBe(ANSWER)
  })

  it('does not reveal turns of another user', async () => {
    const ann = await testServer.hello()
    speak(ann, spokenTurn('t1'))
    ann.say({ type: 'resume', turnId: 't1' })
    await ann.next('resumed')
    const bob = await testServer.hello({ sessionId: 'bob' })
    bob.say({ type: 'resume', turnId: 't1' })
    expect(await bob.next('turn-failed')).toMatchObject({ error: 'NOT_FOUND' })
  })

  it('leaves a reply that HTTP finds by its id', async () => {
    const client = await testServer.hello()
    speak(client, spokenTurn('t1'))
    client.say({ type: 'end', turnId: 't1' })
    await client.next('turn-ended')
    const response = await fetch(`${testServer.url}/api/chat/replies/reply-t1/stream`, {
      headers: { 'x-session-id': 'ann' },
    })
    expect(await response.text()).toContain('there”')
  })
})

describe('a speculative run', () => {
  it('is the turn when the speaker is done', async () => {
    const client = await testServer.hello()
    speak(client, spokenTurn('t1'))
    client.say({ type: 'pause', turnId: 't1' })
    await testServer.upstream.arrival(3)
    expect(client.answers).toEqual([expect.objectContaining({ type: 'ready' })])
    for (const frame of framesOf(0.2)) client.send(frame)
    client.say({ type: 'end', turnId: 't1' })
    expect(await client.next('transcript')).toMatchObject({ durationSeconds: 1 })
    client.say({ type: 'want', turnId: 't1', piece: 9 })
    await client.next('turn-ended')
    expect(paths().slice(0, 3)).toEqual(['transcriptions', 'completions', 'speech'])
    expect(paths().filter((path) => path === 'completions')).toHaveLength(1)
    const status = await fetch(`${testServer.url}/api/rate-limit/status`, {
      headers: { 'x-session-id': 'ann' },
    })
    expect(await status.json()).toMatchObject({ used: 1 })
  })

  it('leaves no trace except in the ledger when the speaker continues', async () => {
    testServer.upstream.scriptOnly('chat', { text: ANSWER, ending: 'hang', piecesBeforeEnding: 12 })
    const client = await testServer.hello()
    speak(client, spokenTurn('t1'))
    client.say({ type: 'pause', turnId: 't1' })
    await testServer.upstream.arrival(3)
    client.say({ type: 'continue', turnId: 't1' })
    await vi.waitFor(() => expect(testServer.upstream.requests[1]?.isAborted).toBe(true))
    client.say({ type: 'cancel', turnId: 't1' })
    const response = await fetch(`${testServer.url}/api/chat/replies/reply-t1/stream`, {
      headers: { 'x-session-id': 'ann' },
    })
    expect(response.status).toBe(404)
    const status = await fetch(`${testServer.url}/api/rate-limit/status`, {
      headers: { 'x-session-id': 'ann' },
    })
    expect(await status.json()).toMatchObject({ used: 0 })
    expect(client.answers).toEqual([expect.objectContaining({ type: 'ready' })])
    await vi.waitFor(async () => {
      const kept = await entries()
      expect(kept.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['stt', 'llm', 'tts']))
      expect(kept.every((entry) => entry.is_speculative === 1 && entry.status !== 'reserved')).toBe(true)
    })
  })

  it('happens three times in a turn, and not for long utterances', async () => {
    const client = await testServer.hello()
    speak(client, spokenTurn('t1'))
    for (const times of [1, 2, 3]) {
      client.say({ type: 'pause', turnId: 't1' })
      await vi.waitFor(() => expect(heardTimes()).toBe(times))
      client.say({ type: 'continue', turnId: 't1' })
    }
    client.say({ type: 'pause', turnId: 't1' })
    client.say({ type: 'continue', turnId: 't1' })
    client.say({ type: 'end', turnId: 't1' })
    await client.next('transcript')
    expect(heardTimes()).toBe(4)
    speak(client, spokenTurn('t2'), 11)
    client.say({ type: 'pause', turnId: 't2' })
    client.say({ type: 'end', turnId: 't2' })
    await client.next('transcript')
    expect(heardTimes()).toBe(5)
    expect(
      (await entries()).filter(({ kind, is_speculative }) => kind === 'stt' && is_speculative),
    ).toHaveLength(3)
  })
})

const heardTimes = () => paths().filter((path) => path === 'transcriptions').length

describe('audio that arrives', () => {
  it('is rejected for a network whose turns buffer too much audio, and accepted again when they end', async () => {
    const clients = await Promise.all(
      Array.from({ length: 9 }, (_, index) => testServer.hello({ sessionId: `s${index}` })),
    )
    for (const client of clients) {
      client.say(spokenTurn('t1'))
      for (let second = 0; second < 118; second += 1) client.send(new Uint8Array(32_000))
    }
    const failed = await Promise.race(
      clients.map((client) => client.next('turn-failed').catch(() => undefined)),
    )
    expect(failed).toMatchObject({ error: 'RATE_LIMITED', retryAfterSeconds: 5 })
    for (const client of clients) client.say({ type: 'cancel', turnId: 't1' })
    const later = await testServer.hello({ sessionId: 'later' })
    speak(later, spokenTurn('t2'))
    later.say({ type: 'end', turnId: 't2' })
    await later.next('turn-ended')
  })

  it('is limited per network', async () => {
    const clients = await Promise.all(
      Array.from({ length: 33 }, (_, index) => testServer.hello({ sessionId: `s${index}` })),
    )
    for (const client of clients) client.say(spokenTurn('t1'))
    expect(await clients.at(-1)?.next('turn-failed')).toMatchObject({ error: 'RATE_LIMITED' })
  })
})
