import { test as base, expect } from '@playwright/test'
import { startUpstream, type Upstream } from '../../fakes/upstream/index.ts'
import { startVee, type Vee } from '../vee.ts'
import { readContract, type PublishedContract } from './published-contract.ts'

export { expect } from '@playwright/test'

/** A secret that must never be part of a response. */
const VENDOR_KEY = 'sk-conformance-0123456789'

/** The host's two models, and one that it did not choose. */
const VENDOR_MODELS = ['gpt-4o', 'gpt-4o-mini', 'gpt-dearest']

interface Event {
  readonly id: number
  readonly data: { readonly type: string; readonly [field: string]: unknown }
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
  readonly text: string
  /** undefined if it is not JSON */
  readonly json: unknown
  /** for a complete stream */
  readonly events: readonly Event[]
}

interface Sending {
  readonly headers?: Readonly<Record<string, string>>
  /** an object is sent as JSON; everything else unchanged */
  readonly body?: object | string | Uint8Array<ArrayBuffer> | FormData
  readonly signal?: AbortSignal
}

/**
 * The server as used by another program: over HTTP only, with every response validated against the published
 * contract.
 */
export interface Api {
  readonly url: string
  readonly contract: PublishedContract
  /** Sends a request without reading its response. */
  open(method: string, path: string, sending?: Sending): Promise<Response>
  /** Reads a complete response and checks the common rules. */
  read(method: string, path: string, response: Response): Promise<Answer>
  call(method: string, path: string, sending?: Sending): Promise<Answer>
  /** returns the headers of a newly signed-in user */
  signIn(): Promise<Readonly<Record<string, string>>>
}

interface Fixtures {
  readonly upstream: Upstream
  readonly api: Api
}

interface Host {
  readonly upstream: Upstream
  readonly vee: Vee
  readonly api: Api
}

/**
 * One server for all tests of a file, because none of them affects later ones; the vendor is reset for each
 * test.
 */
export const test = base.extend<Fixtures, { readonly host: Host }>({
  host: [
    async ({}, use) => {
      const upstream = await startUpstream({ models: VENDOR_MODELS })
      const vee = await startVee({
        OPENAI_API_KEY: VENDOR_KEY,
        OPENAI_BASE_URL: `${upstream.url}/v1`,
        DEMO_REPLIES_PER_DAY: '1000000',
        GLOBAL_REQUESTS_PER_HOUR: '1000000',
      })
      await use({ upstream, vee, api: await apiOf(vee) })
      await vee.close()
      await upstream.close()
    },
    { scope: 'worker' },
  ],
  upstream: async ({ host }, use) => {
    host.upstream.reset()
    await use(host.upstream)
  },
  api: async ({ host, upstream }, use) => {
    expect(upstream.requests).toEqual([])
    await use(host.api)
  },
})

const isPlain = (body: unknown): body is string | Uint8Array<ArrayBuffer> | FormData =>
  typeof body === 'string' || body instanceof Uint8Array || body instanceof FormData

export async function apiOf(vee: Vee): Promise<Api> {
  const document = await fetch(`${vee.url}/api/openapi.json`)
  const contract = readContract((await document.json()) as Parameters<typeof readContract>[0])
  const secrets = [VENDOR_KEY, vee.passphrase]

  const api: Api = {
    url: vee.url,
    contract,
    open: (method, path, { headers = {}, body, signal } = {}) =>
      fetch(`${vee.url}/api${path}`, {
        method,
        headers: {
          'x-client-version': '1.0.0',
          'x-session-id': 'conformance',
          ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: isPlain(body) ? body : JSON.stringify(body) }),
        ...(signal && { signal }),
      }),
    async read(method, path, response) {
      const answer = await readAnswer(method, response)
      expectSound(answer, secrets)
      if (method !== 'HEAD') expectErrorBody(answer, path)
      const contentType = answer.headers.get('content-type')
      const isStream = contentType?.startsWith('text/event-stream')
      const jsonValues = method === 'HEAD' ? [] : [answer.json]
      const values = isStream ? answer.events.map(({ data }) => data) : jsonValues
      expect(contract.faultOf(method, path, { status: answer.status, contentType, values })).toBeUndefined()
      return answer
    },
    call: async (method, path, sending) => api.read(method, path, await api.open(method, path, sending)),
    async signIn() {
      const { json } = await api.call('POST', '/auth/global', { body: { password: vee.passphrase } })
      return { authorization: `Bearer ${(json as { token: string }).token}` }
    },
  }
  return api
}

async function readAnswer(method: string, response: Response): Promise<Answer> {
  const bytes = await response.bytes()
  const text = new TextDecoder().decode(bytes)
  const type = response.headers.get('content-type') ?? ''
  // A response to HEAD describes a body that it does not contain (RFC 9110, 9.3.2).
  const isJson = method !== 'HEAD' && /^application\/(scim\+)?json/.test(type)
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    text,
    json: isJson ? (JSON.parse(text) as unknown) : undefined,
    events: type.startsWith('text/event-stream') ? eventsIn(text) : [],
  }
}

/** Parses events strictly by the contract, and not with the project's own parser. */
function eventsIn(text: string): readonly Event[] {
  const blocks = text.split('\n\n').filter((block) => block !== '' && !block.startsWith(':'))
  return blocks.map((block) => {
    const [id, data, ...more] = block.split('\n')
    expect([id?.slice(0, 4), data?.slice(0, 6), more]).toEqual(['id: ', 'data: ', []])
    return { id: Number(id?.slice(4)), data: JSON.parse(data?.slice(6) ?? '') as Event['data'] }
  })
}

/** Checks the common rules of responses: id, headers, the error format, and no leaked secrets. */
function expectSound({ status, headers, text }: Answer, secrets: readonly string[]): void {
  expect(headers.get('x-request-id')).toMatch(/^[\w-]{8,64}$/)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('cache-control')).toMatch(/no-store|no-cache/)
  for (const secret of secrets) expect(text).not.toContain(secret)
  if (status < 400) return
  expect(text).not.toMatch(/\.[cm]?[jt]s:\d+|node_modules|\bat .+ \(|file:\/\//)
  expect(status, text).not.toBe(500)
}

function expectErrorBody({ status, headers, json }: Answer, path: string): void {
  if (status < 400) return
  const requestId = headers.get('x-request-id')
  const isReadiness = status === 503 && typeof (json as { checks?: unknown }).checks === 'object'
  // Errors for directories have the format of RFC 7644.
  const isForDirectory = headers.get('content-type')?.startsWith('application/scim+json') === true
  if (isForDirectory) expect(json).toMatchObject({ status: String(status), detail: expect.any(String) })
  else if (path.startsWith('/openai/'))
    expect(json).toMatchObject({ error: { message: expect.any(String), type: expect.any(String) } })
  else if (!isReadiness)
    expect(json).toMatchObject({ error: expect.any(String), message: expect.any(String), requestId })
}
