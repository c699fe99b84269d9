import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** The connection between a page and its server, which can be cut. */
export interface Cable {
  /** URL of the server through it */
  readonly url: string
  /** Closes all connections, and rejects new ones until it is restored. */
  cut(): void
  mend(): void
  close(): Promise<void>
}

export async function layCable(to: string): Promise<Cable> {
  const { hostname, port } = new URL(to)
  const open = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return void near.destroy()
    const far = connect(Number(port), hostname)
    for (const [socket, other] of [[near, far] as const, [far, near] as const]) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => {
        open.delete(socket)
        other.destroy()
      })
    }
    near.pipe(far).pipe(near)
  })
  const cutAll = () => {
    for (const socket of open) socket.destroy()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port could be had')
  return {
    url: `http://127.0.0.1:${address.port}`,
    cut() {
      isCut = true
      cutAll()
    },
    mend() {
      isCut = false
    },
    async close() {
      cutAll()
      server.close()
      await once(server, 'close')
    },
  }
}
