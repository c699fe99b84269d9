import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { StartFailure } from '#lib/start-failure.ts'

/** The host's turn model, which browsers load. */
export interface TurnModelFile {
  readonly content: Uint8Array
  /** changes with the content */
  readonly version: string
}

/** Smart Turn v3 has 9 MB; browsers hold the model in memory. */
const MAX_BYTES = 64 * 1024 * 1024
/** Every ONNX file begins with its version: field 1 of the protocol buffer, a number. */
const FIRST_BYTE = 0x08

/** Reads the file. Throws StartFailure if it is no ONNX file of at most 64 MB. */
export function readTurnModelFile(path: string): TurnModelFile {
  const content = read(path)
  if (content[0] !== FIRST_BYTE) throw failure(path, 'it is no ONNX file')
  return { content, version: createHash('sha256').update(content).digest('hex').slice(0, 16) }
}

function read(path: string): Uint8Array {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats?.isFile()) throw failure(path, 'it is no file')
  if (stats.size > MAX_BYTES) throw failure(path, 'it has more than 64 MB')
  try {
    return readFileSync(path)
  } catch {
    throw failure(path, 'it cannot be read')
  }
}

const failure = (path: string, reason: string) =>
  new StartFailure(`TURN_MODEL (${path}) cannot be used: ${reason}.`)
