import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'

/** A reply of the fake: 0.25 s of sound for each word. */
export interface FakeReply {
  readonly text: string
  /** a tool that it calls after its text; the next reply of the script continues */
  readonly call?: { readonly name: string; readonly arguments: string }
  /** the reply pauses after so many words until `release` */
  readonly holdAfterWords?: number
  readonly hasNoSound?: boolean
  readonly hasNoWords?: boolean
}

/** A list, or what generates one. */
type Script<T> = Pick<readonly T[], 'at' | 'length'>

/** What a fake service of live models does. */
export interface LiveModelScript {
  /** the words of the spoken turns of the user, in order; undefined: the turn cannot be transcribed */
  readonly heard?: Script<string | undefined>
  /** the transcripts pause until `releaseWords` */
  readonly containsWords?: boolean
  /** the replies, in order */
  readonly replies?: Script<FakeReply>
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
interface LiveModelConnection {
  readonly url: URL
  readonly headers: IncomingHttpHeaders
  /** JSON messages of the client, without its audio */
  readonly messages: readonly Record<string, unknown>[]
  /** seconds of audio that were received */
  readonly audioSeconds: number
  /** number of messages that were sent */
  readonly sent: number
  readonly isOpen: boolean
  readonly closed: Promise<void>
  /** continues a reply that paused */
  release(): void
  releaseWords(): void
  /** resolves when the client has received everything so far */
  settled(): Promise<void>
  /** the vendor announces, or does, the end of the session */
  expire(): void
  /** Does that now. */
  fail(does: 'cut' | 'close' | 'error'): void
}

export interface LiveModelService {
  readonly url: string
  /** number of rejected connections */
  readonly refusals: number
  readonly connections: readonly LiveModelConnection[]
  script(script: LiveModelScript): void
  close(): Promise<void>
}

/** The services of the fake for a protocol. */
export interface LiveModelPeer {
  readonly url: URL
  send(message: object): void
  /** Returns the words of the next spoken turn. */
  nextHeard(): string | undefined
  /** Returns the next reply. */
  nextReply(): FakeReply
  /** resolves when the transcript may be sent */
  readonly words: () => Promise<void>
  /** resolves when a held reply continues */
  readonly released: () => Promise<void>
  close(): void
}

/** A protocol of live models. */
export interface LiveModelProtocol {
  readonly path: string
  /** an error of the vendor; absent: it closes the connection with `errorClose` */
  readonly errorMessage?: object
  readonly errorClose?: { readonly code: number; readonly reason: string }
  /** true: JSON is sent in binary messages */
  readonly isBinary?: boolean
  isAuthorized(url: URL, headers: IncomingHttpHeaders): boolean
  start(peer: LiveModelPeer): {
    receive(message: Record<string, unknown>): void
    /** Returns the audio of a message, if it is one with audio: 16-bit mono of that rate. */
    audioOf(message: Record<string, unknown>): { readonly pcm: Buffer; readonly rate: number } | undefined
    /** called when the voice of the user starts and ends; positions in ms of audio */
    onVoice(state: 'started' | 'ended', atMs: number): void
    expire(): void
  }
}

/** 0.25 s of a tone at 24 kHz. */
export const WORD_SOUND = (() => {
  const samples = Int16Array.from({ length: 6_000 }, (_, index) => Math.round(9_000 * Math.sin(index / 12)))
  return Buffer.from(samples.buffer)
})()
export const WORD_MS = 250
const SILENCE_MS = 500
const LOUD = 0.01

/** Starts a fake service of live models for a protocol. */
export async function startLiveModelService(protocol: LiveModelProtocol): Promise<LiveModelService> {
  const server = createServer((_request, response) => response.writeHead(404).end())
  const sockets = new WebSocketServer({ noServer: true })
  const connections: LiveModelConnection[] = []
  const raw = new Set<Duplex>()
  let refusals = 0
  let script: LiveModelScript = {}
  const taken = { heard: 0, replies: 0 }
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => undefined)
    raw.add(socket)
    socket.once('close', () => raw.delete(socket))
    const url = new URL(`http://localhost${request.url ?? ''}`)
    if (script.hangs) return
    const refusal = protocol.isAuthorized(url, request.headers) ? script.refusal : 401
    // Google's client writes two slashes.
    if (url.pathname.replace(/^\/+/, '/') !== protocol.path || refusal !== undefined) {
      refusals += 1
      socket.end(`HTTP/1.1 ${refusal ?? 404} No\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`)
      return
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) =>
      connections.push(connect(webSocket, url, request.headers, { protocol, taken, script: () => script })),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections,
    get refusals() {
      return refusals
    },
    script(next) {
      script = next
      Object.assign(taken, { heard: 0, replies: 0 })
    },
    async close() {
      for (const socket of raw) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

interface ConnectionOptions {
  readonly protocol: LiveModelProtocol
  /** how much of the script was used; shared by all connections */
  readonly taken: { heard: number; replies: number }
  readonly script: () => LiveModelScript
}

function connect(
  socket: WebSocket,
  url: URL,
  headers: IncomingHttpHeaders,
  { protocol, taken, script }: ConnectionOptions,
): LiveModelConnection {
  const messages: Record<string, unknown>[] = []
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  let [audioMs, silentMs, sent, isSpeaking, isOpen] = [0, 0, 0, false, true]
  let release = Promise.withResolvers<void>()
  const words = Promise.withResolvers<void>()
  void closed.then(() => (isOpen = false))
  socket.on('error', () => undefined)
  const does = {
    cut: () => socket.terminate(),
    close: () => socket.close(1011),
    error: () => {
      const { errorMessage, errorClose } = protocol
      if (errorMessage) socket.send(JSON.stringify(errorMessage))
      else socket.close(errorClose?.code, errorClose?.reason)
    },
  }
  const send = (message: object) => {
    const { fault } = script()
    sent += 1
    if (fault && sent >= fault.atMessage) {
      if (fault.does === 'stall') return
      if (fault.does !== 'garbage') {
        if (fault.does !== 'error' || sent === fault.atMessage) does[fault.does]()
        return
      }
      // Neither of them is an event of the protocol; the real one follows.
      socket.send('{"type":')
      socket.send('{"type":"something.new","value":[1],"something":{"new":null}}')
    }
    const text = JSON.stringify(message)
    socket.send(protocol.isBinary ? Buffer.from(text) : text)
  }
  const peer = protocol.start({
    url,
    send,
    nextHeard: () => next(script().heard, taken.heard++),
    nextReply: () => next(script().replies, taken.replies++) ?? { text: 'hello there' },
    words: () => (script().containsWords ? words.promise : Promise.resolve()),
    released: () => release.promise,
    close: () => socket.close(1000),
  })
  const hear = (pcm: Buffer, rate: number) => {
    const ms = (pcm.length / 2 / rate) * 1_000
    audioMs += ms
    if (isLoud(pcm)) {
      silentMs = 0
      if (!isSpeaking) peer.onVoice('started', audioMs - ms)
      isSpeaking = true
      return
    }
    silentMs += ms
    if (!isSpeaking || silentMs < SILENCE_MS) return
    isSpeaking = false
    peer.onVoice('ended', audioMs)
  }
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString('utf8')) as Record<string, unknown>
    const audio = peer.audioOf(message)
    if (audio) return hear(audio.pcm, audio.rate)
    messages.push(message)
    peer.receive(message)
  })
  return {
    url,
    headers,
    messages,
    closed,
    get audioSeconds() {
      return audioMs / 1_000
    },
    get sent() {
      return sent
    },
    get isOpen() {
      return isOpen
    },
    release() {
      release.resolve()
      release = Promise.withResolvers()
    },
    releaseWords: () => words.resolve(),
    async settled() {
      socket.ping()
      await once(socket, 'pong')
    },
    expire: () => peer.expire(),
    fail: (what) => does[what](),
  }
}

const next = <T>(list: Script<T> | undefined, index: number): T | undefined => list?.at(index)

function isLoud(pcm: Buffer): boolean {
  let energy = 0
  for (let index = 0; index + 1 < pcm.length; index += 2) energy += (pcm.readInt16LE(index) / 0x8000) ** 2
  return Math.sqrt(energy / Math.max(1, pcm.length / 2)) > LOUD
}
