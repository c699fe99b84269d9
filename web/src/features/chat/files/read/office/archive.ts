import { unzipSync } from 'fflate'
import { decodeMarked } from '#lib/files/text-encodings.ts'

/** Files of an archive that are unpacked, in bytes altogether: text is small, and a decompression bomb is not. */
const MAX_UNPACKED_BYTES = 80_000_000
const MAX_FILES = 5_000
/** Names of parts that contain text. A main part may have another name, and is unpacked when it is asked for. */
const TEXT_NAME = /\.(?:xml|rels|opf|x?html?|ncx)$|^mimetype$/i

/** The text files of a zip archive. Names are compared without case and as paths from the root (ECMA-376 part 2, 6.2.2). */
export interface Archive {
  has(name: string): boolean
  /** Returns the text of a file; empty if there is none. Throws if the archive unpacks to too much. */
  read(name: string): string
  /** names of the files, as paths from the root in lower case */
  readonly names: readonly string[]
}

const keyOf = (name: string) => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()

/** Unpacks the XML of an archive. Throws for a damaged archive and for one that unpacks to too much. */
export function openArchive(bytes: Uint8Array): Archive {
  let [total, count] = [0, 0]
  const names: string[] = []
  const unpack = (isWanted: (name: string) => boolean) =>
    Object.entries(
      unzipSync(bytes, {
        filter({ name, originalSize }) {
          if (!isWanted(name)) return false
          total += originalSize
          count += 1
          if (total > MAX_UNPACKED_BYTES || count > MAX_FILES) throw new Error('the archive is too large')
          return true
        },
      }),
    )
  const files = new Map(
    unpack((name) => {
      names.push(keyOf(name))
      return TEXT_NAME.test(name)
    }).map(([name, content]) => [keyOf(name), content]),
  )
  const keys = new Set(names)
  return {
    names,
    has: (name) => keys.has(keyOf(name)),
    read(name) {
      const key = keyOf(name)
      if (!files.has(key) && keys.has(key))
        for (const [, content] of unpack((other) => keyOf(other) === key)) files.set(key, content)
      const content = files.get(key)
      return content ? decodeMarked(content) : ''
    },
  }
}

/** Returns the path that a reference names, relative to the file that contains it; from the root if it begins with a slash. */
export function pathFrom(file: string, reference: string): string {
  const [path = ''] = reference.replaceAll('\\', '/').split(/[?#]/)
  const parts = path.startsWith('/') ? [] : file.split('/').slice(0, -1)
  for (const segment of path.split('/')) {
    if (segment === '..') parts.pop()
    else if (segment !== '' && segment !== '.') parts.push(decodeSegment(segment))
  }
  return parts.join('/')
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    // A percent sign that belongs to the name.
    return segment
  }
}
