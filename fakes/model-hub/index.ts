import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Faults of the hub; each is active until `reset`. */
interface HubFaults {
  /** cuts the connection of a request after this many bytes of its body */
  readonly cutAfterBytes?: number
  /** number of requests that are cut; default: all */
  readonly cuts?: number
  /** responds to this many requests for files with 503 */
  readonly refusals?: number
  /** sends whole files, for any requested range */
  readonly ignoresRanges?: boolean
  /** sends wrong bytes of the right length */
  readonly sendsOtherBytes?: boolean
  /** sends half of a file, and the rest when it resolves */
  readonly holds?: Promise<void>
  /** accepts connections and never responds, as behind a firewall that drops packets */
  readonly hangs?: boolean
}

export interface ModelHub {
  /** without a trailing slash */
  readonly url: string
  /** `Range` of each request for bytes, in order; '' for a whole file */
  readonly ranges: string[]
  /** `If-Range` of each of them; '' without it */
  readonly conditions: string[]
  fail(faults: HubFaults): void
  reset(): void
  close(): Promise<void>
}

/** Delay between the last bytes and the end of a broken connection, in ms. */
const LINE_DELAY_MS = 20

/** Content of files by `repository/resolve/revision/path`. */
export type HubFiles = Readonly<Record<string, Uint8Array>>

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/**
 * Starts a hub with the URLs of Hugging Face: a file's URL redirects to its bytes, on a server with support
 * for ranges.
 */
export async function startModelHub(files: HubFiles): Promise<ModelHub> {
  const ranges: string[] = []
  const conditions: string[] = []
  let faults: HubFaults = {}
  let refused = 0
  let cut = 0

  async function serveRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (faults.hangs === true) return
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://hub').pathname).slice(1)
    const isBytes = path.startsWith('cdn/')
    const content = files[isBytes ? path.slice('cdn/'.length) : path]
    if (!content) return void response.writeHead(404).end('Entry not found')
    if (!isBytes) return void response.writeHead(302, { location: `/cdn/${path}` }).end()
    if (refused < (faults.refusals ?? 0)) {
      refused += 1
      return void response.writeHead(503).end()
    }
    const range = request.headers.range ?? ''
    ranges.push(range)
    const whole = faults.sendsOtherBytes ? content.map((byte) => byte ^ 1) : content
    const etag = `"${sha256(whole)}"`
    const condition = request.headers['if-range'] ?? ''
    conditions.push(String(condition))
    // RFC 9110, 13.1.5: a range if the client's version is current, otherwise the whole current file.
    const isPart = range !== '' && faults.ignoresRanges !== true && (condition === '' || condition === etag)
    const start = isPart ? Number(/^bytes=(\d+)-$/.exec(range)?.[1] ?? 0) : 0
    if (start >= content.length) return void response.writeHead(416).end()
    const body = whole.subarray(start)
    response.writeHead(isPart ? 206 : 200, {
      etag,
      'content-length': body.length,
      ...(isPart && { 'content-range': `bytes ${start}-${content.length - 1}/${content.length}` }),
    })
    const { cutAfterBytes, cuts = Infinity, holds } = faults
    if (holds) {
      const half = Math.ceil(body.length / 2)
      response.write(body.subarray(0, half))
      await holds
      return void response.end(body.subarray(half))
    }
    if (cutAfterBytes === undefined || cutAfterBytes >= body.length || cut >= cuts) {
      return void response.end(body)
    }
    cut += 1
    // A broken connection has delivered the bytes before the end: clients discard those that arrive together
    // with it.
    response.write(body.subarray(0, cutAfterBytes), () => {
      setTimeout(() => response.socket?.destroy(), LINE_DELAY_MS)
    })
  }

  const server = createServer((request, response) => void serveRequest(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    ranges,
    conditions,
    fail(next) {
      faults = next
      refused = 0
      cut = 0
    },
    reset() {
      faults = {}
      refused = 0
      cut = 0
      ranges.length = 0
      conditions.length = 0
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
