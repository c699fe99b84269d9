import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connectRealtime, type RealtimeClient } from '../../../../fakes/realtime-client.ts'
import { startUpstream, type Upstream } from '../../../../fakes/upstream/index.ts'
import { createRealtimeTestServer, type RealtimeTestServer } from './realtime.fixture.ts'

// What one client makes the server send and keep.

vi.setConfig({ testTimeout: 20_000 })

const TRY_AGAIN_LATER = 1013

let testServer: RealtimeTestServer<Upstream>
const clients: RealtimeClient[] = []
beforeEach(async () => {
  testServer = await createRealtimeTestServer(await startUpstream())
})
afterEach(async () => {
  for (const client of clients.splice(0)) client.cut()
  await testServer.close()
})

async function open(name: string): Promise<RealtimeClient> {
  const client = await connectRealtime(testServer.url, { 'x-session-id': name })
  clients.push(client)
  await client.next('session.created')
  return client
}

const create = (client: RealtimeClient, id: string, content: readonly object[]) =>
  client.say({ type: 'conversation.item.create', item: { type: 'message', role: 'user', id, content } })

const parts = (count: number, text: string) =>
  Array.from({ length: count }, () => ({ type: 'input_text', text }))

/** 3.9 million characters, each of which V8 stores in two bytes. */
const LARGE_IMAGE = { type: 'input_image', image_url: `data:image/png;base64,${'A'.repeat(3_900_000)}ā` }

/** Fills a session. Returns the code with which the socket was closed, if it was. */
async function fill(name: string): Promise<unknown> {
  const client = await open(name)
  create(client, 'one', [LARGE_IMAGE])
  create(client, 'two', [LARGE_IMAGE])
  const filled = client.next('conversation.item.done').then(() => client.next('conversation.item.done'))
  return await Promise.race([
    client.closed,
    filled.then(
      () => 'filled',
      () => client.closed,
    ),
  ])
}

it('charges large answers to small events', async () => {
  const client = await open('ann')
  create(client, 'long', parts(10, 'x'.repeat(200_000)))
  const retrieve = () => {
    client.say({ type: 'conversation.item.retrieve', item_id: 'long' })
    return client.next('conversation.item.retrieved').catch(() => undefined)
  }
  while (await retrieve());
  expect(await client.closed).toBe(1008)
  expect(client.events.filter(({ type }) => type === 'conversation.item.retrieved').length).toBeLessThan(10)
})

it('closes the socket of a client that reads less than it asks for', async () => {
  const client = await open('ann')
  create(client, 'long', parts(10, 'x'.repeat(200_000)))
  for (let count = 0; count < 100; count += 1)
    client.say({ type: 'conversation.item.retrieve', item_id: 'long' })
  expect([1008, TRY_AGAIN_LATER]).toContain(await client.closed)
  expect(client.events.filter(({ type }) => type === 'conversation.item.retrieved').length).toBeLessThan(10)
})

it('answers without the bytes of images', async () => {
  const client = await open('ann')
  create(client, 'picture', [LARGE_IMAGE])
  client.say({ type: 'conversation.item.retrieve', item_id: 'picture' })
  for (const type of ['conversation.item.added', 'conversation.item.done', 'conversation.item.retrieved'])
    expect((await client.next(type))['item']).toMatchObject({
      content: [{ type: 'input_image', image_url: 'data:image/png;base64,' }],
    })
})

it('refuses tools that would be kept, and repeated in each answer', async () => {
  const client = await open('ann')
  const parameters = { type: 'object', enum: Array.from({ length: 20_000 }, () => ({})) }
  client.say({ type: 'session.update', session: { tools: [{ type: 'function', name: 'look', parameters }] } })
  expect((await client.next('error'))['error']).toMatchObject({ param: 'session.tools' })
})

it('counts what the sessions of a network keep like bodies, until they end', async () => {
  const answers: unknown[] = []
  for (const name of ['ann', 'ben', 'cyd', 'dee', 'eve', 'fay']) answers.push(await fill(name))
  expect(answers.slice(0, 3)).toEqual(['filled', 'filled', 'filled'])
  expect(answers.at(-1)).toBe(TRY_AGAIN_LATER)
  for (const client of clients.splice(0)) client.cut()
  await vi.waitFor(async () => expect(await fill('gus')).toBe('filled'))
})
