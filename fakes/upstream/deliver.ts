import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Behaviour } from './behaviour.ts'

/** Bytes, or a function that returns them when they are sent. */
type Piece = Buffer | (() => Buffer)

/** A response in the bytes of its protocol. */
export interface Body {
  readonly contentType: string
  /** sent with the headers */
  readonly opening: readonly Buffer[]
  readonly pieces: readonly Piece[]
  /** the protocol's own end */
  readonly closing: readonly Buffer[]
  /** sent for `error-event` and `garbage`; empty if the protocol has none */
  readonly errorEvent: Buffer
  readonly garbage: Buffer
}

/** Thrown if the script cuts the connection, to distinguish that from a client that closed it. */
class CutByScript extends Error {}

/** Delay before the connection is cut in ms, because a cut discards data that was not read yet. */
const CUT_AFTER_MS = 30

/** Sends the body according to the behaviour. Ends silently when the client closes the connection. */
export async function deliver(response: ServerResponse, behaviour: Behaviour, body: Body): Promise<void> {
  const isComplete = (behaviour.ending ?? 'complete') === 'complete'
  const pieces = isComplete ? body.pieces : body.pieces.slice(0, behaviour.piecesBeforeEnding ?? 2)
  const write = packetWriter(response, behaviour.packetBytes)

  response.writeHead(200, { 'content-type': body.contentType, 'cache-control': 'no-cache' })
  response.flushHeaders()
  for (const chunk of body.opening) await write(chunk)
  if (!(await waited(response, behaviour.firstPieceAfterMs ?? 0))) return
  const areWritten =
    behaviour.piecesPerSecond === undefined
      ? await writeAll(response, pieces, write)
      : await writePaced(response, pieces, 1000 / behaviour.piecesPerSecond, write)
  if (areWritten) await finish(response, behaviour, body, write)
}

const bytesOf = (piece: Piece) => (typeof piece === 'function' ? piece() : piece)

/** Returns false if the client closed the connection. */
async function writeAll(
  response: ServerResponse,
  pieces: readonly Piece[],
  write: (bytes: Buffer) => Promise<void> | undefined,
): Promise<boolean> {
  for (const piece of pieces) {
    if (response.closed) return false
    await write(bytesOf(piece))
  }
  return !response.closed
}

/** Interval of the timer, in ms. */
const TICK_MS = 1
const paced = new Set<() => void>()
let ticking: NodeJS.Timeout | undefined

/**
 * Calls the function at each tick until it is removed from `paced`. A shared timer, because a bench writes a
 * thousand replies at once.
 */
function pace(write: () => void): void {
  paced.add(write)
  ticking ??= setInterval(() => {
    for (const send of paced) send()
    if (paced.size > 0) return
    clearInterval(ticking)
    ticking = undefined
  }, TICK_MS)
}

/** Writes one chunk per interval, the first at once. Returns false if the client closed the connection. */
function writePaced(
  response: ServerResponse,
  pieces: readonly Piece[],
  everyMs: number,
  write: (bytes: Buffer) => Promise<void> | undefined,
): Promise<boolean> {
  const startedAt = performance.now()
  let next = 0
  return new Promise((resolve) => {
    const writeDue = () => {
      if (response.closed || next === pieces.length) {
        paced.delete(writeDue)
        resolve(!response.closed)
        return
      }
      for (; next < pieces.length && startedAt + next * everyMs <= performance.now(); next += 1) {
        const piece = pieces[next]
        const drained = piece && write(bytesOf(piece))
        if (!drained) continue
        next += 1
        paced.delete(writeDue)
        void drained.then(() => pace(writeDue))
        return
      }
    }
    pace(writeDue)
    writeDue()
  })
}

async function finish(
  response: ServerResponse,
  behaviour: Behaviour,
  body: Body,
  write: (bytes: Buffer, isLast?: boolean) => Promise<void> | undefined,
): Promise<void> {
  switch (behaviour.ending ?? 'complete') {
    case 'cut':
      await waited(response, CUT_AFTER_MS)
      response.destroy(new CutByScript())
      return
    case 'hang':
      await waited(response, Infinity)
      return
    case 'error-event':
      await write(body.errorEvent, true)
      break
    case 'garbage':
      await write(body.garbage, true)
      break
    case 'no-finish-reason':
      await write(Buffer.alloc(0), true)
      break
    case 'complete':
      for (const chunk of body.closing) await write(chunk)
      await write(Buffer.alloc(0), true)
  }
  response.end()
}

/**
 * Every `write` becomes one chunk of the chunked encoding, which clients process individually: this
 * guarantees the split, while the kernel might join real packets again.
 */
function packetWriter(response: ServerResponse, packetBytes: number | undefined) {
  const send = (packet: Buffer) => {
    const { socket } = response
    if (packet.length === 0 || response.closed || !socket) return undefined
    // A single write, while Node's own `write` uses four: a load test shares its processors with the system
    // under test.
    const chunk = `${packet.length.toString(16)}\r\n${packet.toString('latin1')}\r\n`
    return socket.write(chunk, 'latin1') ? undefined : drained(socket)
  }
  if (packetBytes === undefined) return send
  let kept = Buffer.alloc(0)
  return async (bytes: Buffer, isLast = false) => {
    kept = Buffer.concat([kept, bytes])
    while (kept.length >= packetBytes) {
      await send(kept.subarray(0, packetBytes))
      kept = kept.subarray(packetBytes)
    }
    if (isLast) await send(kept)
  }
}

/** Returns false if the client closed the connection. `Infinity` waits until then. */
export function waited(response: ServerResponse, ms: number): Promise<boolean> {
  if (ms <= 0 || response.closed) return Promise.resolve(!response.closed)
  return new Promise((resolve) => {
    const timer = ms === Infinity ? undefined : setTimeout(end, ms)
    response.once('close', end)
    function end() {
      clearTimeout(timer)
      response.off('close', end)
      resolve(!response.closed)
    }
  })
}

/** Resolves when more may be written, or the client has disconnected. */
function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once('drain', end).once('close', end)
    function end() {
      socket.off('drain', end).off('close', end)
      resolve()
    }
  })
}
