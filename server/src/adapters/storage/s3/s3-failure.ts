import { elementText } from './s3-xml.ts'

/** An answer of the store that is no success, or no answer at all. */
export class S3Failure extends Error {
  /** HTTP status; 0 without an answer */
  readonly status: number
  /** S3's error code, or that of the connection */
  readonly code: string
  /** the region of the bucket, where the answer names one */
  readonly region: string | undefined
  /** milliseconds to wait before the next attempt, where the answer names them */
  readonly retryAfterMs: number | undefined

  constructor(
    status: number,
    code: string,
    more: {
      readonly region?: string | undefined
      readonly retryAfterMs?: number | undefined
      readonly cause?: unknown
    } = {},
  ) {
    super(`The object store answered ${status || 'nothing'} (${code}).`, { cause: more.cause })
    this.name = 'S3Failure'
    this.status = status
    this.code = code
    this.region = more.region
    this.retryAfterMs = more.retryAfterMs
  }
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/** Returns the failure that an answer states. */
export function answeredFailure(status: number, headers: Headers, body: string): S3Failure {
  const seconds = Number(headers['retry-after'])
  return new S3Failure(status, elementText(body, 'Code') || `HTTP${status}`, {
    region:
      elementText(body, 'Region') ??
      elementText(body, 'BucketRegion') ??
      headerOf(headers, 'x-amz-bucket-region'),
    retryAfterMs: Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : undefined,
  })
}

const headerOf = (headers: Headers, name: string) => {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}

/** Returns the failure of a connection. */
export function connectionFailure(error: unknown): S3Failure {
  const inner = error instanceof AggregateError ? error.errors[0] : error
  const code = inner instanceof Error && 'code' in inner ? String(inner.code) : 'NO_ANSWER'
  return new S3Failure(0, code, { cause: error })
}

const PASSING_CODES: ReadonlySet<string> = new Set([
  'InternalError',
  'OperationAborted',
  'RequestTimeout',
  'ServiceUnavailable',
  'SlowDown',
  'Throttling',
  'TooManyRequests',
])

const CERTIFICATE_CODES = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_SSL|ERR_TLS/

/** Returns whether the same request may succeed soon. */
export const isPassing = ({ status, code }: S3Failure): boolean =>
  (status === 0 && !CERTIFICATE_CODES.test(code)) ||
  (status >= 500 && status !== 501) ||
  status === 429 ||
  PASSING_CODES.has(code)

const SENTENCES: Readonly<Record<string, string>> = {
  NoSuchBucket: 'The bucket of OBJECT_STORE_URL does not exist.',
  InvalidBucketName: 'The bucket of OBJECT_STORE_URL has a name that the store does not allow.',
  InvalidAccessKeyId: 'The store does not know OBJECT_STORE_ACCESS_KEY_ID.',
  SignatureDoesNotMatch: 'The store rejects OBJECT_STORE_SECRET_ACCESS_KEY.',
  AccessDenied:
    'The store does not allow this access key to list, read, write and delete in the bucket of OBJECT_STORE_URL.',
  AllAccessDisabled: 'The store has disabled the bucket of OBJECT_STORE_URL.',
  RequestTimeTooSkewed: 'The clock of this server differs too much from that of the store.',
  QuotaExceeded: 'The store has no room left.',
  XMinioStorageFull: 'The store has no room left.',
  NOT_S3: 'OBJECT_STORE_ENDPOINT names something that does not answer as an S3 store does.',
}

const REGION_CODES: ReadonlySet<string> = new Set([
  'AuthorizationHeaderMalformed',
  'PermanentRedirect',
  'TemporaryRedirect',
  'IllegalLocationConstraintException',
])

/** Returns why the store cannot be used, in one sentence without an address or a key. */
export function sentenceAbout({ status, code, region }: S3Failure): string {
  if (REGION_CODES.has(code))
    return region === undefined
      ? 'The bucket of OBJECT_STORE_URL is in another region than OBJECT_STORE_REGION.'
      : `The bucket of OBJECT_STORE_URL is in the region ${region}; set OBJECT_STORE_REGION to it.`
  if (CERTIFICATE_CODES.test(code))
    return `The certificate of the object store is not trusted here (${code}).`
  if (status === 0) return `The object store does not respond (${code}).`
  return SENTENCES[code] ?? `The object store answers ${status} (${code}).`
}
