import { SOCKET_CLOSE, SOCKET_VERSION } from '@vee/contract/socket/socket-limits'
import type { SocketAnswer, SocketRequest } from '@vee/contract/socket/messages'
import type { VoiceSocket } from './open-socket.ts'
import type { SocketTransportOptions } from './ports.ts'

/** Time before another attempt after the server could not be reached, in ms … */
const UNREACHED_REST_MS = 10_000
/** … or rejected the connection. */
const REFUSED_REST_MS = 60_000
/** Timeout for opening a socket, in ms. */
const OPENING_LIMIT_MS = 5_000

interface LinkListener {
  /** called when the socket is open and hello was sent */
  ready(): void
  answered(answer: SocketAnswer): void
  sounded(bytes: Uint8Array): void
  /** called when it is closed or could not be opened; `open` may try again */
  down(): void
}

type LinkDependencies = Pick<SocketTransportOptions, 'address' | 'hello' | 'clock' | 'openSocket'>

/** `unused`: not opened yet, or closed while idle; the last three tell why it is closed */
export type ConnectionStatus =
  | 'unused'
  | 'opening'
  | 'ready'
  | 'unsupported'
  | 'unreachable'
  | 'rejected'
  | 'disconnected'

type State =
  | { readonly phase: 'closed'; readonly why: Exclude<ConnectionStatus, 'opening' | 'ready'> }
  | { readonly phase: 'opening' | 'ready'; readonly socket: VoiceSocket }

/** One socket at a time to /api/live. Opened on demand; after a failure it waits before the next attempt. */
export class SocketConnection {
  readonly #dependencies: LinkDependencies
  readonly #listener: LinkListener
  #state: State = { phase: 'closed', why: 'unused' }
  #cooldownUntil = 0
  #settled = Promise.withResolvers<void>()

  constructor(dependencies: LinkDependencies, listener: LinkListener) {
    this.#dependencies = dependencies
    this.#listener = listener
  }

  get isReady(): boolean {
    return this.#state.phase === 'ready'
  }

  get status(): ConnectionStatus {
    return this.#state.phase === 'closed' ? this.#state.why : this.#state.phase
  }

  /** Resolves when the socket is not being opened. */
  async settled(): Promise<void> {
    if (this.#state.phase === 'opening') await this.#settled.promise
  }

  /** Opens the socket if there is none. Returns false if another attempt must wait. */
  open(): boolean {
    if (this.#state.phase !== 'closed') return true
    const { address, hello, clock, openSocket } = this.#dependencies
    if (clock.now() < this.#cooldownUntil) return false
    let socket: VoiceSocket
    try {
      socket = openSocket(address, {
        opened: () => socket.send(JSON.stringify({ ...hello(), type: 'hello', version: SOCKET_VERSION })),
        took: (data) => {
          if (this.#isOf(socket)) this.#receive(socket, data)
        },
        closed: (code) => {
          giveUp()
          if (this.#isOf(socket)) this.#onClosed(code)
        },
      })
    } catch {
      this.#delayReopening(REFUSED_REST_MS)
      this.#state = { phase: 'closed', why: 'unsupported' }
      return false
    }
    this.#state = { phase: 'opening', socket }
    this.#settled = Promise.withResolvers()
    const giveUp = clock.after(OPENING_LIMIT_MS, () => {
      if (this.#isOf(socket) && !this.isReady) this.#close(socket)
    })
    return true
  }

  /** Closes the socket, without a call of the listener. */
  close(): void {
    if (this.#state.phase === 'closed') return
    const { socket } = this.#state
    this.#state = { phase: 'closed', why: 'unused' }
    this.#settled.resolve()
    socket.close()
  }

  send(request: SocketRequest): void {
    if (this.#state.phase === 'ready') this.#state.socket.send(JSON.stringify(request))
  }

  sendAudio(samples: Int16Array<ArrayBuffer>): void {
    if (this.#state.phase === 'ready') this.#state.socket.send(samples)
  }

  /** Lets the socket receive that turn's microphone itself, if it can; see `finish`. */
  connectMicrophone(turnId: string, port: MessagePort): void {
    if (this.#state.phase === 'closed') port.close()
    else this.#state.socket.connectMicrophone(turnId, port)
  }

  /**
   * Called when that turn's recording ends: a socket that receives the microphone itself sends the audio from
   * that sample on, and the end.
   */
  finish(turnId: string, from: number): void {
    if (this.#state.phase === 'ready') this.#state.socket.finish(turnId, from)
  }

  /** Sends the rest of a turn and its end, unless the socket has sent both itself. */
  end(turnId: string, rest: Int16Array<ArrayBuffer>): void {
    if (this.#state.phase === 'ready') this.#state.socket.end(turnId, rest)
  }

  #receive(socket: VoiceSocket, data: string | ArrayBuffer): void {
    if (typeof data !== 'string') return this.#listener.sounded(new Uint8Array(data))
    const answer = answerOf(data)
    if (!answer) return this.#close(socket)
    if (answer.type !== 'ready') return this.#listener.answered(answer)
    this.#state = { phase: 'ready', socket }
    this.#settled.resolve()
    this.#listener.ready()
  }

  #close(socket: VoiceSocket): void {
    socket.close()
    this.#onClosed(0)
  }

  #onClosed(code: number): void {
    const isRejection = code >= SOCKET_CLOSE.malformed && code !== SOCKET_CLOSE.idle
    const wasReady = this.isReady
    if (isRejection) this.#delayReopening(REFUSED_REST_MS)
    else if (!wasReady) this.#delayReopening(UNREACHED_REST_MS)
    this.#state = {
      phase: 'closed',
      why: isRejection ? 'rejected' : wasReady ? reasonOf(code) : 'unreachable',
    }
    this.#settled.resolve()
    this.#listener.down()
  }

  #delayReopening(ms: number): void {
    this.#cooldownUntil = this.#dependencies.clock.now() + ms
  }

  #isOf(socket: VoiceSocket): boolean {
    return this.#state.phase !== 'closed' && this.#state.socket === socket
  }
}

const reasonOf = (code: number) => (code === SOCKET_CLOSE.idle ? 'unused' : 'disconnected')

/** Messages of the server are validated there; returns undefined for anything else. */
function answerOf(data: string): SocketAnswer | undefined {
  try {
    const message: unknown = JSON.parse(data)
    const isAnswer = typeof message === 'object' && message !== null && 'type' in message
    return isAnswer ? (message as SocketAnswer) : undefined
  } catch {
    return undefined
  }
}
