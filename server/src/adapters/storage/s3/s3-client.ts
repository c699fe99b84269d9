import { setTimeout as wait } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { Agent, type Dispatcher } from 'undici'
import { StorageUnavailable } from '#domain/storage/storage-unavailable.ts'
import { bucketAddress, encodedKey, type ObjectStoreAccess } from './s3-address.ts'
import { connectionFailure, answeredFailure, isPassing, S3Failure, sentenceAbout } from './s3-failure.ts'

const MAX_ATTEMPTS = 4
const FIRST_DELAY_MS = 100
const MAX_DELAY_MS = 5_000
const CONNECT_TIMEOUT_MS = 3_000
/** Until the headers of an answer, and between two parts of its body. */
const ANSWER_TIMEOUT_MS = 15_000
/** No attempt begins later than this after the first one. */
const LAST_ATTEMPT_MS = 10_000
/** Most of an answer that is read whole: a page of a list has 1,000 keys of at most 1 kB. */
const MAX_TEXT_BYTES = 4 * 1024 * 1024
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

type S3Operation = 'put' | 'get' | 'delete' | 'copy' | 'list' | 'multipart'

/** A request to the store, with all of its attempts. */
export interface S3Use {
  readonly operation: S3Operation
  readonly isOk: boolean
  readonly seconds: number
  /** attempts after the first one */
  readonly retries: number
  /** bytes of content that were sent and received, as far as they are known when the answer begins */
  readonly sentBytes: number
  readonly receivedBytes: number
}

export interface S3Request {
  readonly operation: S3Operation
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** undefined: the bucket */
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array<ArrayBuffer>
  /** S3's codes of refusals that the caller expects; they are thrown as S3Failure */
  readonly expects?: readonly string[]
}

export interface S3Response {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: Dispatcher.ResponseData['body']
}

interface S3ClientOptions {
  readonly observe?: ((use: S3Use) => void) | undefined
  /** called when the store begins to fail or to respond, with the reason in one sentence */
  readonly onChange?: ((reason: string | undefined) => void) | undefined
  /** milliseconds since 1970 */
  readonly now?: () => number
}

/**
 * Sends signed requests (Signature Version 4) to one bucket. Retries what passes: no answer, 5xx, 429, SlowDown and the like.
 * Corrects the clock where the store's differs, and follows the bucket to its region.
 */
