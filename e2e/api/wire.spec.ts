import { once } from 'node:events'
import { connect } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { expect, test, type Api } from './api.ts'

interface RawAnswer {
  readonly status: number
  readonly requestId: string | undefined
  readonly type: string | undefined
  readonly body: string
}

/**
 * Sends what no HTTP client would. The server closes the connection, unless `isAll` is set, which ends the
 * request.
 */
async function sendRaw(api: Api, lines: readonly string[], body = '', isAll = false): Promise<RawAnswer> {
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
  socket.write([...lines, '', body].join('\r\n'))
  if (isAll) socket.end()
  const answer = await textOf(socket)
  const [head = '', ...rest] = answer.split('\r\n\r\n')
  const header = (name: string) => new RegExp(`^${name}: (.+)$`, 'im').exec(head)?.[1]?.trim()
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]),
    requestId: header('x-request-id'),
    type: header('content-type'),
    body: rest.join('\r\n\r\n'),
  }
}

function expectError({ status, requestId, body }: RawAnswer, expected: number, error: string): void {
  expect([status, JSON.parse(body)]).toEqual([
    expected,
    {
      error,
      message: expect.any(String),
      requestId: expect.stringMatching(/^[\w-]{8,64}$/),
      ...(error === 'VALIDATION' && { details: [{ path: '', message: expect.any(String) }] }),
    },
  ])
  expect((JSON.parse(body) as { requestId: string }).requestId).toBe(requestId)
}

const HOST = ['Host: localhost', 'Connection: close']
const JSON_POST = ['POST /api/chat HTTP/1.1', ...HOST, 'Content-Type: application/json']

