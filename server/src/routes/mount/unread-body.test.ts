import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import { defineCall } from '@vee/contract/http/call'
import { type MountedRoutes, serveRoutes } from '../../../../fakes/mounted-routes.ts'
import { json, route } from '../route.ts'

let mounted: MountedRoutes | undefined
afterEach(() => mounted?.close())

const post = defineCall({
  method: 'POST',
  path: '/post',
  area: 'test',
  summary: '',
  access: 'public',
  body: { kind: 'json', schema: z.unknown() },
  answers: { 200: { kind: 'json', schema: z.unknown() } },
  errors: [],
})
const postRoute = route(post, () => json(null))

it.each([
  ['too large, said beforehand', 'application/json', false, 413],
  ['too large, said by nobody', 'application/json', true, 413],
  ['of a kind that is not taken', 'audio/wav', true, 415],
])(
  'reaches the sender of a body that is %s, and the connection lives on',
  async (_, type, isChunked, status) => {
    mounted = await serveRoutes([postRoute])
    const { port, pathname } = new URL(`${mounted.api}/post`)
    const socket = connect(Number(port), '127.0.0.1')
    const part = Buffer.alloc(1024 * 1024, 'y')
    const parts = 40
    const length = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${parts * part.length}`
    const send = (piece: string | Buffer) => new Promise((done) => void socket.write(piece, done))
    let answers = ''
    socket.on('data', (piece) => (answers += piece.toString()))
    await send(`POST ${pathname} HTTP/1.1\r\nHost: vee\r\nContent-Type: ${type}\r\n${length}\r\n\r\n`)
    for (let sent = 0; sent < parts; sent += 1) {
      if (isChunked) await send(`${part.length.toString(16)}\r\n`)
      await send(part)
      if (isChunked) await send('\r\n')
    }
    if (isChunked) await send('0\r\n\r\n')
    await send(`GET ${pathname} HTTP/1.1\r\nHost: vee\r\nConnection: close\r\n\r\n`)
    await once(socket, 'close')
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`, 'HTTP/1.1 404'])
  },
)
