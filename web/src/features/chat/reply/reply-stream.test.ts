import type { ReplyMetadata } from '@vee/contract/stream/reply-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createApi, type ApiError } from '#lib/http/index.ts'
import { openTab, type FakeTab } from '../../../../../fakes/browser/index.ts'
import { startFakeVee, type FakeVee } from '../../../../../fakes/vee/index.ts'
import { requestsTo } from '../store/requests.fixture.ts'
import { followReply, stopReply, type ReplyJob, type ReplyPayment } from './reply-stream.ts'

let vee: FakeVee
let tab: FakeTab
const by = {
  replyId: 'r1',
  agentId: 'v_agent',
  conversationId: 'c1',
  model: 'gpt-4o',
  provider: 'openai',
} as const
const START = { type: 'start', ...by } as const
const METADATA: ReplyMetadata = {
  ...by,
  usage: { promptTokens: 1, completionTokens: 2, totalTokens: 3 },
  costUsd: 0.01,
  persona: null,
  finishReason: 'stop',
}
const FINAL = { type: 'final_response_metadata', ...METADATA } as const
const chunk = (content: string) => ({ type: 'chunk', content }) as const

beforeEach(async () => {
  tab = openTab()
  vee = await startFakeVee()
})

afterEach(async () => {
  await vee.close()
  vi.unstubAllGlobals()
})

/** Follows a reply and records the reports. */
function followAndRecord(more: Partial<ReplyJob> = {}) {
  const reports: string[] = []
  const errors: ApiError[] = []
  const end = followReply(requestsTo(vee.url).transport, {
    request: {
      agentId: 'v_agent',
      messages: [{ role: 'user', content: 'Hello' }],
      stream: true,
      replyId: 'r1',
    },
    lastEventId: 0,
    signal: new AbortController().signal,
    onEvent: (event, id) =>
      reports.push(event.type === 'chunk' ? `${id} ${event.content}` : `${id} ${event.type}`),
    onConnection: (state) => {
      if (state === 'lost') reports.push('lost')
    },
    onError: (error) => errors.push(error),
    retryDelay: () => 0,
    ...more,
  })
  return { end, reports, errors }
}

describe('a reply that is requested', () => {
  it("is requested once more with the user's own key when the allowance is used up", async () => {
    let keys = {}
    const onBudget: unknown[] = []
    const payment: ReplyPayment = {
      headers: () => keys,
      blockReason: () => undefined,
      canRetryWithOwnKey: ({ code }) => {
        keys = { 'x-own-key-openai': 'sk-mine' }
        return code === 'ALLOWANCE_EXHAUSTED'
      },
      onBudget: (budget) => onBudget.push(budget),
      onPaid: () => onBudget.push('paid'),
    }
    const { end, errors } = followAndRecord({ payment })
    const first = await vee.next()
    expect(first.headers).not.toHaveProperty('x-own-key-openai')
    first.json(402, { error: 'ALLOWANCE_EXHAUSTED', message: 'used up' })
    const second = await vee.next()
    expect(second.headers).toMatchObject({ 'x-own-key-openai': 'sk-mine' })
    second.json(402, { error: 'ALLOWANCE_EXHAUSTED', message: 'used up' })
    expect(await end).toMatchObject({ kind: 'failed', code: 'ALLOWANCE_EXHAUSTED' })
    expect(errors).toHaveLength(1)
    expect(onBudget).toEqual([])
  })

  it('is not sent while the limits do not allow spending', async () => {
    const { end } = followAndRecord({
      payment: {
        headers: () => ({}),
        blockReason: () => 'COST_LIMIT_EXCEEDED',
        canRetryWithOwnKey: () => false,
        onBudget: () => undefined,
        onPaid: () => undefined,
      },
    })
    expect(await end).toEqual({ kind: 'failed', code: 'COST_LIMIT_EXCEEDED', status: 402 })
    expect(vee.untaken()).toHaveLength(0)
  })

  it('is streamed event by event to its end', async () => {
    const { end, reports } = followAndRecord()
    const asked = await vee.next()
    expect(asked).toMatchObject({
      method: 'POST',
      path: '/api/chat',
      headers: { accept: 'text/event-stream' },
    })
    expect(asked.body).toMatchObject({
      replyId: 'r1',
      stream: true,
      messages: [{ role: 'user', content: 'Hello' }],
    })
    asked.send(START, 1)
    asked.send(chunk('Hé'), 2)
    asked.send(FINAL, 3)
    asked.end()
    expect(await end).toEqual({ kind: 'finished', metadata: FINAL })
    expect(reports).toEqual(['1 start', '2 Hé', '3 final_response_metadata'])
  })

  it('is sent before the call returns', () => {
    const fetched = vi.spyOn(globalThis, 'fetch')
    followAndRecord()
    expect(fetched).toHaveBeenCalledOnce()
  })

  it.each([
    [
      503,
      { error: 'LLM_UNAVAILABLE', message: 'No model', requestId: 'x' },
      'API Error: 503 No model',
      'LLM_UNAVAILABLE',
    ],
    [500, { error: 'It broke' }, 'API Error: 500 It broke', 'INTERNAL'],
    [402, {}, 'API Error: 402 Payment Required', 'INTERNAL'],
  ])("and refused with %i ends with the server's message", async (status, body, message, code) => {
    const { end, errors } = followAndRecord()
    const asked = await vee.next()
    asked.json(status, body)
    expect(await end).toEqual({ kind: 'failed', code, status })
    expect(errors.map((error) => error.message)).toEqual([message])
  })

  it('fails when the response has no body', async () => {
    const { end, errors } = followAndRecord()
    const asked = await vee.next()
    asked.json(204, undefined)
    expect(await end).toMatchObject({ kind: 'failed' })
    expect(errors.map((error) => error.message)).toEqual(['API Error: 204 the answer is empty'])
  })

  it('ends with the error event of a provider that failed', async () => {
    const { end } = followAndRecord()
    const asked = await vee.next()
    asked.send(START, 1)
    asked.send({ type: 'error', error: 'PROVIDER_ERROR', message: 'gone', retryable: true }, 2)
    asked.end()
    expect(await end).toMatchObject({ kind: 'failed', code: 'PROVIDER_ERROR' })
  })

  it('skips invalid lines', async () => {
    const { end, reports } = followAndRecord()
    const asked = await vee.next()
    asked.sendText('data: {"type":"chu\n\n: ping\n\n')
    asked.send(FINAL, 1)
    await end
    expect(reports).toEqual(['1 final_response_metadata'])
  })
})

