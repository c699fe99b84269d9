import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { assembled, etagOf, rangeOf, type StoredObject, type StoredUpload } from './objects.ts'
import {
  type Credentials,
  signatureProblem,
  signedAt,
  signedRegion,
  type SignedRequest,
} from './signature.ts'

/** What stores do differently. */
interface S3Habits {
  readonly region?: string
  /** most keys on a page of a list */
  readonly pageSize?: number
  /** as R2: refuses checksums that are no part of the signature, and parts of different sizes */
  readonly isStrict?: boolean
  /** as Swift: refuses to delete what is missing */
  readonly refusesToDeleteMissing?: boolean
  /** has no list of uploads */
  readonly hidesUploads?: boolean
  /** what the store's clock is ahead of this one, in ms */
  readonly clockOffset?: number
}

/** Faults; each is active for so many requests that it concerns. */
interface S3Faults {
  /** answers with this status and code */
  refusal?: { readonly status: number; readonly code: string; times: number; readonly method?: string }
  /** begins with status 200 and fails then, where an upload is completed or an object copied */
  lateErrors?: number
  /** completes uploads, and the connection breaks before the answer */
  lostAnswers?: number
  /** breaks the connection of a download after so many bytes */
  cutAfterBytes?: number
  /** number of downloads that are cut; default: all */
  cuts?: number
}

export interface FakeS3 {
  /** without a trailing slash */
  readonly url: string
  readonly bucket: string
  readonly credentials: Credentials
  readonly objects: Map<string, StoredObject>
  readonly uploads: Map<string, StoredUpload>
  /** method and target of each request, in order */
  readonly requests: string[]
  faults: S3Faults
  /** called with each request before it is answered */
  onRequest: (request: string) => Promise<void> | void
  /** Breaks all connections and refuses new ones; what is stored stays. */
  goAway(): Promise<void>
  comeBack(): Promise<void>
  close(): Promise<void>
}

const MAX_SKEW_MS = 15 * 60_000
const BUCKET = 'vee-files'

/**
 * A fake of Amazon S3 with one bucket, over HTTP: objects, ranges, copies, lists by pages, uploads in parts. It computes
 * signatures with Amazon's own code. Addresses are in both styles. https://docs.aws.amazon.com/AmazonS3/latest/API/
 */
export async function startS3(habits: S3Habits = {}): Promise<FakeS3> {
  let server: Server
  let port = 0
  const credentials = { accessKeyId: 'AKIAFAKESTORE', secretAccessKey: 'a/secret+key' }
  const fake: FakeS3 = {
    get url() {
      return `http://127.0.0.1:${port}`
    },
    bucket: BUCKET,
    credentials,
    objects: new Map(),
    uploads: new Map(),
    requests: [],
    faults: {},
    onRequest: () => undefined,
    async goAway() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
    comeBack: listen,
    async close() {
      if (server.listening) await fake.goAway()
    },
  }

  async function listen(): Promise<void> {
    server = createServer((request, response) => {
      serve(fake, habits, request, response).catch((error: unknown) => response.destroy(error as Error))
    })
    // While it is away, its port may be lent to a connection of another process.
    while (!(await listensAt(server, port))) await setTimeout(100)
    port = (server.address() as AddressInfo).port
  }
  await listen()
  return fake
}

/** Returns false if the port is in use. */
async function listensAt(server: Server, port: number): Promise<boolean> {
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false
    throw error
  }
}

async function serve(
  fake: FakeS3,
  habits: S3Habits,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const { method = 'GET', url: target = '/', headers } = incoming
  const request = { method, target, headers, body: Buffer.concat(chunks) }
  fake.requests.push(`${method} ${target}`)
  await fake.onRequest(`${method} ${target}`)
  const now = Date.now() + (habits.clockOffset ?? 0)
  response.setHeader('date', new Date(now).toUTCString())
  const problem = await refusalOf(fake, habits, request, now)
  if (problem) return sendError(response, ...problem)
  const url = new URL(target, 'http://store')
  const isVirtualHost = headers.host?.startsWith(`${BUCKET}.`) === true
  const path = decodeURIComponent(url.pathname.slice(1))
  const [bucket, ...rest] = isVirtualHost ? [BUCKET, path] : path.split('/')
  if (bucket !== BUCKET) return sendError(response, 404, 'NoSuchBucket')
  const call = { fake, habits, request, response, query: url.searchParams, key: rest.join('/'), now }
  return call.key === '' ? answerBucket(call) : answerObject(call)
}

