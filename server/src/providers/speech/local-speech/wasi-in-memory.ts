/*
 * The part of WASI (https://github.com/WebAssembly/WASI, preview 1) that a program needs which reads its
 * arguments and writes one file. `node:wasi` would write that file, the users' speech, to a disk.
 */

const SUCCESS = 0
const BAD_DESCRIPTOR = 8
const INVALID = 28
/** descriptor of the folder with the program's files; 0 to 2 are the standard streams */
const FOLDER = 3
/** of the file that it writes */
const FILE = 4
const REGULAR_FILE = 4
const CHARACTER_DEVICE = 2
const ALL_RIGHTS = 0xffff_ffff_ffff_ffffn

class ProgramExit extends Error {}

/**
 * Runs a program to its end and returns the content that it wrote to its one file. Throws when it ends with
 * an error.
 */
export function runInMemory(program: WebAssembly.Module, args: readonly string[]): Uint8Array<ArrayBuffer> {
  const file = new MemoryFile()
  let exitCode = 0
  // Growing memory replaces its buffer: the buffer is read at each call.
  const buffer = () => (instance.exports['memory'] as WebAssembly.Memory).buffer
  const view = () => new DataView(buffer())
  const bytes = () => new Uint8Array(buffer())
  const encoded = args.map((arg) => new TextEncoder().encode(`${arg.replaceAll('\0', ' ')}\0`))

  const calls = {
    args_sizes_get(count: number, size: number) {
      view().setUint32(count, encoded.length, true)
      view().setUint32(
        size,
        encoded.reduce((sum, { length }) => sum + length, 0),
        true,
      )
      return SUCCESS
    },
    args_get(pointers: number, start: number) {
      let offset = start
      for (const [index, arg] of encoded.entries()) {
        view().setUint32(pointers + index * 4, offset, true)
        bytes().set(arg, offset)
        offset += arg.length
      }
      return SUCCESS
    },
    clock_time_get(_clock: number, _precision: bigint, result: number) {
      view().setBigUint64(result, BigInt(Math.round(performance.now() * 1e6)), true)
      return SUCCESS
    },
    fd_prestat_get(descriptor: number, result: number) {
      if (descriptor !== FOLDER) return BAD_DESCRIPTOR
      view().setUint8(result, 0)
      view().setUint32(result + 4, 1, true)
      return SUCCESS
    },
    fd_prestat_dir_name(descriptor: number, path: number, length: number) {
      if (descriptor !== FOLDER || length < 1) return INVALID
      view().setUint8(path, '.'.charCodeAt(0))
      return SUCCESS
    },
    path_open(
      _folder: number,
      _lookup: number,
      _path: number,
      _length: number,
      _open: number,
      _rights: bigint,
      _inherited: bigint,
      _flags: number,
      result: number,
    ) {
      view().setUint32(result, FILE, true)
      return SUCCESS
    },
    fd_fdstat_get(descriptor: number, result: number) {
      view().setUint8(result, descriptor === FILE ? REGULAR_FILE : CHARACTER_DEVICE)
      view().setUint16(result + 2, 0, true)
      view().setBigUint64(result + 8, ALL_RIGHTS, true)
      view().setBigUint64(result + 16, ALL_RIGHTS, true)
      return SUCCESS
    },
    fd_fdstat_set_flags: () => SUCCESS,
    fd_write(descriptor: number, vectors: number, count: number, result: number) {
      let written = 0
      for (let index = 0; index < count; index++) {
        const from = view().getUint32(vectors + index * 8, true)
        const length = view().getUint32(vectors + index * 8 + 4, true)
        // The program's output is only of use when it is run by hand.
        if (descriptor === FILE) file.write(bytes().subarray(from, from + length))
        written += length
      }
      view().setUint32(result, written, true)
      return SUCCESS
    },
    fd_read(_descriptor: number, _vectors: number, _count: number, result: number) {
      view().setUint32(result, 0, true)
      return SUCCESS
    },
    fd_seek(descriptor: number, offset: bigint, whence: number, result: number) {
      if (descriptor !== FILE) return BAD_DESCRIPTOR
      view().setBigUint64(result, BigInt(file.seek(Number(offset), whence)), true)
      return SUCCESS
    },
    fd_close: () => SUCCESS,
    proc_exit(code: number) {
      exitCode = code
      throw new ProgramExit()
    },
  }

  const instance = new WebAssembly.Instance(program, { wasi_snapshot_preview1: calls })
  try {
    ;(instance.exports['_start'] as () => void)()
  } catch (error) {
    if (!(error instanceof ProgramExit)) throw error
  }
  if (exitCode !== 0) throw new Error(`The program ended with code ${exitCode}.`)
  return file.content()
}

const FROM_START = 0
const FROM_POSITION = 1

/** A file that is written in any order. */
class MemoryFile {
  #bytes = new Uint8Array(64 * 1024)
  #length = 0
  #position = 0

  write(data: Uint8Array): void {
    const end = this.#position + data.length
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(end, this.#bytes.length * 2))
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    this.#bytes.set(data, this.#position)
    this.#position = end
    this.#length = Math.max(this.#length, end)
  }

  seek(offset: number, whence: number): number {
    const from = whence === FROM_START ? 0 : whence === FROM_POSITION ? this.#position : this.#length
    this.#position = Math.max(0, from + offset)
    return this.#position
  }

  content(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length)
  }
}
