import type { ServerResponse } from 'node:http'
import type { Behaviour } from './behaviour.ts'

/** An answer in the bytes of its protocol. */
export interface Body {
  readonly contentType: string
  /** sent with the headers */
  readonly opening: readonly Buffer[]
  readonly pieces: readonly Buffer[]
  /** the protocol's own end */
  readonly closing: readonly Buffer[]
  /** what `error-event` and `garbage` send; nothing where the protocol has no such thing */
  readonly errorEvent: Buffer
  readonly garbage: Buffer
}

/** Thrown into a connection that the script wants cut, so that it is told from one the caller closed. */
class CutByScript extends Error {}

/** Lets what was written arrive before the connection is cut, for a cut takes back what nobody has read. */
const CUT_AFTER_MS = 30

/** Sends the body as the behaviour wants it. Ends early and quietly when the caller closes the connection. */
export async function deliver(response: ServerResponse, behaviour: Behaviour, body: Body): Promise<void> {
  const isComplete = (behaviour.ending ?? 'complete') === 'complete'
  const pieces = isComplete ? body.pieces : body.pieces.slice(0, behaviour.piecesBeforeEnding ?? 2)
  const write = packetWriter(response, behaviour.packetBytes)

  response.writeHead(200, { 'content-type': body.contentType, 'cache-control': 'no-cache' })
  response.flushHeaders()
  for (const chunk of body.opening) await write(chunk)
  if (!(await waited(response, behaviour.firstPieceAfterMs ?? 0))) return
  const startedAt = performance.now()
  for (const [index, piece] of pieces.entries()) {
    const dueAt =
      behaviour.piecesPerSecond === undefined ? 0 : startedAt + (index * 1000) / behaviour.piecesPerSecond
    if (!(await waited(response, dueAt - performance.now()))) return
    await write(piece)
  }
  await finish(response, behaviour, body, write)
}

async function finish(
  response: ServerResponse,
  behaviour: Behaviour,
  body: Body,
  write: (bytes: Buffer, isLast?: boolean) => Promise<void>,
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
 * Every `write` becomes one chunk of the chunked encoding, which clients hand on one by one: that makes a split
 * certain, where the kernel might join real packets again.
 */
function packetWriter(response: ServerResponse, packetBytes: number | undefined) {
  const send = async (packet: Buffer) => {
    if (packet.length === 0 || response.closed || response.write(packet)) return
    await drained(response)
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

/** False when the caller closed the connection meanwhile. `Infinity` waits until then. */
export function waited(response: ServerResponse, ms: number): Promise<boolean> {
  if (ms <= 0 || response.closed) return Promise.resolve(!response.closed)
  // By hand and not with signals: a bench waits like this for every token of a thousand streams.
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

/** Resolves when more may be written, or when nobody reads any more. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    response.once('drain', end).once('close', end)
    function end() {
      response.off('drain', end).off('close', end)
      resolve()
    }
  })
}
