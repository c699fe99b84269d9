import { FILE_NAME_HEADER, SHARED_CACHE, SHARED_TEXT } from './shared-cache.ts'

interface Shared {
  readonly files: readonly File[]
  /** the title, text and address; empty if nothing of them was shared */
  readonly text: string
}

/**
 * Takes what another app has shared with this one and removes it from the cache; undefined if there is
 * nothing.
 */
export async function takeShared(): Promise<Shared | undefined> {
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
  await caches.delete(SHARED_CACHE)
  return { files, text }
}

async function fileOf(stored: Response): Promise<File> {
  const name = decodeURIComponent(stored.headers.get(FILE_NAME_HEADER) ?? '')
  return new File([await stored.blob()], name, { type: stored.headers.get('content-type') ?? '' })
}
