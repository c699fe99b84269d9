import { FILE_NAME_HEADER, SHARED_CACHE, SHARED_TEXT } from './shared-cache.ts'

/** What another app or site has shared with this one. */
export interface Shared {
  readonly files: readonly File[]
  /** the title, text and address; empty if nothing of them was shared */
  readonly text: string
}

/** Reads what another app or site has shared with this one; undefined if there is nothing. */
export async function readShared(): Promise<Shared | undefined> {
  if (!(await caches.has(SHARED_CACHE))) return undefined
  const cache = await caches.open(SHARED_CACHE)
  const files: File[] = []
  let text = ''
  for (const { url } of await cache.keys()) {
    const stored = await cache.match(url)
    if (!stored) continue
    if (new URL(url).pathname === SHARED_TEXT) text = await stored.text()
    else files.push(await fileOf(stored))
  }
  return { files, text }
}

export async function discardShared(): Promise<void> {
  await caches.delete(SHARED_CACHE)
}

async function fileOf(stored: Response): Promise<File> {
  const name = decodeURIComponent(stored.headers.get(FILE_NAME_HEADER) ?? '')
  return new File([await stored.blob()], name, { type: stored.headers.get('content-type') ?? '' })
}
