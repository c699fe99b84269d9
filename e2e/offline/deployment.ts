import { once } from 'node:events'
import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A host before a Vee, who can bring out a new version of it. */
export interface Deployment {
  readonly url: string
  /** From now on the service worker is another one, as it is when any file of the first page changed. */
  bringOutNewVersion(): void
  close(): Promise<void>
}

/** Passes everything on to `origin`, but /sw.js, which names the version. */
export async function deploy(origin: string): Promise<Deployment> {
  let version = 1
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === '/sw.js') {
      void fetch(new URL('/sw.js', origin))
        .then((answer) => answer.text())
        .then((worker) => {
          outgoing.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' })
          outgoing.end(`${worker}\n// version ${version}`)
        })
      return
    }
    const { method, headers } = incoming
    const onward = forward(new URL(incoming.url ?? '/', origin), { method, headers })
    onward.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
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
