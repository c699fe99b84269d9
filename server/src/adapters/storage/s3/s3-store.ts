import type { ByteRange } from '#lib/byte-range.ts'
import { StorageUnavailable } from '#domain/storage/storage-unavailable.ts'
import type { BlobFacts, BlobStore, StoredBlob } from '../blob-store.ts'
import { encodedKey } from './s3-address.ts'
import { connectionFailure, S3Failure, sentenceAbout } from './s3-failure.ts'
import type { S3Client, S3Response } from './s3-client.ts'
import { elementsOf, escapedXml, elementText } from './s3-xml.ts'

/** The least that S3 takes for a part that is not the last. R2 wants all parts but the last of one size. */
const PART_BYTES = 5 * 1024 * 1024
/** When a file was written first; survives copies and moves, which change the object's own time. */
const CREATED = 'x-amz-meta-created'
const MISSING = ['NoSuchKey'] as const
/** An object without a byte is none of ours. */
const NOT_READABLE = [...MISSING, 'InvalidRange']
/** Attempts to continue the body of one answer without another byte. */
const MAX_RESUMES = 3

interface ListedObject {
  readonly key: string
  readonly modifiedAt: number
}

/**
 * Files below `prefix/folder/` of a bucket. Larger ones are uploaded in parts, of which one is in memory. The bin is
 * `prefix/bin/folder/`; the time of a file in it is part of its key.
 */
export function createS3Store(client: S3Client, folder: string): BlobStore {
  const prefix = `${client.access.prefix}${folder}/`
  const bin = `${client.access.prefix}bin/${folder}/`
  const keyOf = (file: string) => `${prefix}${file}`
  const listed = (from: string) => listObjects(client, from)
  const remove = (key: string) => removeObject(client, key)

  return {
    isLocal: false,
    write: (file, content, createdAt) => uploadParts(client, keyOf(file), content, createdAt ?? client.now()),
    read: (file, range) => readObject(client, keyOf(file), range),
    facts: (file) => factsOf(client, keyOf(file)),
    remove: (file) => remove(keyOf(file)),
    async olderThan(time) {
      const old: string[] = []
      for await (const { key, modifiedAt } of listed(prefix))
        if (modifiedAt < time) old.push(key.slice(prefix.length))
      return old
    },
    removeAbandoned: (before) => abortUploads(client, prefix, before),
    async discard(file, timeMs) {
      if (await copyObject(client, keyOf(file), `${bin}${file}.${Math.round(timeMs)}`))
        await remove(keyOf(file))
    },
    async restore(file) {
      let isRestored = false
      for await (const { key } of listed(`${bin}${file}.`)) {
        isRestored = (await copyObject(client, key, keyOf(file))) || isRestored
        await remove(key)
      }
      return isRestored
    },
    async discarded() {
      const files: { file: string; discardedAt: number }[] = []
      for await (const { key } of listed(bin)) {
        const [, file, time] = /^(.+)\.(\d+)$/.exec(key.slice(bin.length)) ?? []
        if (file !== undefined) files.push({ file, discardedAt: Number(time) })
      }
      return files
    },
    async removeDiscarded(file) {
      for await (const { key } of listed(`${bin}${file}.`)) await remove(key)
    },
  }
}

/** Stores a stream: in one request if it is short, otherwise in parts. A failure leaves no object and aborts the parts. */
async function uploadParts(
  client: S3Client,
  key: string,
  content: AsyncIterable<Uint8Array>,
  createdAt: number,
): Promise<void> {
  const headers = { 'content-type': 'application/octet-stream', [CREATED]: String(Math.round(createdAt)) }
  const etags: string[] = []
  let uploadId: string | undefined
  let bytes = 0
  try {
    for await (const { part, isLast } of partsOf(content)) {
      bytes += part.length
      if (isLast && uploadId === undefined) {
        const { body } = await client.send({ operation: 'put', method: 'PUT', key, headers, body: part })
        await body.dump()
        return
      }
      uploadId ??= await beginUpload(client, key, headers)
      etags.push(await sendPart(client, { key, uploadId, number: etags.length + 1, part }))
    }
    if (uploadId !== undefined) await completeUpload(client, { key, uploadId, etags, bytes })
  } catch (error) {
    if (uploadId !== undefined) await abortUpload(client, key, uploadId).catch(() => undefined)
    throw error
  }
}

async function* partsOf(
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ readonly part: Buffer<ArrayBuffer>; readonly isLast: boolean }> {
  let held: Uint8Array[] = []
  let heldBytes = 0
  for await (const piece of content) {
    held.push(piece)
    heldBytes += piece.length
    if (heldBytes <= PART_BYTES) continue
    const joined = Buffer.concat(held)
    let offset = 0
    for (; joined.length - offset > PART_BYTES; offset += PART_BYTES)
      yield { part: joined.subarray(offset, offset + PART_BYTES), isLast: false }
    held = [joined.subarray(offset)]
    heldBytes = joined.length - offset
  }
  yield { part: Buffer.concat(held), isLast: true }
}

