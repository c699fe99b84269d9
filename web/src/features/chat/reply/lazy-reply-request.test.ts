import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startFakeVee, type FakeVee } from '../../../../../fakes/vee/index.ts'
import type { RunListener } from './reply-request.ts'
import { requestsTo } from '../store/requests.fixture.ts'

let vee: FakeVee
beforeEach(async () => {
  vi.resetModules()
  vee = await startFakeVee()
})
afterEach(() => vee.close())

const BEGINNING = { text: '', lastEventId: 0 }
const HALF = { text: 'Half', lastEventId: 2 }

const nothing = () => undefined
const LISTENER: RunListener = {
  started: nothing,
  speaker: nothing,
  added: nothing,
  retracted: nothing,
  tool: nothing,
  source: nothing,
  grew: nothing,
  connection: nothing,
  ended: nothing,
}

/** Runs on a page on which no question was sent yet. */
async function run(from: typeof BEGINNING) {
  const fresh = (await import('./lazy-reply-request.ts')).lazyRequestReply
  const request = { replyId: 'r1', agentId: 'v_agent', messages: [{ role: 'user', content: 'Hi' }] } as const
  return fresh(requestsTo(vee.url), { ...request, messages: [...request.messages] }, from, LISTENER)
}
/** The first import transforms the whole conversation, which takes seconds on a busy machine. */
const PATIENCE = { timeout: 15_000 }
const calls = () => vee.untaken().map(({ method, path }) => `${method} ${path}`)

it('requests the reply as soon as its code is loaded', async () => {
  const reply = await run(BEGINNING)
  expect(reply.position()).toEqual(BEGINNING)
  await vi.waitFor(() => expect(calls()).toEqual(['POST /api/chat']), PATIENCE)
  reply.disconnect()
})

it('never requests a reply that was stopped before that', async () => {
  const reply = await run(BEGINNING)
  reply.stop()
  const other = await run(BEGINNING)
  await vi.waitFor(() => expect(calls()).toEqual(['POST /api/chat']), PATIENCE)
  other.disconnect()
})

it('stops a reply on the server that is still being written there', async () => {
  const reply = await run(HALF)
  reply.stop()
  await vi.waitFor(() => expect(calls()).toContain('DELETE /api/chat/replies/r1'), PATIENCE)
})
