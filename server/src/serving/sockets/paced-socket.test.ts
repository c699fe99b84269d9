import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, it, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { PacedSocket } from './paced-socket.ts'

const CHUNK = new Uint8Array(64 * 1024)
/** More than the buffers of the operating system hold for a connection. */
const CHUNKS = 500

async function connect() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = new WebSocket(`ws://127.0.0.1:${port}`)
  const [[near]] = (await Promise.all([once(server, 'connection'), once(client, 'open')])) as [
    [WebSocket],
    unknown,
  ]
  client.pause()
  return {
    near,
    client,
    close: () => {
      client.terminate()
      server.close()
    },
  }
}

it('waits while the client reads nothing, and continues afterwards', async () => {
  const { near, client, close } = await connect()
  let taken = 0
  client.on('message', (data: Buffer) => (taken += data.length))
  const pacedSocket = new PacedSocket(near, {
    onStalled: () => near.terminate(),
    onUnread: () => near.terminate(),
  })
  let sent = 0
  const sending = (async () => {
    for (; sent < CHUNKS; sent += 1) await pacedSocket.sendPaced(CHUNK)
  })()
  await vi.waitFor(() => expect(near.bufferedAmount).toBeGreaterThan(96_000))
  expect(sent).toBeLessThan(CHUNKS)

  client.resume()
  await sending
  await vi.waitFor(() => expect(taken).toBe(CHUNKS * CHUNK.length))
  close()
})

it('sends nothing any more to a client that leaves too much unread', async () => {
  const { near, close } = await connect()
  const onUnread = vi.fn()
  const pacedSocket = new PacedSocket(near, {
    onStalled: () => near.terminate(),
    onUnread,
    maxUnreadBytes: 1_000_000,
  })
  for (let sent = 0; sent < 2 * CHUNKS; sent += 1) pacedSocket.send({ text: 'x'.repeat(64 * 1024) })
  void pacedSocket.sendPaced(CHUNK)
  expect(onUnread).toHaveBeenCalledOnce()
  expect(near.bufferedAmount).toBeLessThanOrEqual(1_000_000)
  close()
})