async function beginUpload(
  client: S3Client,
  key: string,
  headers: Readonly<Record<string, string>>,
): Promise<string> {
  const { text } = await client.text(
    { operation: 'multipart', method: 'POST', key, query: { uploads: '' }, headers },
    'InitiateMultipartUploadResult',
  )
  const uploadId = elementText(text, 'UploadId')
  if (uploadId === undefined) throw unusable('The object store began an upload without naming it.')
  return uploadId
}

interface UploadPart {
  readonly key: string
  readonly uploadId: string
  readonly number: number
  readonly part: Uint8Array<ArrayBuffer>
}

async function sendPart(client: S3Client, { key, uploadId, number, part }: UploadPart): Promise<string> {
  const query = { partNumber: String(number), uploadId }
  const { headers, body } = await client.send({ operation: 'put', method: 'PUT', key, query, body: part })
  await body.dump()
  if (typeof headers['etag'] !== 'string') throw unusable('The object store named no ETag for a part.')
  return headers['etag']
}

interface CompleteUpload {
  readonly key: string
  readonly uploadId: string
  readonly etags: readonly string[]
  readonly bytes: number
}

async function completeUpload(
  client: S3Client,
  { key, uploadId, etags, bytes }: CompleteUpload,
): Promise<void> {
  const parts = etags.map(
    (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapedXml(etag)}</ETag></Part>`,
  )
  const xml = `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</CompleteMultipartUpload>`
  try {
    await client.text(
      {
        operation: 'multipart',
        method: 'POST',
        key,
        query: { uploadId },
        headers: { 'content-type': 'application/xml' },
        body: Buffer.from(xml),
        expects: ['NoSuchUpload'],
      },
      'CompleteMultipartUploadResult',
    )
  } catch (error) {
    // The answer of an attempt that completed it may have been lost.
    const isThere = error instanceof S3Failure && (await factsOf(client, key))?.size === bytes
    if (!isThere) throw asUnavailable(error)
  }
}

async function abortUpload(client: S3Client, key: string, uploadId: string): Promise<void> {
  const expects = ['NoSuchUpload', ...MISSING]
  try {
    const { body } = await client.send({
      operation: 'multipart',
      method: 'DELETE',
      key,
      query: { uploadId },
      expects,
    })
    await body.dump()
  } catch (error) {
    if (!(error instanceof S3Failure)) throw error
  }
}

/** Aborts uploads that began before a time. Stores without a list of them abort them on their own. */
async function abortUploads(client: S3Client, prefix: string, before: number): Promise<void> {
  let marker: Readonly<Record<string, string>> = {}
  for (;;) {
    const query = { uploads: '', prefix, ...marker }
    let text: string
    try {
      const response = await client.text(
        {
          operation: 'list',
          method: 'GET',
          query,
          expects: ['NotImplemented', 'MethodNotAllowed', 'HTTP501'],
        },
        'ListMultipartUploadsResult',
      )
      text = response.text
    } catch (error) {
      if (error instanceof S3Failure) return
      throw error
    }
    for (const upload of elementsOf(text, 'Upload')) {
      const [key, uploadId] = [elementText(upload, 'Key'), elementText(upload, 'UploadId')]
      const began = Date.parse(elementText(upload, 'Initiated') ?? '')
      if (key?.startsWith(prefix) && uploadId !== undefined && began < before)
        await abortUpload(client, key, uploadId)
    }
    const [nextKey, nextId] = [elementText(text, 'NextKeyMarker'), elementText(text, 'NextUploadIdMarker')]
    const next = { 'key-marker': nextKey ?? '', 'upload-id-marker': nextId ?? '' }
    const isEnd = elementText(text, 'IsTruncated') !== 'true' || nextKey === undefined
    if (isEnd || (nextKey === marker['key-marker'] && nextId === marker['upload-id-marker'])) return
    marker = next
  }
}

/** Lists objects, by pages of at most 1,000. */
async function* listObjects(client: S3Client, prefix: string): AsyncGenerator<ListedObject, void> {
  let token: string | undefined
  do {
    const query = {
      'list-type': '2',
      'encoding-type': 'url',
      prefix,
      ...(token !== undefined && { 'continuation-token': token }),
    }
    const { text } = await client.text({ operation: 'list', method: 'GET', query }, 'ListBucketResult')
    const isEncoded = elementText(text, 'EncodingType') === 'url'
    for (const block of elementsOf(text, 'Contents')) {
      const name = elementText(block, 'Key') ?? ''
      const key = isEncoded ? decodeURIComponent(name.replaceAll('+', ' ')) : name
      const modifiedAt = Date.parse(elementText(block, 'LastModified') ?? '')
      // A store that ignores the prefix, or states no time, decides about nothing.
      if (key.startsWith(prefix) && Number.isFinite(modifiedAt)) yield { key, modifiedAt }
    }
    const next =
      elementText(text, 'IsTruncated') === 'true' ? elementText(text, 'NextContinuationToken') : undefined
    if (next !== undefined && next === token) throw unusable('The object store repeats a page of its list.')
    token = next
  } while (token !== undefined)
}

async function removeObject(client: S3Client, key: string): Promise<void> {
  try {
    const { body } = await client.send({ operation: 'delete', method: 'DELETE', key, expects: MISSING })
    await body.dump()
  } catch (error) {
    // Swift refuses to delete what is missing; the others do not.
    if (!(error instanceof S3Failure)) throw error
  }
}

/** Returns false if the source is missing. */
async function copyObject(client: S3Client, from: string, to: string): Promise<boolean> {
  const headers = { 'x-amz-copy-source': `/${client.access.bucket}/${encodedKey(from)}` }
  try {
    await client.text(
      { operation: 'copy', method: 'PUT', key: to, headers, expects: MISSING },
      'CopyObjectResult',
    )
    return true
  } catch (error) {
    if (error instanceof S3Failure) return false
    throw error
  }
}

/** Asks for one byte instead of the head: an answer to HEAD has no code, so a missing bucket could not be told from a missing file. */
async function factsOf(client: S3Client, key: string): Promise<BlobFacts | undefined> {
  const response = await getObject(client, key, { start: 0, end: 1 })
  if (!response) return undefined
  await response.body.dump()
  const created = Number(response.headers[CREATED])
  const modified = Date.parse(String(response.headers['last-modified']))
  return {
    size: sizeOf(response),
    createdAt: Number.isFinite(created) && created > 0 ? created : modified || client.now(),
  }
}

async function readObject(
  client: S3Client,
  key: string,
  range: ByteRange | undefined,
): Promise<StoredBlob | undefined> {
  const response = await getObject(client, key, range)
  return response && { size: sizeOf(response), content: resumeReading(client, key, { response, range }) }
}

async function getObject(
  client: S3Client,
  key: string,
  range: ByteRange | undefined,
  etag?: string,
): Promise<S3Response | undefined> {
  const headers = {
    ...(range && { range: `bytes=${range.start}-${range.end - 1}` }),
    ...(etag !== undefined && { 'if-match': etag }),
  }
  try {
    const response = await client.send({
      operation: 'get',
      method: 'GET',
      key,
      headers,
      expects: NOT_READABLE,
    })
    // Without 206 the whole file follows, and its beginning would be taken for the range.
    if (range && response.status !== 206 && (range.start > 0 || sizeOf(response) > range.end)) {
      response.body.destroy()
      throw unusable('The object store does not support ranges.')
    }
    return response
  } catch (error) {
    if (error instanceof S3Failure) return undefined
    throw error
  }
}

/** Returns the size of the whole object. */
function sizeOf({ headers }: S3Response): number {
  const total = /\/(\d+)$/.exec(String(headers['content-range']))?.[1] ?? headers['content-length']
  const size = Number(total)
  if (!Number.isSafeInteger(size)) throw unusable('The object store does not state the size of a file.')
  return size
}

interface OpenResponse {
  readonly response: S3Response
  readonly range: ByteRange | undefined
}

/** Reads an answer, and requests the rest of it when its connection breaks. */
async function* resumeReading(
  client: S3Client,
  key: string,
  { response, range }: OpenResponse,
): AsyncGenerator<Uint8Array, void> {
  const size = sizeOf(response)
  const etag = typeof response.headers['etag'] === 'string' ? response.headers['etag'] : undefined
  const end = Math.min(size, range?.end ?? size)
  let offset = range?.start ?? 0
  let failures = 0
  let current: S3Response | undefined = response
  while (current) {
    try {
      for await (const chunk of current.body as AsyncIterable<Buffer>) {
        offset += chunk.length
        failures = 0
        yield chunk
      }
      if (offset >= end) return
      throw new S3Failure(0, 'CUT')
    } catch (error) {
      failures += 1
      const failure = error instanceof S3Failure ? error : connectionFailure(error)
      // The connection may break after the last byte.
      if (offset >= end) return
      if (failures > MAX_RESUMES) throw new StorageUnavailable(sentenceAbout(failure), failure)
      current = await getObject(client, key, { start: offset, end }, etag)
    }
  }
  throw unusable('A file was deleted from the object store while it was read.')
}

const unusable = (sentence: string) => new StorageUnavailable(sentence)
const asUnavailable = (error: unknown) =>
  error instanceof S3Failure ? new StorageUnavailable(sentenceAbout(error), error) : error
