import { once } from 'node:events'
import { createServer, request as send } from 'node:http'

/** The way between pages and their server, which lets a number of chunks of uploads through and then cuts connections. */
export interface UploadGate {
  /** URL of the server through it */
  readonly url: string
  /** offsets of the chunks that the server took, in their order */
  readonly offsets: readonly number[]
  /** Lets this many chunks through altogether. */
  allow(most: number): void
  close(): Promise<void>
}

export async function openUploadGate(to: string): Promise<UploadGate> {
  const { hostname, port } = new URL(to)
  const offsets: number[] = []
  let most = Infinity
  const server = createServer((request, response) => {
    const isChunk =
      request.method === 'PATCH' && request.url?.startsWith('/api/attachments/uploads/') === true
    if (isChunk && offsets.length >= most) return void request.socket.destroy()
    const { method, url: path, headers } = request
    const onward = send({ hostname, port, method, path, headers }, (serverResponse) => {
      if (isChunk && serverResponse.statusCode === 204) offsets.push(Number(headers['upload-offset']))
      response.writeHead(serverResponse.statusCode ?? 502, serverResponse.headers)
      serverResponse.pipe(response)
    })
    onward.on('error', () => response.destroy())
    response.on('close', () => onward.destroy())
    request.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port could be had')
  return {
    url: `http://127.0.0.1:${address.port}`,
    offsets,
    allow(count) {
      most = count
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
