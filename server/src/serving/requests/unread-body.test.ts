import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import { defineEndpoint } from '@vee/contract/http/endpoint'
import { type MountedRoutes, serveRoutes } from '../../../../fakes/mounted-routes.ts'
import { json, route } from '../route.ts'

let mounted: MountedRoutes | undefined
afterEach(() => mounted?.close())

const postEndpoint = defineEndpoint({
  method: 'POST',
  path: '/post',
  tag: 'test',
  summary: '',
  access: 'public',
  body: { kind: 'json', schema: z.unknown() },
  responses: { 200: { kind: 'json', schema: z.unknown() } },
  errors: [],
})
const postRoute = route(postEndpoint, () => json(null))

it.each([
  ['too large, with a length', 'application/json', false, 413],
  ['too large, without a length', 'application/json', true, 413],
  ['of an unsupported type', 'audio/wav', true, 415],
])(
  'reaches the sender of a body that is %s, and the connection stays open',
  async (_, type, isChunked, status) => {
    mounted = await serveRoutes([postRoute])
    const { port, pathname } = new URL(`${mounted.api}/post`)
    const socket = connect(Number(port), '127.0.0.1')
    const megabyte = Buffer.alloc(1024 * 1024, 'y')
    const parts = 40
    const length = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${parts * megabyte.length}`
    const send = (piece: string | Buffer) => new Promise((done) => void socket.write(piece, done))
    let answers = ''
    socket.on('data', (piece) => (answers += piece.toString()))
    await send(`POST ${pathname} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\n${length}\r\n\r\n`)
    for (let sent = 0; sent < parts; sent += 1) {
      if (isChunked) await send(`${megabyte.length.toString(16)}\r\n`)
      await send(megabyte)
      if (isChunked) await send('\r\n')
    }
    if (isChunked) await send('0\r\n\r\n')
    await send(`GET ${pathname} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    await once(socket, 'close')
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`, 'HTTP/1.1 404'])
  },
)

it('the body of a public endpoint is small, and one for members is read for members only', async () => {
  const shape = {
    tag: 'test',
    summary: '',
    errors: [],
    responses: { 200: { kind: 'json', schema: z.unknown() } },
  } as const
  const body = { kind: 'json', schema: z.unknown() } as const
  const open = defineEndpoint({ ...shape, method: 'POST', path: '/open', access: 'public', body })
  const long = defineEndpoint({
    ...shape,
    method: 'POST',
    path: '/long',
    access: 'public',
    body: { ...body, maxBytes: 8_388_608 },
  })
  const closed = defineEndpoint({ ...shape, method: 'POST', path: '/closed', access: 'signed-in', body })
  mounted = await serveRoutes([open, long, closed].map((call) => route(call, () => json(null))))
  const postBytes = async (path: string, size: number) =>
    (
      await fetch(`${mounted?.api}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify('a'.repeat(size)),
      })
    ).status
  expect(await postBytes('/open', 65_000)).toBe(200)
  expect(await postBytes('/open', 66_000)).toBe(413)
  expect(await postBytes('/long', 66_000)).toBe(200)
  expect(await postBytes('/closed', 66_000)).toBe(401)
  expect(await postBytes('/closed', 9_000_000)).toBe(401)
})
