import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { correctSpent, spend } from '#db/queries/spending.ts'
import { periodAt } from '#domain/money/ledger/index.ts'
import { createPeople } from '#domain/organizations/fixtures/people.ts'
import { MAX_REALTIME_APPEND_LENGTH } from '@vee/contract/openai-realtime/realtime-limits'
import { connectRealtime, type RealtimeClient } from '../../../../fakes/realtime-client.ts'
import { startUpstream, type Upstream } from '../../../../fakes/upstream/index.ts'
import { REALTIME_SOCKET_LIMITS } from './realtime-socket-limits.ts'
import { createRealtimeTestServer, type RealtimeTestServer } from './realtime.fixture.ts'

let testServer: RealtimeTestServer<Upstream>
let clients: RealtimeClient[]
beforeEach(async () => {
  testServer = await createRealtimeTestServer(await startUpstream())
  clients = []
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  for (const client of clients) client.cut()
  await testServer.close()
})

const HEADERS = { 'x-session-id': 'ann' }

async function open(headers: Record<string, string> = HEADERS, query?: string): Promise<RealtimeClient> {
  const client = await connectRealtime(testServer.url, headers, query)
  clients.push(client)
  await client.next('session.created')
  return client
}

/** Opens a session in which the client commits. */
async function openManual(headers?: Record<string, string>): Promise<RealtimeClient> {
  const client = await open(headers)
  client.say({ type: 'session.update', session: { audio: { input: { turn_detection: null } } } })
  await client.next('session.updated')
  return client
}

/** Returns this many seconds of a tone that counts as speech, as base64. */
function toneOf(seconds: number, hertz = 180): string {
  const samples = Int16Array.from({ length: seconds * 24_000 }, (_, index) =>
    // Louder and softer like syllables.
    Math.round(
      Math.sin((index * hertz * 2 * Math.PI) / 24_000) * 9_000 * (0.6 + 0.4 * Math.sin(index / 1_200)),
    ),
  )
  return Buffer.from(samples.buffer).toString('base64')
}
const silenceOf = (seconds: number) => Buffer.alloc(Math.round(seconds * 24_000) * 2).toString('base64')

const append = (client: RealtimeClient, audio: string) =>
  client.say({ type: 'input_audio_buffer.append', audio })

function ask(client: RealtimeClient, text: string, response?: object): void {
  client.say({
    type: 'conversation.item.create',
    item: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
  })
  client.say({ type: 'response.create', ...(response && { response }) })
}

const pathsOf = () => testServer.upstream.requests.map(({ path }) => path.split('/').at(-1))
const errorOf = async (client: RealtimeClient) => (await client.next('error'))['error']
const responseOf = async (client: RealtimeClient, type = 'response.done') =>
  (await client.next(type))['response']

const LONG = 'This is a sentence of a long story about the sea. '.repeat(40)

describe('the opening', () => {
  it.each([
    [
      'an invalid token',
      { authorization: 'Bearer nobody' },
      'model=v_agent',
      /^refused with 401: .*SESSION_EXPIRED/,
    ],
    [
      'an invalid token in a subprotocol',
      { 'sec-websocket-protocol': 'realtime, openai-insecure-api-key.x' },
      'model=v_agent',
      /^refused with 401/,
    ],
    ['no model', HEADERS, '', /^refused with 400: .*"param":"model"/],
    ['an unknown agent', HEADERS, 'model=gpt-realtime', /^refused with \d+: .*AGENT_UNKNOWN/],
    [
      'a page of another server',
      { origin: 'https://elsewhere.example' },
      'model=v_agent',
      /^refused with 403/,
    ],
  ])('is refused with %s, in the format of OpenAI', async (_, headers, query, expected) => {
    await expect(open(headers as Record<string, string>, query)).rejects.toThrow(expected)
  })

  it('is limited per caller', async () => {
    for (let count = 0; count < REALTIME_SOCKET_LIMITS.socketsPerCaller; count += 1) await open()
    expect(await (await connectRealtime(testServer.url, HEADERS)).closed).toBe(1008)
    await open({ 'x-session-id': 'ben' })
  })
})

