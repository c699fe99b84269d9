import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client as AmazonClient,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeS3, startS3 } from '../../../../../fakes/s3/index.ts'

// The fake of S3 is one to Amazon's own client.

let store: FakeS3
let amazon: AmazonClient
beforeEach(async () => {
  store = await startS3({ pageSize: 2 })
  amazon = clientOf(store)
})
afterEach(async () => {
  amazon.destroy()
  await store.close()
})

const clientOf = ({ url, credentials }: FakeS3, more: object = {}) =>
  new AmazonClient({
    endpoint: url,
    region: 'us-east-1',
    credentials,
    forcePathStyle: true,
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...more,
  })
const at = (key: string) => ({ Bucket: store.bucket, Key: key })
const put = (key: string, body: string | Buffer) =>
  amazon.send(new PutObjectCommand({ ...at(key), Body: body, Metadata: { created: '7' } }))
const textAt = async (key: string) =>
  (await amazon.send(new GetObjectCommand(at(key)))).Body?.transformToString()

it('stores, returns, copies and deletes objects', async () => {
  await put('a b/ü+1', 'hello')
  expect(await textAt('a b/ü+1')).toBe('hello')
  const head = await amazon.send(new HeadObjectCommand(at('a b/ü+1')))
  expect([head.ContentLength, head.Metadata]).toEqual([5, { created: '7' }])
  const ranged = await amazon.send(new GetObjectCommand({ ...at('a b/ü+1'), Range: 'bytes=1-2' }))
  expect([await ranged.Body?.transformToString(), ranged.ContentRange]).toEqual(['el', 'bytes 1-2/5'])
  const source = `${store.bucket}/${encodeURIComponent('a b/ü+1')}`
  await amazon.send(new CopyObjectCommand({ ...at('copy'), CopySource: source }))
  await amazon.send(new DeleteObjectCommand(at('a b/ü+1')))
  expect(await textAt('copy')).toBe('hello')
  await expect(textAt('a b/ü+1')).rejects.toMatchObject({ name: 'NoSuchKey' })
})

it('lists by pages', async () => {
  for (const key of ['x/1', 'x/2', 'x/3', 'y/1']) await put(key, key)
  const first = await amazon.send(new ListObjectsV2Command({ Bucket: store.bucket, Prefix: 'x/' }))
  const second = await amazon.send(
    new ListObjectsV2Command({
      Bucket: store.bucket,
      Prefix: 'x/',
      ContinuationToken: first.NextContinuationToken,
    }),
  )
  expect([first, second].map(({ Contents }) => Contents?.map(({ Key }) => Key))).toEqual([
    ['x/1', 'x/2'],
    ['x/3'],
  ])
})

it('takes uploads in parts, and wants 5 MiB of all but the last', async () => {
  const begin = async () => (await amazon.send(new CreateMultipartUploadCommand(at('large')))).UploadId ?? ''
  const complete = async (parts: readonly Buffer[]) => {
    const UploadId = await begin()
    const Parts = []
    for (const [index, Body] of parts.entries()) {
      const PartNumber = index + 1
      const { ETag } = await amazon.send(
        new UploadPartCommand({ ...at('large'), UploadId, PartNumber, Body }),
      )
      Parts.push({ PartNumber, ETag })
    }
    const named = { ...at('large'), UploadId, MultipartUpload: { Parts } }
    return amazon.send(new CompleteMultipartUploadCommand(named))
  }
  await complete([Buffer.alloc(5 * 1024 * 1024), Buffer.from('end')])
  expect(store.objects.get('large')?.content).toHaveLength(5 * 1024 * 1024 + 3)
  await expect(complete([Buffer.from('short'), Buffer.from('end')])).rejects.toMatchObject({
    name: 'EntityTooSmall',
  })
  const listed = await amazon.send(new ListMultipartUploadsCommand({ Bucket: store.bucket }))
  expect(listed.Uploads).toHaveLength(1)
  const abandoned = { ...at('large'), UploadId: listed.Uploads?.[0]?.UploadId }
  await amazon.send(new AbortMultipartUploadCommand(abandoned))
  expect(store.uploads.size).toBe(0)
})

describe('a request is refused', () => {
  it.each([
    ['InvalidAccessKeyId', { credentials: { accessKeyId: 'AKIAOTHER', secretAccessKey: 'x' } }],
    ['SignatureDoesNotMatch', { credentials: { accessKeyId: 'AKIAFAKESTORE', secretAccessKey: 'x' } }],
    ['AuthorizationHeaderMalformed', { region: 'eu-central-1' }],
  ])('with %s', async (name, more) => {
    const other = clientOf(store, more)
    await expect(other.send(new PutObjectCommand({ ...at('a'), Body: 'a' }))).rejects.toMatchObject({ name })
    other.destroy()
  })

  it('of another bucket', async () => {
    const command = new GetObjectCommand({ Bucket: 'other-bucket', Key: 'a' })
    await expect(amazon.send(command)).rejects.toMatchObject({ name: 'NoSuchBucket' })
  })

  it('with the checksums of newer clients, where a store does not know them', async () => {
    const strict = await startS3({ isStrict: true })
    const newer = clientOf(strict, { requestChecksumCalculation: 'WHEN_SUPPORTED' })
    const command = new PutObjectCommand({ Bucket: strict.bucket, Key: 'a', Body: 'a' })
    await expect(newer.send(command)).rejects.toMatchObject({ name: 'NotImplemented' })
    newer.destroy()
    await strict.close()
  })
})
