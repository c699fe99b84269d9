import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { getPrompt, listAgents } from '@vee/contract/http/agents'
import type { deleteAuth, postGlobalLogin } from '@vee/contract/http/accounts/auth'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTab, type FakeTab } from '../../../../fakes/browser/index.ts'
import { keepToken, readToken } from './auth-token.ts'
import { createSystemLog } from '../log.ts'
import { createApi } from './client.ts'

let server: Server | undefined
let tab: FakeTab
let requests: IncomingMessage[] = []

async function startApi(listener: RequestListener) {
  server = createServer((request, response) => {
    requests.push(request)
    listener(request, response)
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const log = createSystemLog()
  const { port } = server.address() as AddressInfo
  return { api: createApi({ origin: `http://127.0.0.1:${port}`, log }), log, port }
}

const respondWith =
  (status: number, body: unknown, headers: Record<string, string> = {}): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

const refusal = (error: string, message = 'no') => ({ error, message, requestId: 'r1' })

beforeEach(() => {
  tab = openTab()
  requests = []
})

afterEach(async () => {
  vi.unstubAllGlobals()
  server?.closeAllConnections()
  await new Promise((resolve) => server?.close(resolve))
})

describe('a call', () => {
  it('sends version, session and language below /api, and no authorization for visitors', async () => {
    const { api } = await startApi(respondWith(200, { agents: [] }))
    expect(await api.json<typeof listAgents>('GET', '/agents')).toEqual({ agents: [] })
    await api.json<typeof listAgents>('GET', '/agents')
    expect(requests[0]?.url).toBe('/api/agents')
    expect(requests[0]?.headers).toMatchObject({ 'x-client-version': '1.4.1', 'accept-language': 'en' })
    expect(requests[0]?.headers['x-time-zone']).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
    expect(requests[0]?.headers.authorization).toBeUndefined()
    expect(requests[0]?.headers['x-session-id']).toMatch(/^[\da-f]{32}$/)
    expect(requests[1]?.headers['x-session-id']).toBe(requests[0]?.headers['x-session-id'])
  })

  it('sends the token of a signed-in user', async () => {
    keepToken('secret-token', false)
    const { api } = await startApi(respondWith(204, ''))
    expect(await api.json<typeof deleteAuth>('DELETE', '/auth')).toBeNull()
    expect(requests[0]?.headers.authorization).toBe('Bearer secret-token')
  })

  it('inserts escaped parameters', async () => {
    const { api } = await startApi(respondWith(200, { id: 'x', content: 'y' }))
    await api.json<typeof getPrompt>('GET', '/prompts/{id}', { params: { id: 'a/b?c' } })
    expect(requests[0]?.url).toBe('/api/prompts/a%2Fb%3Fc')
  })

  it('logs method, path pattern, status and time, and no content', async () => {
    const { api, log } = await startApi(respondWith(200, { id: 'x', content: 'private words' }))
    await api.json<typeof getPrompt>('GET', '/prompts/{id}', { params: { id: 'private-id' } })
    expect(log.entries().map(({ level }) => level)).toEqual(['API_RES', 'API_REQ'])
    expect(log.entries()[1]?.message).toBe('GET /prompts/{id}')
    expect(log.entries()[0]?.message).toMatch(/^GET \/prompts\/\{id\} 200 \d+ ms$/)
    expect(JSON.stringify(log.entries())).not.toContain('private')
  })
})

describe('an error response', () => {
  it('becomes an error with all details of the server', async () => {
    const { api } = await startApi(
      respondWith(
        429,
        { ...refusal('RATE_LIMITED', 'Slow down'), details: { limit: 3 } },
        { 'retry-after': '7' },
      ),
    )
    await expect(api.json<typeof listAgents>('GET', '/agents')).rejects.toMatchObject({
      status: 429,
      code: 'RATE_LIMITED',
      message: 'Slow down',
      serverMessage: 'Slow down',
      details: { limit: 3 },
      requestId: 'r1',
      retryAfterSeconds: 7,
    })
  })

  it.each([
    [502, '<html>Bad gateway</html>', 'UNREACHABLE'],
    [504, '', 'TIMEOUT'],
    [500, 'null', 'INTERNAL'],
    [418, { error: '__proto__' }, 'INTERNAL'],
    [404, {}, 'NOT_FOUND'],
  ])('of a proxy (%i) gets a code with a text', async (status, body, code) => {
    const { api } = await startApi(respondWith(status, body))
    // Texts of proxies are not the server's and are not displayed: "Bad Gateway".
    const serverMessage = undefined
    await expect(api.json<typeof listAgents>('GET', '/agents')).rejects.toMatchObject({
      status,
      code,
      serverMessage,
    })
  })

  it('with 502 logs a hint that the backend host may be unreachable', async () => {
    const { api, log } = await startApi(respondWith(502, refusal('PROVIDER_ERROR')))
    await expect(api.json<typeof listAgents>('GET', '/agents')).rejects.toThrow('no')
    expect(
      log
        .entries()
        .map(({ message }) => message)
        .join('\n'),
    ).toContain('the backend host may be unreachable')
  })
})

describe('a 401', () => {
  it('removes the stored token from both storages and notifies', async () => {
    keepToken('dead', true)
    const { api } = await startApi(respondWith(401, refusal('SESSION_EXPIRED')))
    const expired = vi.fn<() => void>()
    api.onSessionExpired(expired)
    await expect(api.json<typeof listAgents>('GET', '/agents')).rejects.toThrow('no')
    expect(readToken()).toBeUndefined()
    expect(expired).toHaveBeenCalledOnce()
  })

  it('without a token notifies no one', async () => {
    const { api, log } = await startApi(respondWith(401, refusal('UNAUTHORIZED')))
    const expired = vi.fn<() => void>()
    api.onSessionExpired(expired)
    await expect(api.json<typeof listAgents>('GET', '/agents')).rejects.toThrow('no')
    expect(expired).not.toHaveBeenCalled()
    expect(log.entries()[0]?.message).toContain('401')
  })

  it('of a sign-in does not affect the existing token', async () => {
    keepToken('alive', false)
    const { api } = await startApi(respondWith(401, refusal('INVALID_CREDENTIALS')))
    const body = { password: 'wrong' }
    await expect(api.json<typeof postGlobalLogin>('POST', '/auth/global', { body })).rejects.toThrow('no')
    expect(readToken()).toBe('alive')
  })

  it('does not remove a token that was stored during the request', async () => {
    keepToken('old', false)
    const { api } = await startApi((request, response) => {
      keepToken('new', false)
      respondWith(401, refusal('SESSION_EXPIRED'))(request, response)
    })
    await expect(api.json<typeof listAgents>('GET', '/agents')).rejects.toThrow('no')
    expect(readToken()).toBe('new')
  })
})

describe('a request without a response', () => {
  it('distinguishes an offline browser from an unreachable server', async () => {
    const { api } = await startApi((request) => request.destroy())
    await expect(api.json<typeof listAgents>('GET', '/agents')).rejects.toMatchObject({
      status: 0,
      code: 'UNREACHABLE',
    })
    tab.goOffline()
    await expect(api.json<typeof listAgents>('GET', '/agents')).rejects.toMatchObject({ code: 'OFFLINE' })
  })

  it('ends after 90 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const arrived = Promise.withResolvers<void>()
    const { api } = await startApi(() => arrived.resolve())
    const call = api.json<typeof listAgents>('GET', '/agents')
    await arrived.promise
    vi.advanceTimersByTime(90_000)
    await expect(call).rejects.toMatchObject({ code: 'TIMEOUT' })
    vi.useRealTimers()
  })

  it("ends with its caller's signal, without an API error", async () => {
    const { api } = await startApi(() => controller.abort(new DOMException('stopped', 'AbortError')))
    const controller = new AbortController()
    const call = api.json<typeof listAgents>('GET', '/agents', { signal: controller.signal })
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  })
})