describe('an event outside the protocol', () => {
  it.each([
    ['no JSON', 'say()', { code: 'MALFORMED_JSON', type: 'invalid_request_error' }],
    ['bytes', new Uint8Array(10), { code: 'MALFORMED_JSON' }],
    ['a list', '[]', { code: 'VALIDATION' }],
    ['an unknown type', '{"type":"session.destroy","event_id":"e1"}', { param: 'type', event_id: 'e1' }],
    [
      'a field of another type',
      '{"type":"conversation.item.create","item":{"type":"message","role":"user","content":[{"type":"input_text"}]}}',
      { param: 'item.content[0].text' },
    ],
    [
      'another audio format',
      '{"type":"session.update","session":{"audio":{"input":{"format":{"type":"audio/pcmu"}}}}}',
      { param: 'session.audio.input.format.type' },
    ],
    [
      'an unknown voice',
      '{"type":"session.update","session":{"audio":{"output":{"voice":"Pavarotti"}}}}',
      { param: 'session.audio.output.voice' },
    ],
    [
      'another model',
      '{"type":"session.update","session":{"model":"nerf_agent"}}',
      { param: 'session.model' },
    ],
    ['no base64', '{"type":"input_audio_buffer.append","audio":"%%"}', { param: 'audio' }],
    ['half a sample', '{"type":"input_audio_buffer.append","audio":"AAAA"}', { param: 'audio' }],
    [
      'too much audio',
      `{"type":"input_audio_buffer.append","audio":"${'A'.repeat(MAX_REALTIME_APPEND_LENGTH + 4)}"}`,
      { param: 'audio' },
    ],
    ['an empty buffer', '{"type":"input_audio_buffer.commit"}', { code: 'input_audio_buffer_commit_empty' }],
    ['nothing to cancel', '{"type":"response.cancel"}', { code: 'response_cancel_not_active' }],
    ['an unknown item', '{"type":"conversation.item.delete","item_id":"x"}', { param: 'item_id' }],
  ])('is answered by an error, and the session continues: %s', async (_, event, expected) => {
    const client = await open()
    client.send(event)
    expect(await errorOf(client)).toMatchObject(expected)
    ask(client, 'Good day', { output_modalities: ['text'] })
    expect(await responseOf(client)).toMatchObject({ status: 'completed' })
  })

  it('closes the socket beyond the limit of a message', async () => {
    const client = await open()
    client.send(' '.repeat(5 * 1024 * 1024))
    expect(await client.closed).toBe(1009)
  })

  it('does not fill the memory: the buffer and the events are limited', async () => {
    const client = await openManual()
    const minute = toneOf(30)
    for (let count = 0; count < 5; count += 1) append(client, minute)
    expect(await errorOf(client)).toMatchObject({ code: 'TOO_LARGE' })
    client.say({ type: 'input_audio_buffer.commit' })
    await client.next('conversation.item.input_audio_transcription.completed')
    for (let count = 0; count < 8; count += 1) append(client, minute)
    expect(await client.closed).toBe(1008)
    expect(client.events.at(-1)).toMatchObject({ type: 'error', error: { code: 'RATE_LIMITED' } })
  })
})