for (const [name, lines, body] of [
  ['no HTTP', ['\u0016\u0003\u0001 hello'], ''],
  ['a method that does not exist', ['FOO /api/health HTTP/1.1', ...HOST], ''],
  ['HTTP/2 without being asked', ['PRI * HTTP/2.0', '', 'SM'], ''],
  ['40 kB of headers', ['GET /api/health HTTP/1.1', ...HOST, `X-Big: ${'a'.repeat(40_000)}`], ''],
  [
    '3,000 headers',
    ['GET /api/health HTTP/1.1', ...HOST, ...Array.from({ length: 3_000 }, (_, i) => `A${i}: b`)],
    '',
  ],
  ['a path of 40 kB', [`GET /api/${'a'.repeat(40_000)} HTTP/1.1`, ...HOST], ''],
  ['two lengths', [...JSON_POST, 'Content-Length: 2', 'Content-Length: 3'], '{}'],
  ['a length and chunks', [...JSON_POST, 'Content-Length: 2', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
  ['chunks that are none', [...JSON_POST, 'Transfer-Encoding: chunked'], 'zz\r\n{}'],
] as const) {
  test(`${name} is answered in the format of errors`, async ({ api }) => {
    expectError(await sendRaw(api, lines, body), 400, 'VALIDATION')
  })
}

test('a body shorter than its length is answered in the format of errors', async ({ api }) => {
  expectError(await sendRaw(api, [...JSON_POST, 'Content-Length: 20'], '{}', true), 400, 'VALIDATION')
})

for (const method of ['OPTIONS', 'PUT', 'PATCH', 'TRACE', 'PROPFIND']) {
  test(`${method} is not an endpoint`, async ({ api }) => {
    for (const path of ['/api/health', '/api/chat', '/api/nothing', '/en/'])
      expectError(await sendRaw(api, [`${method} ${path} HTTP/1.1`, ...HOST]), 404, 'NOT_FOUND')
  })
}

for (const path of ['/api', '/api/', '/api/nothing', '/api/%zz', '/api/chat/replies/%ff', '/api/../api/x'])
  test(`${path} is not an endpoint, and not a page`, async ({ api }) => {
    expectError(await sendRaw(api, [`GET ${path} HTTP/1.1`, ...HOST]), 404, 'NOT_FOUND')
  })

for (const path of ['/', '/en/', '/ja-JP/anything/at/all', '/nonsense?api=1', '/apiary'])
  test(`${path} is the app`, async ({ api }) => {
    const page = await sendRaw(api, [`GET ${path} HTTP/1.1`, ...HOST])
    expect(page).toMatchObject({ status: 200, type: 'text/html; charset=utf-8' })
  })

for (const path of [
  '/../package.json',
  '/assets/..%2f..%2f..%2fpackage.json',
  '/%2e%2e/%2e%2e/package.json',
  '/%00',
])
  test(`${path} does not escape the served folder`, async ({ api }) => {
    expectError(await sendRaw(api, [`GET ${path} HTTP/1.1`, ...HOST]), 404, 'NOT_FOUND')
  })

test('HEAD returns the headers of an endpoint without its body', async ({ api }) => {
  for (const path of ['/api/health', '/api/ready', '/api/agents', '/api/openapi.json', '/api/docs', '/en/'])
    expect(await sendRaw(api, [`HEAD ${path} HTTP/1.1`, ...HOST])).toMatchObject({ status: 200, body: '' })
})

for (const [type, status, error] of [
  ['Content-Type: text/plain', 415, 'UNSUPPORTED_MEDIA'],
  ['Content-Type: application/x-www-form-urlencoded', 415, 'UNSUPPORTED_MEDIA'],
  ['Content-Type: multipart/form-data; boundary=b', 415, 'UNSUPPORTED_MEDIA'],
  ['Content-Type: ;;;', 415, 'UNSUPPORTED_MEDIA'],
  ['X-Nothing: said', 415, 'UNSUPPORTED_MEDIA'],
] as const) {
  test(`a body with ${type} is not read`, async ({ api }) => {
    const answer = await sendRaw(api, ['POST /api/chat HTTP/1.1', ...HOST, type, 'Content-Length: 2'], '{}')
    expectError(answer, status, error)
  })
}

for (const [name, body] of [
  ['the prototype', '{"messages":[{"role":"user","content":"Hi"}],"__proto__":{"admin":true}}'],
  ['the constructor', '{"messages":[{"role":"user","content":"Hi","constructor":{"prototype":{"x":1}}}]}'],
  ['100,000 brackets', '['.repeat(100_000)],
  ['half an object', '{"messages":'],
] as const) {
  test(`${name} is not accepted as JSON`, async ({ api }) => {
    const answer = await sendRaw(api, [...JSON_POST, `Content-Length: ${Buffer.byteLength(body)}`], body)
    expectError(answer, 400, 'MALFORMED_JSON')
  })
}

test('a body that is announced as too large is rejected before it arrives', async ({ api }) => {
  expectError(await sendRaw(api, [...JSON_POST, 'Content-Length: 99999999'], '{}'), 413, 'TOO_LARGE')
})

test('duplicate headers do not change the caller', async ({ api }) => {
  const twice = ['X-Session-Id: a', 'X-Session-Id: b', 'X-Request-Id: first-one', 'X-Request-Id: second-one']
  const answer = await sendRaw(api, ['GET /api/auth HTTP/1.1', ...HOST, ...twice])
  expect(JSON.parse(answer.body)).toMatchObject({ authenticated: false })
  expect(answer.requestId).not.toMatch(/first|second/)
  const tokens = ['Authorization: Bearer one', 'Authorization: Bearer two']
  expect((await sendRaw(api, ['GET /api/auth HTTP/1.1', ...HOST, ...tokens])).status).toBe(401)
})

test('a slow body is awaited', async ({ api }) => {
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
  const body = JSON.stringify({ messages: [{ role: 'user', content: 'Hello' }] })
  socket.write([...JSON_POST, 'Expect: 100-continue', `Content-Length: ${body.length}`, '', ''].join('\r\n'))
  await once(socket, 'data')
  for (const character of body) await new Promise((resolve) => void socket.write(character, resolve))
  expect(await textOf(socket)).toMatch(/^HTTP\/1\.1 200 /)
})
