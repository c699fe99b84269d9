import type { IncomingHttpHeaders, IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'

/** What a fake service of streaming transcription does. */
export interface StreamScript {
  /** the words that it recognizes, one for each quarter of a second of audio */
  readonly text: string
  /** after so many words, the service finalizes them by itself; default: never */
  readonly finalAfterWords?: number
  /** after so many words of a turn, a service that judges turns expects its end; further words resume it */
  readonly earlyEndAfterWords?: number
  /** status with which it rejects the connection */
  readonly refusal?: number
  /** never answers the upgrade */
  readonly hangs?: boolean
  /** does this instead of emitting the n-th message (from 1), and all later ones */
  readonly fault?: {
    readonly atMessage: number
    readonly does: 'cut' | 'close' | 'stall' | 'error' | 'garbage'
  }
}

/** One connection to the fake, as it was received. */
interface StreamConnection {
  readonly url: URL
  readonly headers: IncomingHttpHeaders
  /** JSON messages of the client */
  readonly messages: readonly Record<string, unknown>[]
  /** bytes of audio, decoded */
  readonly audioBytes: number
  readonly isOpen: boolean
  readonly closed: Promise<void>
}

export interface StreamService {
  /** number of rejected connections */
  readonly refusals: number
  readonly connections: readonly StreamConnection[]
  script(script: StreamScript): void
  /** Breaks all connections; called before the server is closed. */
  cut(): void
}

/** A protocol of streaming transcription. */
export interface StreamProtocol {
  readonly path: string
  /** bytes of audio of one second */
  readonly bytesPerSecond: number
  readonly errorMessage: object
  isAuthorized(headers: IncomingHttpHeaders): boolean
  start(session: StreamSession): {
    /** @param message JSON, or the audio of a binary message */
    receive(message: Record<string, unknown> | Buffer): void
  }
}

/** The services of the fake for a protocol. */
interface StreamSession {
  readonly url: URL
  readonly script: StreamScript
  readonly send: (message: object) => void
  /** Counts audio. Returns the words that were spoken by then. */
  readonly hear: (bytes: number) => readonly string[]
  readonly close: () => void
}

const WORDS_PER_SECOND = 4
/** A resampler holds back less than a millisecond. */
const ROUNDING = 0.01

/** Serves streaming transcription on a fake's HTTP server. */
export function serveTranscriptionStreams(server: Server, protocol: StreamProtocol): StreamService {
  const sockets = new WebSocketServer({ noServer: true })
  const connections: StreamConnection[] = []
  const raw = new Set<Duplex>()
  let refusals = 0
  let script: StreamScript = { text: '' }
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => undefined)
    raw.add(socket)
    socket.once('close', () => raw.delete(socket))
    const url = new URL(request.url ?? '', 'http://localhost')
    if (script.hangs) return
    const refusal = protocol.isAuthorized(request.headers) ? script.refusal : 401
    if (url.pathname !== protocol.path || refusal !== undefined) {
      refusals += 1
      socket.end(`HTTP/1.1 ${refusal ?? 404} No\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`)
      return
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) =>
      connections.push(connect(webSocket, url, request.headers, script, protocol)),
    )
  })
  return {
    connections,
    get refusals() {
      return refusals
    },
    script(next) {
      script = next
    },
    cut() {
      for (const socket of raw) socket.destroy()
    },
  }
}

function connect(
  socket: WebSocket,
  url: URL,
  headers: IncomingHttpHeaders,
  script: StreamScript,
  protocol: StreamProtocol,
): StreamConnection {
  const words = script.text.split(' ').filter((word) => word !== '')
  const messages: Record<string, unknown>[] = []
  let audioBytes = 0
  let sent = 0
  let isOpen = true
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  void closed.then(() => (isOpen = false))
  socket.on('error', () => undefined)
  const send = (message: object) => {
    const { fault } = script
    sent += 1
    if (fault && sent >= fault.atMessage) {
      if (fault.does === 'cut') socket.terminate()
      else if (fault.does === 'close') socket.close(1011)
      else if (fault.does === 'error' && sent === fault.atMessage)
        socket.send(JSON.stringify(protocol.errorMessage))
      else if (fault.does === 'garbage') {
        // Neither of them is an event of the protocol; the real one follows.
        socket.send('{"type":')
        socket.send('{"type":"something.new","value":[1]}')
        socket.send(JSON.stringify(message))
      }
      return
    }
    socket.send(JSON.stringify(message))
  }
  const session = protocol.start({
    url,
    script,
    send,
    hear(bytes) {
      audioBytes += bytes
      return words.slice(0, Math.floor((audioBytes / protocol.bytesPerSecond) * WORDS_PER_SECOND + ROUNDING))
    },
    close: () => socket.close(1000),
  })
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) return session.receive(data)
    const message = JSON.parse(data.toString('utf8')) as Record<string, unknown>
    messages.push(message)
    session.receive(message)
  })
  return {
    url,
    headers,
    messages,
    closed,
    get audioBytes() {
      return audioBytes
    },
    get isOpen() {
      return isOpen
    },
  }
}