export class S3Client {
  readonly access: ObjectStoreAccess
  readonly #options: S3ClientOptions
  readonly #agent = new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: ANSWER_TIMEOUT_MS,
    bodyTimeout: ANSWER_TIMEOUT_MS,
  })
  /** signing keys by day */
  #signingKeys = new Map<string, ArrayBuffer>()
  #region: string
  /** what the store's clock is ahead of this one, in ms */
  #clockOffset = 0
  #failing: string | undefined

  constructor(access: ObjectStoreAccess, options: S3ClientOptions = {}) {
    this.access = access
    this.#options = options
    this.#region = access.region
  }

  get now(): () => number {
    return this.#options.now ?? Date.now
  }

  /** Returns the answer of a request that succeeded. Throws S3Failure for a refusal in `expects`, otherwise StorageUnavailable. */
  async send(request: S3Request): Promise<S3Response> {
    return this.#use(request, (response) => Promise.resolve(response))
  }

  /**
   * As `send`, with the text of the answer. S3 may begin with status 200 and fail afterwards: an answer without the element
   * `root` is a failure too.
   */
  async text(
    request: S3Request,
    root?: string,
  ): Promise<{ readonly text: string; readonly response: S3Response }> {
    return this.#use(request, async (response) => {
      const text = await textWithin(response.body)
      if (root !== undefined && !text.includes(`<${root}`))
        throw text.includes('<Error')
          ? answeredFailure(500, {}, text)
          : new S3Failure(response.status, 'NOT_S3')
      return { text, response }
    })
  }

  close(): Promise<void> {
    return this.#agent.destroy()
  }

  async #use<R>(request: S3Request, read: (response: S3Response) => Promise<R>): Promise<R> {
    const started = performance.now()
    let retries = 0
    let receivedBytes = 0
    const end = (isOk: boolean) =>
      this.#options.observe?.({
        operation: request.operation,
        isOk,
        seconds: (performance.now() - started) / 1_000,
        retries,
        sentBytes: request.body?.length ?? 0,
        receivedBytes,
      })
    let isCorrected = false
    for (;;) {
      try {
        const response = await this.#attemptRequest(request)
        receivedBytes = request.operation === 'get' ? Number(response.headers['content-length'] ?? 0) : 0
        const result = await read(response)
        this.#reportState(undefined)
        end(true)
        return result
      } catch (error) {
        const failure = error instanceof S3Failure ? error : connectionFailure(error)
        // A clock or a region that is corrected costs no attempt.
        if (!isCorrected && this.#correct(failure)) {
          isCorrected = true
          continue
        }
        const isLate = performance.now() - started > LAST_ATTEMPT_MS
        if (isPassing(failure) && retries < MAX_ATTEMPTS - 1 && !isLate) {
          await wait(delayOf(failure, retries))
          retries += 1
          continue
        }
        const isExpected = request.expects?.includes(failure.code) === true
        this.#reportState(isExpected ? undefined : sentenceAbout(failure))
        end(isExpected)
        throw isExpected ? failure : new StorageUnavailable(sentenceAbout(failure), failure)
      }
    }
  }

  /** Returns whether something was learnt with which the request may succeed. */
  #correct({ code, region, status, cause }: S3Failure): boolean {
    if (code === 'RequestTimeTooSkewed' && cause instanceof StoreTime) {
      this.#clockOffset = cause.time - this.now()
      return true
    }
    if (region === undefined || region === this.#region || ![301, 307, 400, 403].includes(status))
      return false
    this.#region = region
    return true
  }

  #reportState(reason: string | undefined): void {
    if (this.#failing === reason) return
    const isChange = (this.#failing === undefined) !== (reason === undefined)
    this.#failing = reason
    if (isChange) this.#options.onChange?.(reason)
  }

  async #attemptRequest({ method, key, query, headers, body }: S3Request): Promise<S3Response> {
    const url = new URL(
      `${bucketAddress(this.access, this.#region)}/${key === undefined ? '' : encodedKey(key)}`,
    )
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
    const { accessKeyId, secretAccessKey } = this.access
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      headers: {
        ...headers,
        // Every store checks it against the body, which other checksums are not: many stores reject those.
        'x-amz-content-sha256': body ? await sha256Of(body) : EMPTY_SHA256,
      },
      accessKeyId,
      secretAccessKey,
      service: 's3',
      region: this.#region,
      datetime: new Date(this.now() + this.#clockOffset).toISOString().replaceAll(/[:-]|\.\d{3}/g, ''),
      cache: this.#signingKeys,
    }).sign()
    // Keys of earlier days and regions.
    if (this.#signingKeys.size > 8) this.#signingKeys = new Map()
    const {
      statusCode,
      headers: answered,
      body: content,
    } = await this.#agent.request({
      origin: url.origin,
      // The signature is of %20, and not every store reads + as a space.
      path: `${url.pathname}${url.search.replaceAll('+', '%20')}`,
      method,
      headers: {
        ...Object.fromEntries(signed.headers),
        ...(body && { 'content-length': String(body.length) }),
      },
      ...(body && { body }),
    })
    if (statusCode >= 200 && statusCode < 300) return { status: statusCode, headers: answered, body: content }
    const failure = answeredFailure(statusCode, answered, await textWithin(content))
    if (failure.code !== 'RequestTimeTooSkewed') throw failure
    throw new S3Failure(failure.status, failure.code, { cause: new StoreTime(answered['date']) })
  }
}

/** The time of the store, from the header of an answer. */
class StoreTime {
  readonly time: number

  constructor(date: string | readonly string[] | undefined) {
    this.time = Date.parse(String(date)) || Date.now()
  }
}

async function sha256Of(body: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', body)).toString('hex')
}

async function textWithin(body: S3Response['body']): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_TEXT_BYTES) throw new S3Failure(200, 'NOT_S3')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Doubles with each retry; half of it is random, so that many servers do not return at once. */
function delayOf({ retryAfterMs }: S3Failure, retries: number): number {
  const delay = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 4 ** retries)
  return Math.min(MAX_DELAY_MS, Math.max(retryAfterMs ?? 0, delay * (0.5 + Math.random() / 2)))
}
