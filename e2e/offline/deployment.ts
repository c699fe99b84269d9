import { once } from 'node:events'
import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy in front of Vee that can deploy a new version. */
export interface Deployment {
  readonly url: string
  /** Changes the service worker, as a change of any file of the initial page does. */
  bringOutNewVersion(): void
  close(): Promise<void>
}

/** Forwards everything to `origin` except /sw.js, which contains the version. */
export async function deploy(origin: string): Promise<Deployment> {
  let version = 1
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === '/sw.js') {
      void fetch(new URL('/sw.js', origin))
        .then((response) => response.text())
        .then((worker) => {
          outgoing.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' })
          outgoing.end(`${worker}\n// version ${version}`)
        })
      return
    }
    const { method, headers } = incoming
    const onward = forward(new URL(incoming.url ?? '/', origin), { method, headers })
    onward.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bringOutNewVersion() {
      version += 1
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
