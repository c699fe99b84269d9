import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Sha256 } from '@smithy/core/checksum'
import { SignatureV4 } from '@smithy/signature-v4'

/** A request as it arrived. */
export interface SignedRequest {
  readonly method: string
  /** path and query as they were sent */
  readonly target: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export interface Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** Why a request is refused: S3's code; undefined if its signature is right. */
export type SignatureProblem =
  | 'AccessDenied'
  | 'InvalidAccessKeyId'
  | 'SignatureDoesNotMatch'
  | 'XAmzContentSHA256Mismatch'

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=(?<id>[^/]+)\/\d{8}\/(?<region>[^/]+)\/s3\/aws4_request, ?SignedHeaders=(?<names>[^,]+), ?Signature=(?<signature>[0-9a-f]{64})$/

/** Returns the region for which a request was signed. */
export const signedRegion = ({ headers }: SignedRequest): string | undefined =>
  AUTHORIZATION.exec(headers.authorization ?? '')?.groups?.['region']

/** Returns the time at which a request was signed, in milliseconds since 1970. */
export function signedAt({ headers }: SignedRequest): number {
  const [, date, time] = /^(\d{8})T(\d{6})Z$/.exec(String(headers['x-amz-date'])) ?? []
  const iso = `${date}T${time}Z`.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z')
  return Date.parse(iso)
}

/** Computes the signature (Version 4) with Amazon's own code, and compares the hash of the body. */
export async function signatureProblem(
  request: SignedRequest,
  credentials: Credentials,
): Promise<SignatureProblem | undefined> {
  const { headers, body } = request
  const {
    id,
    region = '',
    names = '',
    signature,
  } = AUTHORIZATION.exec(headers.authorization ?? '')?.groups ?? {}
  if (id === undefined) return 'AccessDenied'
  if (id !== credentials.accessKeyId) return 'InvalidAccessKeyId'
  const url = new URL(request.target, 'http://store')
  const query: Record<string, string> = {}
  for (const [name, value] of url.searchParams) query[name] = value
  const signer = new SignatureV4({
    service: 's3',
    region,
    credentials,
    sha256: Sha256,
    uriEscapePath: false,
    applyChecksum: false,
  })
  const signedNames = names.split(';')
  const signed = await signer.sign(
    {
      method: request.method,
      protocol: 'http:',
      hostname: String(headers.host),
      path: url.pathname,
      query,
      headers: Object.fromEntries(
        signedNames.filter((name) => name !== 'x-amz-date').map((name) => [name, String(headers[name])]),
      ),
      body,
    },
    { signingDate: new Date(signedAt(request)), signableHeaders: new Set(signedNames) },
  )
  if (!String(signed.headers['authorization']).endsWith(`Signature=${signature}`))
    return 'SignatureDoesNotMatch'
  const declared = headers['x-amz-content-sha256']
  if (declared === undefined) return 'AccessDenied'
  const isHash = /^[0-9a-f]{64}$/.test(String(declared))
  return isHash && declared !== createHash('sha256').update(body).digest('hex')
    ? 'XAmzContentSHA256Mismatch'
    : undefined
}
