import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, lstat, mkdir, open, readdir, rm } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Parser, type ReadEntry } from 'tar'
import type { DownloadableModel, ModelFile } from './downloadable-model.ts'
import { publishModel, sha256Of } from './model-download.ts'

/** Reason for which nothing was imported. */
export type ImportFailureKind =
  /** neither a folder nor an archive that can be read */
  | 'unreadable'
  /** it contains no model of the catalogue with all of its files */
  | 'no-model'

export class ImportFailure extends Error {
  readonly kind: ImportFailureKind

  constructor(kind: ImportFailureKind, options?: ErrorOptions) {
    super(`model import: ${kind}`, options)
    this.name = 'ImportFailure'
    this.kind = kind
  }
}

/** A file of the source that may belong to a model. */
interface Found {
  /** as the source names it, with slashes */
  readonly name: string
  /** path of its content */
  readonly path: string
  readonly size: number
}

/** Maximum depth of folders that are searched below the given one. */
const MAX_LEVELS = 4
/** Bytes of an unpacked archive that are read. */
const MAX_BYTES = 20_000_000_000
/** Maximum number of entries of a folder or an archive that are checked. */
const MAX_ENTRIES = 20_000

/**
 * Installs every model of `catalogue` that a folder or an archive (.tar, .tar.gz, .tar.bz2) contains with all
 * of its files into `directory`, and returns the ids. Accepts only regular files whose name, size and SHA-256
 * are those of the catalogue: links are skipped, and no path of the source determines where a file is
 * written. Throws ImportFailure.
 */
export async function importModels(
  source: string,
  catalogue: readonly DownloadableModel[],
  directory: string,
): Promise<readonly string[]> {
  const info = await lstat(source).catch((error: unknown) => {
    throw new ImportFailure('unreadable', { cause: error })
  })
  await mkdir(directory, { recursive: true })
  const temporary = join(directory, `import-${randomUUID()}.partial`)
  await mkdir(temporary)
  try {
    const wanted = (name: string, size: number) =>
      catalogue.some(({ files }) => files.some((file) => isNamed(file, name, size)))
    const foundFiles = info.isDirectory()
      ? await filesIn(source, wanted)
      : await unpacked(source, temporary, wanted)
    const installed: string[] = []
    for (const model of catalogue) {
      if (await install(model, foundFiles, { temporary, directory })) installed.push(model.id)
    }
    if (installed.length === 0) throw new ImportFailure('no-model')
    return installed
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

type Wanted = (name: string, size: number) => boolean

/**
 * Returns whether a file of the source has the name, at the end of its path, and the size of a model's file.
 */
const isNamed = ({ path, size }: ModelFile, name: string, foundSize: number): boolean =>
  size === foundSize && (name === path || name.endsWith(`/${path}`))

async function filesIn(folder: string, wanted: Wanted): Promise<readonly Found[]> {
  const foundFiles: Found[] = []
  let entries = 0
  const visit = async (path: string, name: string, level: number): Promise<void> => {
    for (const entry of await readdir(path, { withFileTypes: true })) {
      if (++entries > MAX_ENTRIES) return
      const child = join(path, entry.name)
      const childName = name === '' ? entry.name : `${name}/${entry.name}`
      if (entry.isDirectory() && level < MAX_LEVELS) await visit(child, childName, level + 1)
      if (!entry.isFile()) continue
      const { size } = await lstat(child)
      if (wanted(childName, size)) foundFiles.push({ name: childName, path: child, size })
    }
  }
  await visit(folder, '', 0)
  return foundFiles
}

/** Writes the required files of an archive to numbered files in `temporary`. */
async function unpacked(archive: string, temporary: string, wanted: Wanted): Promise<readonly Found[]> {
  const foundFiles: Found[] = []
  const writes: Array<Promise<void>> = []
  let entries = 0
  const stop = new AbortController()
  const parser = new Parser({ strict: true })
  parser.on('entry', (entry: ReadEntry) => {
    const name = entry.path.split(sep).join('/')
    entries += 1
    if (entries > MAX_ENTRIES || entry.type !== 'File' || !wanted(name, entry.size)) {
      entry.resume()
      return
    }
    const path = join(temporary, String(foundFiles.length))
    foundFiles.push({ name, path, size: entry.size })
    writes.push(pipeline(entry, createWriteStream(path, { flags: 'wx' }), { signal: stop.signal }))
  })
  try {
    const ended = once(parser, 'end')
    // A failure of reading has priority.
    ended.catch(() => undefined)
    let bytes = 0
    for await (const chunk of await decompressed(archive)) {
      bytes += chunk.length
      if (bytes > MAX_BYTES) throw new Error('The archive is too large.')
      if (!parser.write(chunk)) await once(parser, 'drain')
    }
    parser.end()
    await ended
    await Promise.all(writes)
  } catch (error) {
    stop.abort()
    await Promise.allSettled(writes)
    throw new ImportFailure('unreadable', { cause: error })
  }
  return foundFiles
}

/** The bytes of the tar archive in a file, which is recognised by its first bytes. */
async function decompressed(path: string): Promise<AsyncIterable<Buffer>> {
  const file = await open(path)
  const head = Buffer.alloc(3)
  try {
    await file.read(head, 0, 3, 0)
  } finally {
    await file.close()
  }
  if (head.toString('latin1') === 'BZh') return decompressBzip2(path)
  if (head[0] !== 0x1f || head[1] !== 0x8b) return createReadStream(path)
  const gunzip = createGunzip()
  // Its errors reach the reader by the stream.
  pipeline(createReadStream(path), gunzip).catch(() => undefined)
  return gunzip
}

/** Runs the program `bzip2`; the stream fails where it is not installed or the archive is damaged. */
function decompressBzip2(path: string): Readable {
  const child = spawn('bzip2', ['--decompress', '--stdout'], { stdio: ['pipe', 'pipe', 'ignore'] })
  const fail = (error: Error) => child.stdout.destroy(error)
  child.once('error', fail)
  child.once('exit', (code) => {
    if (code !== 0) fail(new Error(`bzip2 ended with code ${code}.`))
  })
  // A program that ends early is reported by its exit code.
  pipeline(createReadStream(path), child.stdin).catch(() => undefined)
  return child.stdout
}

/** Installs a model if all of its files were found; the folder becomes visible when it is complete. */
async function install(
  model: DownloadableModel,
  foundFiles: readonly Found[],
  { temporary, directory }: { readonly temporary: string; readonly directory: string },
): Promise<boolean> {
  const folder = join(temporary, model.id)
  for (const file of model.files) {
    const match = await firstWithHash(file, foundFiles)
    if (!match) return false
    const target = join(folder, file.path)
    await mkdir(dirname(target), { recursive: true })
    await copyFile(match.path, target)
  }
  await publishModel(model, folder, directory)
  return true
}

async function firstWithHash(file: ModelFile, foundFiles: readonly Found[]): Promise<Found | undefined> {
  for (const candidate of foundFiles) {
    const isNamedSo = isNamed(file, candidate.name, candidate.size)
    if (isNamedSo && (await sha256Of(candidate.path)) === file.sha256) return candidate
  }
  return undefined
}
