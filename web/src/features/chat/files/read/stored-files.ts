import { openIndexedStore } from '#lib/storage/indexed-store.ts'

/**
 * Runs `work` with the files of one owner that this browser stores. Without storage (a private window) a file can still be
 * attached, but a reload loses it.
 */
async function inStore<R>(
  owner: string,
  work: (store: ReturnType<typeof openIndexedStore>) => Promise<R>,
): Promise<R | undefined> {
  const store = openIndexedStore(owner)
  try {
    return await work(store)
  } catch {
    return undefined
  } finally {
    store.close()
  }
}

/** Stores a file until the server has it, so that a reload loses none. Runs in a worker, as it copies the whole file. */
export async function storeFile(owner: string, id: string, file: File): Promise<void> {
  const { name, type } = file
  const value = { name, type, bytes: await file.arrayBuffer() }
  await inStore(owner, (store) => store.write([{ kind: 'attachments', id, value }]))
}

/** Returns a stored file; undefined if there is none. */
export async function storedFile(owner: string, id: string): Promise<File | undefined> {
  const value = await inStore(owner, (store) => store.read('attachments', id))
  if (typeof value !== 'object' || value === null) return undefined
  const { name, type, bytes } = value as { name?: unknown; type?: unknown; bytes?: unknown }
  if (typeof name !== 'string' || typeof type !== 'string' || !(bytes instanceof ArrayBuffer))
    return undefined
  return new File([bytes], name, { type })
}

export async function removeStoredFile(owner: string, id: string): Promise<void> {
  await inStore(owner, (store) => store.write([{ kind: 'attachments', id, value: undefined }]))
}
