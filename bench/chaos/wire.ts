import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A network between two programs that can go dead: all data is dropped without notification. */
export interface Wire {
  readonly port: number
  goDead(): void
  comeBack(): void
  close(): void
}

export async function stretchWire(address: string, target: number): Promise<Wire> {
  let isDead = false
  const ends = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(target, address)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(one)
      one.on('error', () => undefined)
      one.on('data', (data) => {
        if (!other.write(data)) one.pause()
      })
      one.on('drain', () => {
        if (!isDead) other.resume()
      })
      one.on('close', () => {
        ends.delete(one)
        other.destroy()
      })
      if (isDead) one.pause()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const each = (work: (socket: Socket) => void) => ends.forEach(work)
  return {
    port: (server.address() as { port: number }).port,
    goDead() {
      isDead = true
      each((socket) => socket.pause())
    },
    comeBack() {
      isDead = false
      each((socket) => socket.resume())
    },
    close() {
      each((socket) => socket.destroy())
      server.close()
    },
  }
}
