// @vitest-environment happy-dom
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { render, screen } from '@testing-library/react'
import type { LlmStatus } from '@vee/contract/http/system'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { switchTexts, textsNow } from '#i18n/index.ts'
import { createApi } from '#lib/http/index.ts'
import { createServiceStatus, stateOf, type StatusOutcome } from './service-status.ts'
import { statusNotice } from './status-notice.tsx'

const provider = (available: boolean) => ({
  available,
  reason: available ? null : 'No key.',
  hint: available ? null : 'Get one.',
  envVar: available ? null : 'MODEL_KEY',
})
const answered = (status: Partial<LlmStatus>): StatusOutcome => ({
  kind: 'answered',
  status: { ready: true, message: '', providers: { openai: provider(true) }, ...status },
})

beforeAll(() => switchTexts('en'))

test.each<[string, StatusOutcome, string]>([
  ['a model is available', answered({}), 'online'],
  [
    'one of two models is available',
    answered({ providers: { a: provider(true), b: provider(false) } }),
    'online',
  ],
  [
    'one of two connected models is away',
    answered({ providers: { a: provider(true), b: { ...provider(true), isAway: true } } }),
    'degraded',
  ],
  [
    'only the built-in responder is available',
    answered({ providers: { builtin: provider(true) } }),
    'degraded',
  ],
  ['nobody answers', answered({ ready: false }), 'degraded'],
  ['the server returns an error', { kind: 'refused', message: undefined }, 'degraded'],
  ['the server does not respond', { kind: 'silent' }, 'offline'],
])('%s', (_, outcome, state) => expect(stateOf(outcome)).toBe(state))

const told = (outcome: StatusOutcome) => {
  const notice = statusNotice(outcome, textsNow('shell'))
  render(<div data-testid="message">{notice?.message}</div>)
  return { ...notice, message: screen.getByTestId('message').textContent }
}

describe('the initial notice', () => {
  afterEach(() => document.body.replaceChildren())

  test('is omitted if everything works', () =>
    expect(statusNotice(answered({}), textsNow('shell'))).toBeUndefined())

  test('names unavailable providers and solutions', () => {
    const notice = told(
      answered({ ready: false, message: 'Nobody is here.', providers: { m: provider(false) } }),
    )
    expect(notice).toEqual({
      type: 'error',
      title: 'Assistant Offline',
      duration: 12_000,
      message: 'Nobody is here.m: No key. Set MODEL_KEY. Get one.',
    })
  })

  test('without a space between Japanese sentences', async () => {
    await switchTexts('ja-JP')
    const key = {
      available: false,
      reason: '鍵がありません。',
      hint: '取得してください。',
      envVar: 'MODEL_KEY',
    }
    expect(told(answered({ ready: false, message: '停止中', providers: { m: key } })).message).toBe(
      '停止中m：鍵がありません。MODEL_KEYを設定してください。取得してください。',
    )
    await switchTexts('en')
  })

  test('reports that all providers are ready, but not the whole server', () => {
    expect(told(answered({ ready: false })).message).toBe(
      'LLM services are unavailable.All providers report ready.',
    )
  })

  test("shows an error response, with the server's text or a default", () => {
    expect(told({ kind: 'refused', message: undefined })).toMatchObject({
      title: 'Assistant Offline',
      message: 'LLM services failed to initialize.',
    })
    document.body.replaceChildren()
    expect(told({ kind: 'refused', message: 'Starting.' }).message).toBe('Starting.')
  })

  test('reports that the status is unknown', () => {
    expect(told({ kind: 'silent' })).toMatchObject({ type: 'warning', title: 'Assistant Status Unknown' })
  })
})

describe('watching', () => {
  let server: Server
  let isConnected = true
  let asked = 0
  beforeEach(async () => {
    asked = 0
    isConnected = true
    server = createServer((_, response) => {
      asked += 1
      response.setHeader('access-control-allow-origin', '*')
      response.setHeader('access-control-allow-headers', '*')
      response.end(JSON.stringify({ ready: true, message: '', providers: { m: provider(isConnected) } }))
    }).listen(0)
    await once(server, 'listening')
  })
  afterEach(() => {
    vi.restoreAllMocks()
    server.close()
  })
  const origin = () => {
    const address = server.address()
    return typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : ''
  }

  test('requests at once, and not while the page is hidden', async () => {
    const status = createServiceStatus(createApi({ origin: origin() }))
    const stop = status.watch()
    await vi.waitFor(() => expect(status.store.getState().state).toBe('online'))
    const before = asked
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    document.dispatchEvent(new Event('visibilitychange'))
    expect(asked).toBe(before)
    hidden.mockReturnValue(false)
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.waitFor(() => expect(asked).toBeGreaterThan(before))
    stop()
  })

  test('has a model as soon as one was connected on this page', async () => {
    isConnected = false
    const status = createServiceStatus(createApi({ origin: origin() }))
    const stop = status.watch()
    await vi.waitFor(() => expect(status.store.getState().state).toBe('degraded'))
    isConnected = true
    await status.refresh()
    expect(status.store.getState().state).toBe('online')
    stop()
  })
})
