import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy to a server on this machine that can be cut, to simulate an unavailable database. */
export interface CutLine {
  readonly port: number
  isCut(): void
  mend(): void
  close(): Promise<void>
}

export async function lineTo(host: string, port: number): Promise<CutLine> {
  const open = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) {
      near.destroy()
      return
    }
    const far = connect(port, host)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        open.delete(from)
        to.destroy()
      })
      from.pipe(to)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const end = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    isCut() {
      isCut = true
      end()
    },
    mend() {
      isCut = false
    },
    async close() {
      end()
      server.close()
      await once(server, 'close')
    },
  }
}