describe('a response', () => {
  it('is one at a time', async () => {
    testServer.upstream.scriptOnly('chat', 'hang-between-events')
    const client = await open()
    ask(client, 'Good day', { output_modalities: ['text'] })
    await client.next('response.output_text.delta')
    client.say({ type: 'response.create', event_id: 'second' })
    expect(await errorOf(client)).toMatchObject({
      code: 'conversation_already_has_active_response',
      event_id: 'second',
    })
  })

  it('is cancelled by the client: the vendor stops, and the text so far stays', async () => {
    testServer.upstream.scriptOnly('chat', { text: LONG, ending: 'hang', piecesBeforeEnding: 60 }, {})
    const client = await open()
    ask(client, 'A story')
    await client.next('response.output_audio.delta')
    client.say({ type: 'response.cancel' })
    expect(await responseOf(client)).toMatchObject({
      status: 'cancelled',
      status_details: { reason: 'client_cancelled' },
      output: [
        { status: 'incomplete', content: [{ transcript: expect.stringContaining('This is a sentence') }] },
      ],
    })
    expect(testServer.upstream.requests[0]?.isAborted).toBe(true)
    await testServer.settled()
    const sound = client.events.filter(({ type }) => type === 'response.output_audio.delta').length
    ask(client, 'Thanks', { output_modalities: ['text'] })
    await client.next('response.done')
    expect(client.events.filter(({ type }) => type === 'response.output_audio.delta')).toHaveLength(sound)
  })

  it('is interrupted by speech, and the next one considers what was heard', async () => {
    testServer.upstream.scriptOnly('chat', { text: LONG, ending: 'hang', piecesBeforeEnding: 60 }, {})
    const client = await open()
    ask(client, 'A story')
    const { item_id } = await client.next('response.output_audio.delta')
    append(client, silenceOf(0.2) + toneOf(0.9))
    await client.next('input_audio_buffer.speech_started')
    expect(await responseOf(client)).toMatchObject({
      status: 'cancelled',
      status_details: { type: 'cancelled', reason: 'turn_detected' },
    })
    client.say({ type: 'conversation.item.truncate', item_id, content_index: 0, audio_end_ms: 1_000_000 })
    expect(await errorOf(client)).toMatchObject({ param: 'audio_end_ms' })
    client.say({ type: 'conversation.item.truncate', item_id, content_index: 0, audio_end_ms: 600 })
    await client.next('conversation.item.truncated')
    client.say({ type: 'conversation.item.retrieve', item_id })
    const { item } = await client.next('conversation.item.retrieved')
    expect(item).toMatchObject({ content: [{ transcript: 'This is a' }] })
    append(client, silenceOf(1))
    await client.next('input_audio_buffer.speech_stopped')
    expect(await responseOf(client)).toMatchObject({ status: 'completed' })
    const chats = testServer.upstream.requests.filter(({ path }) => path.endsWith('completions'))
    expect(JSON.stringify(chats.at(-1)?.json)).toContain('This is a')
    expect(JSON.stringify(chats.at(-1)?.json)).toContain('cut it off')
  })

  it('is synthesized at the speed of its playback', async () => {
    testServer.upstream.scriptOnly('chat', { text: LONG })
    const client = await open()
    ask(client, 'A story')
    await client.next('response.output_audio_transcript.delta')
    await vi.waitFor(() => expect(pathsOf().filter((path) => path === 'speech').length).toBeGreaterThan(3))
    // Each sentence is 3 s of audio, and at most 8 s are ahead.
    expect(pathsOf().filter((path) => path === 'speech').length).toBeLessThan(8)
    client.say({ type: 'response.cancel' })
    await client.next('response.done')
    expect(pathsOf().filter((path) => path === 'speech').length).toBeLessThan(8)
  })

  it.each([
    ['fails if the model fails', 'chat', 'server-error', { status: 'failed' }],
    ['fails if the model breaks off', 'chat', 'cut-mid-stream', { status: 'failed' }],
    ['has its words if the voice fails', 'speech', 'server-error', { status: 'completed' }],
  ] as const)('%s', async (_, kind, behaviour, expected) => {
    testServer.upstream.scriptOnly(kind, behaviour)
    const client = await open()
    ask(client, 'Good day')
    expect(await responseOf(client)).toMatchObject(expected)
    expect(client.events.some(({ type }) => type === 'error')).toBe(kind === 'speech')
    await testServer.settled()
    testServer.upstream.scriptOnly(kind, 'well')
    ask(client, 'Once more', { output_modalities: ['text'] })
    expect(await responseOf(client)).toMatchObject({ status: 'completed' })
  })

  it('is not generated for sound without words, and a failed transcription is reported', async () => {
    testServer.upstream.scriptOnly('transcription', { text: '' }, 'server-error', 'well')
    const client = await open()
    append(client, silenceOf(0.2) + toneOf(1) + silenceOf(1))
    const completed = 'conversation.item.input_audio_transcription.completed'
    expect(await client.next(completed)).toMatchObject({ transcript: '' })
    append(client, toneOf(1) + silenceOf(1))
    const failed = 'conversation.item.input_audio_transcription.failed'
    expect(await client.next(failed)).toMatchObject({ error: { code: 'PROVIDER_ERROR' } })
    expect(client.events.some(({ type }) => type === 'response.created')).toBe(false)
    append(client, toneOf(1) + silenceOf(1))
    expect(await responseOf(client)).toMatchObject({ status: 'completed' })
    expect(pathsOf().filter((path) => path === 'completions')).toHaveLength(1)
  })

  it('greets, if nothing was said', async () => {
    const client = await open()
    client.say({
      type: 'response.create',
      response: { output_modalities: ['text'], instructions: 'Greet in Latin.' },
    })
    expect(await responseOf(client)).toMatchObject({ status: 'completed' })
    expect(JSON.stringify(testServer.upstream.requests[0]?.json)).toContain('Greet in Latin.')
  })

  it('stays outside the conversation if the client wants that', async () => {
    const client = await open()
    client.say({
      type: 'response.create',
      response: {
        output_modalities: ['text'],
        conversation: 'none',
        metadata: { topic: 'summary' },
        input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Summarize.' }] }],
      },
    })
    expect(await responseOf(client)).toMatchObject({ status: 'completed', metadata: { topic: 'summary' } })
    expect(client.events.some(({ type }) => type === 'conversation.item.added')).toBe(false)
  })

  it('fails like over HTTP when the allowance is used up', async () => {
    const token = await createPeople(testServer.database, Date.now).tokenOf('ann', 'free')
    const period = periodAt('day', Date.now())
    for (const meter of ['tokens ann', 'speech ann']) {
      await spend(testServer.database, { meter, period, amount: 1, limit: null })
      await correctSpent(testServer.database, { meter, period, amount: 100_000_000 })
    }
    const client = await open({ authorization: `Bearer ${token}` })
    ask(client, 'Good day')
    expect(await responseOf(client)).toMatchObject({
      status: 'failed',
      status_details: { error: { type: 'insufficient_quota', code: 'ALLOWANCE_EXHAUSTED' } },
    })
    append(client, silenceOf(0.2) + toneOf(1) + silenceOf(1))
    const failed = 'conversation.item.input_audio_transcription.failed'
    expect(await client.next(failed)).toMatchObject({ error: { code: 'SPEECH_CREDITS_EXHAUSTED' } })
    expect(testServer.upstream.requests).toEqual([])
  })
})

