import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, it, vi } from 'vitest'
import { limitResponseMemory } from './response-memory.ts'
import { answerErrors } from '../responses/errors.ts'

const MEGABYTE = 1_000_000

let server: FastifyInstance
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await server.close()
})

async function start(stalledMs = 60_000): Promise<number> {
  server = Fastify({ forceCloseConnections: true, trustProxy: true })
  answerErrors(server)
  limitResponseMemory(server, { totalBytes: 30 * MEGABYTE, networkBytes: 20 * MEGABYTE, stalledMs })
  // More than the buffers of the operating system hold for a connection.
  server.get('/large', async () => 'x'.repeat(9 * MEGABYTE))
  server.get('/small', async () => 'x')
  const waiting = new Promise((resolve) => setTimeout(resolve, 3 * stalledMs).unref())
  server.get('/late', async () => {
    await waiting
    return 'x'
  })
  return Number(new URL(await server.listen({ port: 0, host: '127.0.0.1' })).port)
}

/** Requests an answer and reads nothing of it. */
async function hold(port: number, from: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.pause()
  socket.write(`GET /large HTTP/1.1\r\nhost: a\r\nx-forwarded-for: ${from}\r\n\r\n`)
  return socket
}

const statusOf = async (port: number, path: string, from: string) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'x-forwarded-for': from } })
  await response.arrayBuffer()
  return response.status
}

it('counts answers that are not read for their network, and only while they wait', async () => {
  const port = await start()
  const held = [await hold(port, '192.0.2.1'), await hold(port, '192.0.2.1')]
  await vi.waitFor(async () => expect(await statusOf(port, '/large', '192.0.2.1')).toBe(503))
  expect(await statusOf(port, '/small', '192.0.2.1')).toBe(200)
  expect(await statusOf(port, '/large', '192.0.2.2')).toBe(200)
  for (const socket of held) socket.destroy()
  await vi.waitFor(async () => expect(await statusOf(port, '/large', '192.0.2.1')).toBe(200))
})

it('closes a connection whose client reads nothing, and none that waits for its answer', async () => {
  const port = await start(200)
  const accepted = once(server.server, 'connection') as Promise<[Socket]>
  const late = statusOf(port, '/late', '192.0.2.3')
  await accepted
  const stalled = once(server.server, 'connection') as Promise<[Socket]>
  await hold(port, '192.0.2.1')
  const [socket] = await stalled
  await once(socket, 'close')
  expect(await late).toBe(200)
})