describe('a connection that breaks', () => {
  it.each(['cut', 'end'] as const)('by %s is resumed after the last event', async (how) => {
    const { end, reports } = followAndRecord()
    const asked = await vee.next()
    asked.send(START, 1)
    asked.send(chunk('Hel'), 2)
    await vi.waitFor(() => expect(reports).toContain('2 Hel'))
    asked[how]()
    const resumed = await vee.next()
    expect(resumed).toMatchObject({
      method: 'GET',
      path: '/api/chat/replies/r1/stream',
      headers: { 'last-event-id': '2' },
    })
    resumed.send(chunk('twice'), 2)
    resumed.send(chunk('lo'), 3)
    resumed.send(FINAL, 4)
    expect(await end).toMatchObject({ kind: 'finished' })
    expect(reports).toEqual(['1 start', '2 Hel', 'lost', '3 lo', '4 final_response_metadata'])
  })

  it('before the first event sends the question again, under the same reply id', async () => {
    const { end } = followAndRecord()
    const asked = await vee.next()
    asked.cut()
    const again = await vee.next()
    expect(again).toMatchObject({ method: 'POST', body: { replyId: 'r1' } })
    again.send(FINAL, 1)
    expect(await end).toMatchObject({ kind: 'finished' })
  })

  it('and was not started, because the server is about to stop, is requested again under the same id', async () => {
    const { end, errors, reports } = followAndRecord()
    const asked = await vee.next()
    const refusal = { error: 'REPLY_INTERRUPTED', message: 'The server is restarting', requestId: 'x' }
    asked.json(503, refusal, { 'retry-after': '5' })
    const again = await vee.next()
    expect(again).toMatchObject({ method: 'POST', body: { replyId: 'r1' } })
    again.send(FINAL, 1)
    expect(await end).toMatchObject({ kind: 'finished' })
    expect(reports).toEqual(['lost', '1 final_response_metadata'])
    expect(errors).toEqual([])
  })

  it('permanently, as the server reports, is not requested again', async () => {
    const { end } = followAndRecord()
    const asked = await vee.next()
    asked.json(503, { error: 'REPLY_INTERRUPTED', message: 'This reply was broken off', requestId: 'x' })
    expect(await end).toMatchObject({ kind: 'failed', code: 'REPLY_INTERRUPTED' })
  })

  it('is retried while the server restarts, and given up when the server no longer has it', async () => {
    const { end } = followAndRecord({ lastEventId: 5 })
    const restarting = await vee.next()
    restarting.json(502, {})
    const forgotten = await vee.next()
    forgotten.json(404, { error: 'NOT_FOUND', message: 'no', requestId: 'x' })
    expect(await end).toEqual({ kind: 'forgotten' })
  })

  it('that does not recover is lost after seven tries', async () => {
    const { end, reports } = followAndRecord({ lastEventId: 1 })
    for (let count = 0; count < 7; count += 1) (await vee.next()).cut()
    expect(await end).toEqual({ kind: 'lost', code: 'UNREACHABLE' })
    expect(reports).toHaveLength(6)
  })

  it('waits while the browser is offline, and resumes when it is online', async () => {
    const { end, reports } = followAndRecord({ lastEventId: 1 })
    tab.goOffline()
    const cut = await vee.next()
    cut.cut()
    await vi.waitFor(() => expect(reports).toEqual(['lost']))
    tab.goOnline()
    const resumed = await vee.next()
    resumed.send(FINAL, 2)
    expect(await end).toMatchObject({ kind: 'finished' })
  })
})

describe('a reply that is stopped', () => {
  it('ends here, and is deleted on the server', async () => {
    const abort = new AbortController()
    const { end } = followAndRecord({ signal: abort.signal })
    const asked = await vee.next()
    asked.send(START, 1)
    const stopping = stopReply(createApi({ origin: vee.url }), 'r1')
    abort.abort()
    expect(await end).toEqual({ kind: 'aborted' })
    const deleted = await vee.next()
    expect(deleted).toMatchObject({ method: 'DELETE', path: '/api/chat/replies/r1' })
    deleted.json(204, undefined)
    await stopping
    await asked.closed
  })

  it('does not report an error when the server cannot be notified', async () => {
    await vee.close()
    await expect(stopReply(createApi({ origin: vee.url }), 'r1')).resolves.toBeUndefined()
    vee = await startFakeVee()
  })
})