interface S3Call {
  readonly fake: FakeS3
  readonly habits: S3Habits
  readonly request: SignedRequest
  readonly response: ServerResponse
  readonly query: URLSearchParams
  readonly key: string
  readonly now: number
}

type Refusal = readonly [status: number, code: string, more?: string]

async function refusalOf(
  { faults, credentials }: FakeS3,
  { region = 'us-east-1', isStrict }: S3Habits,
  request: SignedRequest,
  now: number,
): Promise<Refusal | undefined> {
  const { refusal } = faults
  if (refusal && refusal.times > 0 && (refusal.method ?? request.method) === request.method) {
    refusal.times -= 1
    return [refusal.status, refusal.code]
  }
  const signedFor = signedRegion(request)
  if (signedFor !== undefined && signedFor !== region)
    return [400, 'AuthorizationHeaderMalformed', `<Region>${region}</Region>`]
  if (Math.abs(signedAt(request) - now) > MAX_SKEW_MS) return [403, 'RequestTimeTooSkewed']
  const problem = await signatureProblem(request, credentials)
  if (problem !== undefined) return [problem === 'XAmzContentSHA256Mismatch' ? 400 : 403, problem]
  const isUnknown = Object.keys(request.headers).some((name) =>
    /^x-amz-(?:checksum-|sdk-checksum|trailer|decoded)/.test(name),
  )
  if (isStrict && (isUnknown || request.headers['content-encoding'] === 'aws-chunked'))
    return [501, 'NotImplemented']
  return undefined
}

