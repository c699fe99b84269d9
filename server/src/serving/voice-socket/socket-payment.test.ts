import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { correctSpent, spend } from '#db/queries/spending.ts'
import { connectSocket, type SocketClient } from '../../../../fakes/socket-client.ts'
import { startUpstream, type Upstream } from '../../../../fakes/upstream/index.ts'
import { createPeople } from '#domain/organizations/fixtures/people.ts'
import { periodAt } from '#domain/money/ledger/index.ts'
import {
  createSocketTestServer,
  type SocketTestServer,
  speak,
  spokenTurn,
  textOf,
} from './voice-socket.fixture.ts'

const KEYS = { openai: 'sk-own-of-ann' }

let testServer: SocketTestServer<Upstream, SocketClient>
beforeEach(async () => {
  testServer = await createSocketTestServer(await startUpstream(), connectSocket)
})
afterEach(() => testServer.close())

/**
 * Returns the token of a member whose plan allows an own key after the allowance, and who has used up the
 * day's allowance.
 */
async function exhausted(): Promise<string> {
  const token = await createPeople(testServer.database, Date.now).tokenOf('ann', 'creator')
  const period = periodAt('day', Date.now())
  for (const meter of ['tokens ann', 'speech ann']) {
    await spend(testServer.database, { meter, period, amount: 1, limit: null })
    await correctSpent(testServer.database, { meter, period, amount: 100_000_000 })
  }
  return token
}

const payers = () =>
  testServer.database
    .selectFrom('ledger_entries')
    .select(['kind', 'payer', 'is_speculative'])
    .orderBy('kind')
    .execute()

async function say(client: SocketClient, turn: object): Promise<void> {
  speak(client, turn)
  client.say({ type: 'end', turnId: 't1' })
  await client.next('turn-ended')
}

const withSpeech = (speech: object) => {
  const turn = spokenTurn('t1', { ownKeys: KEYS })
  return { ...turn, question: { ...turn.question, speech: { ...turn.question.speech, ...speech } } }
}

describe("a turn after the day's allowance", () => {
  it('is transcribed, replied to and spoken with the keys of the request, as over HTTP', async () => {
    const client = await testServer.hello({ token: await exhausted() })
    await say(client, spokenTurn('t1', { ownKeys: KEYS }))
    expect(textOf(client)).not.toBe('')
    expect(client.answers.map(({ type }) => type)).toContain('speech-ended')
    const kinds = new Map((await payers()).map(({ kind, payer }) => [kind, payer]))
    expect(Object.fromEntries(kinds)).toEqual({ llm: 'own-key', stt: 'own-key', tts: 'own-key' })
    expect(new Set(testServer.upstream.requests.map(({ headers }) => headers.authorization))).toEqual(
      new Set(['Bearer sk-own-of-ann']),
    )
  })

  it.each([
    ['no keys', {}],
    ['a malformed key', { ownKeys: { openai: 'no key' } }],
  ])('fails with %s as it does over HTTP', async (_, more) => {
    const client = await testServer.hello({ token: await exhausted() })
    speak(client, spokenTurn('t1', more))
    client.say({ type: 'end', turnId: 't1' })
    expect(await client.next('turn-failed')).toMatchObject({ error: 'SPEECH_CREDITS_EXHAUSTED' })
    expect(testServer.upstream.requests).toEqual([])
  })

  it("fails with the key's error when the vendor rejects it", async () => {
    const client = await testServer.hello({ token: await exhausted() })
    testServer.upstream.scriptOnly('transcription', 'unauthorized')
    speak(client, spokenTurn('t1', { ownKeys: KEYS }))
    client.say({ type: 'end', turnId: 't1' })
    expect(await client.next('turn-failed')).toMatchObject({ error: 'OWN_KEY_REJECTED' })
  })

  it('is answered without a voice when the speech vendor rejects the key', async () => {
    const client = await testServer.hello({ token: await exhausted() })
    testServer.upstream.scriptOnly('speech', 'unauthorized')
    await say(client, spokenTurn('t1', { ownKeys: KEYS }))
    expect(textOf(client)).not.toBe('')
    expect(await client.next('speech-failed')).toMatchObject({ error: 'OWN_KEY_REJECTED' })
  })

  it('is not spoken with another payment if the caller disables that step of the budget', async () => {
    const client = await testServer.hello({ token: await exhausted() })
    await say(client, withSpeech({ budget: { forbid: ['own-key'] } }))
    expect(await client.next('speech-failed')).toMatchObject({ error: 'SPEECH_CREDITS_EXHAUSTED' })
    expect((await payers()).map(({ kind }) => kind)).not.toContain('tts')
  })

  it('is not answered speculatively on the money of its speaker', async () => {
    const client = await testServer.hello({ token: await exhausted() })
    speak(client, spokenTurn('t1', { ownKeys: KEYS }))
    client.say({ type: 'pause', turnId: 't1' })
    client.say({ type: 'continue', turnId: 't1' })
    client.say({ type: 'end', turnId: 't1' })
    await client.next('turn-ended')
    expect((await payers()).filter(({ is_speculative }) => is_speculative !== 0)).toEqual([])
    expect((await payers()).filter(({ kind }) => kind === 'stt')).toHaveLength(1)
  })
})
