import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { afterEach, expect, it, vi } from 'vitest'
import { limitBodyMemory, readWhole } from './body-memory.ts'
import { answerErrors } from '../responses/errors.ts'

const LIMITS = { totalBytes: 3_000, networkBytes: 2_000 }
let server: FastifyInstance
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await server.close()
})

async function start(withinMs = 60_000): Promise<number> {
  server = Fastify({ forceCloseConnections: true, trustProxy: true })
  answerErrors(server)
  limitBodyMemory(server, LIMITS)
  server.addContentTypeParser('application/json', async (request: FastifyRequest, payload: IncomingMessage) =>
    JSON.parse(String(await readWhole(request, payload, 10_000, withinMs))),
  )
  server.post('/', async () => ({}))
  const address = await server.listen({ port: 0, host: '127.0.0.1' })
  return Number(new URL(address).port)
}

/** Sends the head and part of a body, and leaves the connection open. */
async function begin(port: number, from: string, body: string, length = 1_500): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  await once(socket, 'connect')
  socket.write(
    `POST / HTTP/1.1\r\nhost: a\r\nx-forwarded-for: ${from}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n${body}`,
  )
  return socket
}

const postBody = async (port: number, from: string, body: string) => {
  const response = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body,
  })
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    body: await response.json(),
  }
}
const json = (length: number) => JSON.stringify('a'.repeat(length - 2))

it('incomplete bodies count for their network, and only while they are in memory', async () => {
  const port = await start()
  const held = await begin(port, '192.0.2.1', 'a'.repeat(1_400))
  await vi.waitFor(async () => expect((await postBody(port, '192.0.2.1', json(700))).status).toBe(503))
  expect(await postBody(port, '192.0.2.1', json(700))).toMatchObject({
    retryAfter: '5',
    body: { error: 'UNAVAILABLE' },
  })
  expect((await postBody(port, '192.0.2.2', json(700))).status).toBe(200)
  held.destroy()
  await vi.waitFor(async () => expect((await postBody(port, '192.0.2.1', json(700))).status).toBe(200))
})

it('bodies of all networks together count', async () => {
  const port = await start()
  await begin(port, '192.0.2.1', 'a'.repeat(1_400))
  await begin(port, '192.0.2.2', 'a'.repeat(1_400))
  await vi.waitFor(async () => expect((await postBody(port, '192.0.2.3', json(700))).status).toBe(503))
  expect((await postBody(port, '192.0.2.3', json(100))).status).toBe(200)
})

it('a body that is too slow is refused', async () => {
  const port = await start(20)
  const socket = await begin(port, '192.0.2.1', '"a')
  const [response] = (await once(socket, 'data')) as [Buffer]
  expect(String(response)).toMatch(/^HTTP\/1\.1 400 .*The body did not arrive in time\./s)
})
