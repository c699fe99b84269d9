import { createHmac } from 'node:crypto'
import { StorageUnavailable } from '#domain/storage/storage-unavailable.ts'
import type { BlobStore } from './blob-store.ts'
import type { ObjectStoreAccess } from './s3/s3-address.ts'
import { S3Client, type S3Use } from './s3/s3-client.ts'
import { isPassing, S3Failure, sentenceAbout } from './s3/s3-failure.ts'
import { createS3Store } from './s3/s3-store.ts'

/** Name of the object by which servers find that they have the same key. */
const KEY_CHECK = 'key-check'

/** A bucket of an S3-compatible store, with a part for each kind of file. */
export interface ObjectStore {
  folder(name: string): BlobStore
  /**
   * Compares the host's key with that of the files in the store, and checks that the store takes a file. Throws
   * StorageUnavailable, with an `UnusableStore` as its cause where trying again does not help.
   */
  check(): Promise<void>
  /** Forgets the key of the files: a store without files takes those of any host. */
  forgetKey(): Promise<void>
  close(): Promise<void>
}

/** The store answers, and cannot be used with these settings. */
export class UnusableStore extends Error {
  constructor(sentence: string, cause?: unknown) {
    super(sentence, { cause })
    this.name = 'UnusableStore'
  }
}

interface ObjectStoreOptions {
  readonly access: ObjectStoreAccess
  /** the host's secret, from which the keys of files are derived */
  readonly secret: () => Buffer
  readonly observe?: ((use: S3Use) => void) | undefined
  /** called when the store begins to fail or to respond, with the reason in one sentence */
  readonly onChange?: ((reason: string | undefined) => void) | undefined
  /** milliseconds since 1970 */
  readonly now?: () => number
}

export function openObjectStore({ access, secret, ...options }: ObjectStoreOptions): ObjectStore {
  const client = new S3Client(access, options)
  const root = createS3Store(client, 'host')
  let isChecked = false

  async function check(): Promise<void> {
    try {
      const own = fingerprintOf(secret())
      let stored = await contentOf(root)
      if (stored === undefined || (stored === own && !isChecked)) {
        // Also proves that the store takes files. Of two servers that begin together, both read what the last one wrote.
        await root.write(KEY_CHECK, streamOf(Buffer.from(own)))
        stored = await contentOf(root)
      }
      if (stored !== own) throw new StorageUnavailable(OTHER_KEY, new UnusableStore(OTHER_KEY))
      isChecked = true
    } catch (error) {
      const { cause } = error instanceof StorageUnavailable ? error : {}
      if (!(cause instanceof S3Failure) || isPassing(cause)) throw error
      const sentence = sentenceAbout(cause)
      throw new StorageUnavailable(sentence, new UnusableStore(sentence, cause))
    }
  }

  return {
    folder: (name) => {
      const store = createS3Store(client, name)
      return {
        ...store,
        // A file that is sealed with another key than the others would be lost with this server.
        async write(file, content, createdAt) {
          if (!isChecked) await check()
          await store.write(file, content, createdAt)
        },
      }
    },
    check,
    forgetKey: () => root.remove(KEY_CHECK),
    close: () => client.close(),
  }
}

const OTHER_KEY =
  'The files in the object store are sealed with another key: set SEAL_KEY to the one of the other servers.'

/** Identifies a key without revealing anything of it. */
const fingerprintOf = (secret: Buffer) =>
  createHmac('sha256', secret).update('vee object store key').digest('hex')

async function contentOf(store: BlobStore): Promise<string | undefined> {
  const blob = await store.read(KEY_CHECK)
  if (!blob) return undefined
  const chunks: Uint8Array[] = []
  for await (const chunk of blob.content) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

async function* streamOf(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content
}