describe('a connection that ends', () => {
  it.each([
    ['while the model replies', 'chat', 0],
    ['while the voice speaks', 'speech', 1],
  ] as const)('costs nothing more %s', async (_, kind, index) => {
    testServer.upstream.scriptOnly(kind, { text: LONG, ending: 'hang', piecesBeforeEnding: 40 })
    const client = await open()
    ask(client, 'A story')
    await testServer.upstream.arrival(index + 1)
    await client.next(
      kind === 'chat' ? 'response.output_audio_transcript.delta' : 'response.output_audio.delta',
    )
    client.cut()
    await vi.waitFor(() => expect(testServer.upstream.requests[index]?.isAborted).toBe(true))
    await testServer.settled()
    const count = testServer.upstream.requests.length
    expect((await testServer.ledger()).every(({ status }) => status !== 'reserved')).toBe(true)
    expect(testServer.upstream.requests).toHaveLength(count)
  })

  it('costs nothing more while it is transcribed', async () => {
    testServer.upstream.scriptOnly('transcription', 'hang-before-headers')
    const client = await open()
    append(client, silenceOf(0.2) + toneOf(1) + silenceOf(1))
    await testServer.upstream.arrival(1)
    client.cut()
    await vi.waitFor(() => expect(testServer.upstream.requests[0]?.isAborted).toBe(true))
    await testServer.settled()
    expect(pathsOf()).toEqual(['transcriptions'])
  })

  it('ends with the session of its token', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const token = await testServer.token()
    const headers = { authorization: `Bearer ${token}` }
    testServer.upstream.scriptOnly('chat', 'hang-between-events')
    const client = await open(headers)
    ask(client, 'Good day')
    await client.next('response.output_audio_transcript.delta')
    await fetch(`${testServer.url}/api/auth`, { method: 'DELETE', headers })
    vi.advanceTimersByTime(REALTIME_SOCKET_LIMITS.tokenCheckIntervalMs)
    expect(await errorOf(client)).toMatchObject({ type: 'authentication_error', code: 'SESSION_EXPIRED' })
    expect(await client.closed).toBe(1008)
    await vi.waitFor(() => expect(testServer.upstream.requests[0]?.isAborted).toBe(true))
  })

  it('ends after an hour', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const client = await open()
    vi.advanceTimersByTime(REALTIME_SOCKET_LIMITS.sessionMs)
    expect(await errorOf(client)).toMatchObject({ code: 'session_expired' })
    expect(await client.closed).toBe(1000)
  })

  it('ends when nothing is sent', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const client = await open()
    const nowMs = performance.now()
    vi.spyOn(performance, 'now').mockImplementation(() => nowMs + REALTIME_SOCKET_LIMITS.idleMs)
    vi.advanceTimersByTime(1_000)
    expect(await client.closed).toBe(1000)
  })
})