function answerBucket({ fake, habits, request, response, query, now }: S3Call): void {
  if (request.method === 'HEAD') return void response.writeHead(200).end()
  const prefix = query.get('prefix') ?? ''
  if (query.has('uploads')) {
    if (habits.hidesUploads) return sendError(response, 501, 'NotImplemented')
    const uploads = [...fake.uploads].filter(([, { key }]) => key.startsWith(prefix))
    const listed = uploads.map(
      ([id, { key, initiatedAt }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${iso(initiatedAt)}</Initiated></Upload>`,
    )
    const xml = `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${listed.join('')}</ListMultipartUploadsResult>`
    return sendXml(response, xml)
  }
  const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString()
  const keys = [...fake.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted()
  const page = keys.slice(0, Math.min(habits.pageSize ?? 1_000, Number(query.get('max-keys') ?? 1_000)))
  const encoded = query.get('encoding-type') === 'url'
  const contents = page.map((key) => {
    const { content, etag, modifiedAt } = fake.objects.get(key) ?? emptyObject(now)
    return `<Contents><Key>${encoded ? encodeURIComponent(key) : key}</Key><LastModified>${iso(modifiedAt)}</LastModified><ETag>${etag.replaceAll('"', '&quot;')}</ETag><Size>${content.length}</Size></Contents>`
  })
  const isTruncated = page.length < keys.length
  const next = isTruncated
    ? `<NextContinuationToken>${Buffer.from(page.at(-1) ?? '').toString('base64')}</NextContinuationToken>`
    : ''
  sendXml(
    response,
    `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${BUCKET}</Name><IsTruncated>${isTruncated}</IsTruncated>${encoded ? '<EncodingType>url</EncodingType>' : ''}${next}${contents.join('')}</ListBucketResult>`,
  )
}

function answerObject(call: S3Call): void {
  const { fake, habits, request, response, query, key, now } = call
  const uploadId = query.get('uploadId')
  if (uploadId !== null || query.has('uploads')) return answerUpload(call, uploadId)
  switch (request.method) {
    case 'PUT': {
      const source = request.headers['x-amz-copy-source']
      if (source !== undefined) return copy(call, decodeURIComponent(String(source)))
      fake.objects.set(key, { ...objectOf(request.body, now), headers: keptHeaders(request) })
      return void response.writeHead(200, { etag: etagOf(request.body) }).end()
    }
    case 'DELETE':
      if (!fake.objects.delete(key) && habits.refusesToDeleteMissing)
        return sendError(response, 404, 'NoSuchKey')
      return void response.writeHead(204).end()
    default:
      return download(call)
  }
}

function download({ fake, request, response, key }: S3Call): void {
  const stored = fake.objects.get(key)
  if (!stored) return sendError(response, 404, 'NoSuchKey')
  const condition = request.headers['if-match']
  if (condition !== undefined && condition !== stored.etag)
    return sendError(response, 412, 'PreconditionFailed')
  const range = rangeOf(stored.content, request.headers.range)
  if (!range) return sendError(response, 416, 'InvalidRange')
  response.writeHead(range.contentRange === undefined ? 200 : 206, {
    ...stored.headers,
    etag: stored.etag,
    'last-modified': new Date(stored.modifiedAt).toUTCString(),
    'content-length': range.part.length,
    ...(range.contentRange !== undefined && { 'content-range': range.contentRange }),
  })
  if (request.method === 'HEAD') return void response.end()
  const { cutAfterBytes, cuts } = fake.faults
  if (cutAfterBytes === undefined || cutAfterBytes >= range.part.length || cuts === 0)
    return void response.end(range.part)
  if (cuts !== undefined) fake.faults.cuts = cuts - 1
  response.write(range.part.subarray(0, cutAfterBytes), () => response.destroy())
}

function copy({ fake, response, key, now }: S3Call, source: string): void {
  if (isLate(fake)) return sendXml(response, LATE_ERROR)
  const stored = fake.objects.get(source.replace(/^\//, '').slice(BUCKET.length + 1))
  if (!stored) return sendError(response, 404, 'NoSuchKey')
  fake.objects.set(key, { ...stored, modifiedAt: now })
  sendXml(response, `<CopyObjectResult><ETag>${stored.etag}</ETag></CopyObjectResult>`)
}

function answerUpload({ fake, habits, request, response, query, key, now }: S3Call, id: string | null): void {
  if (id === null) {
    const begun = randomUUID()
    fake.uploads.set(begun, { key, headers: keptHeaders(request), initiatedAt: now, parts: new Map() })
    const xml = `<InitiateMultipartUploadResult><Key>${key}</Key><UploadId>${begun}</UploadId></InitiateMultipartUploadResult>`
    return sendXml(response, xml)
  }
  const upload = fake.uploads.get(id)
  if (upload?.key !== key) return sendError(response, 404, 'NoSuchUpload')
  if (request.method === 'PUT') {
    const etag = etagOf(request.body)
    upload.parts.set(Number(query.get('partNumber')), { content: request.body, etag })
    return void response.writeHead(200, { etag }).end()
  }
  if (request.method === 'DELETE') {
    fake.uploads.delete(id)
    return void response.writeHead(204).end()
  }
  if (isLate(fake)) return sendXml(response, LATE_ERROR)
  const named = [...request.body.toString().matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
    number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
    etag: (/<ETag>(.*?)</.exec(part)?.[1] ?? '').replaceAll('&quot;', '"'),
  }))
  const stored = assembled(upload, named, { wantsEqualParts: habits.isStrict === true, now })
  if (typeof stored === 'string') return sendError(response, 400, stored)
  fake.objects.set(key, stored)
  fake.uploads.delete(id)
  if ((fake.faults.lostAnswers ?? 0) > 0) {
    fake.faults.lostAnswers = (fake.faults.lostAnswers ?? 0) - 1
    return void response.destroy()
  }
  sendXml(
    response,
    `<CompleteMultipartUploadResult><Key>${key}</Key><ETag>${stored.etag}</ETag></CompleteMultipartUploadResult>`,
  )
}

const LATE_ERROR =
  '<Error><Code>InternalError</Code><Message>We encountered an internal error.</Message></Error>'

function isLate({ faults }: FakeS3): boolean {
  const left = faults.lateErrors ?? 0
  if (left > 0) faults.lateErrors = left - 1
  return left > 0
}

const objectOf = (content: Buffer, modifiedAt: number): StoredObject => ({
  content,
  etag: etagOf(content),
  modifiedAt,
  headers: {},
})
const emptyObject = (now: number) => objectOf(Buffer.alloc(0), now)
const iso = (time: number) => new Date(time).toISOString()

const keptHeaders = ({ headers }: SignedRequest): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name.startsWith('x-amz-meta-') || name === 'content-type')
      .map(([name, value]) => [name, String(value)]),
  )

function sendXml(response: ServerResponse, xml: string, status = 200): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`)
}

function sendError(response: ServerResponse, status: number, code: string, more = ''): void {
  sendXml(response, `<Error><Code>${code}</Code><Message>Refused.</Message>${more}</Error>`, status)
}
