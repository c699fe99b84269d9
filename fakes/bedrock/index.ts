import type { ServerResponse } from 'node:http'
import { Sha256 } from '@smithy/core/checksum'
import { SignatureV4 } from '@smithy/signature-v4'
import type { Behaviour } from '../upstream/behaviour.ts'
import { deliver, waited } from '../upstream/deliver.ts'
import { startFakeVendor, type FakeVendor } from '../upstream/fake-vendor.ts'
import type { RecordedRequest } from '../upstream/recorded-request.ts'
import { composeReply } from '../upstream/reply.ts'
import { checkRequest } from './check-request.ts'
import { converseEvents } from './converse.ts'

export interface BedrockServerOptions {
  readonly models?: readonly string[]
  /** a Bedrock API key; requests with another one are rejected; default: any key */
  readonly apiKey?: string
  /** whose signature is accepted too */
  readonly accessKey?: AccessKey
}

interface AccessKey {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/**
 * A fake of Amazon Bedrock's `ConverseStream`. It rejects what the API rejects: unknown fields, a wrong order of turns,
 * calls without results, and wrong signatures, which it computes with Amazon's own code.
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html
 */
export function startBedrock({ models, ...keys }: BedrockServerOptions = {}): Promise<FakeVendor> {
  return startFakeVendor(
    { models: models ?? ['eu.anthropic.claude-sonnet-5-5-v1:0'] },
    (request, response, scripted, offered) => answerRequest(request, response, scripted, offered, keys),
  )
}

const NAMES: Readonly<Record<number, string>> = {
  400: 'ValidationException',
  401: 'UnrecognizedClientException',
  403: 'AccessDeniedException',
  404: 'ResourceNotFoundException',
  429: 'ThrottlingException',
  500: 'InternalServerException',
  503: 'ServiceUnavailableException',
}

/** The API answers 403 for a wrong key; a scripted 401 stays one. */
function sendError(
  response: ServerResponse,
  {
    status,
    message,
    retryAfter,
  }: { status: number; message?: string | undefined; retryAfter?: string | undefined },
): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'x-amzn-errortype': NAMES[status] ?? 'InternalServerException',
    ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
  })
  response.end(JSON.stringify({ message: message ?? `Refused with ${status}.` }))
}

async function answerRequest(
  request: RecordedRequest,
  response: ServerResponse,
  behaviour: Behaviour,
  models: readonly string[],
  keys: Pick<BedrockServerOptions, 'apiKey' | 'accessKey'>,
): Promise<void> {
  if (!(await waited(response, behaviour.headersAfterMs ?? 0))) return
  if (behaviour.refusal) return sendError(response, behaviour.refusal)
  if (!(await isAuthorized(request, keys)))
    return sendError(response, {
      status: 403,
      message: 'The security token included in the request is invalid.',
    })
  const model = /^\/model\/([^/]+)\/converse-stream$/.exec(request.path)?.[1]
  if (model === undefined || !models.includes(decodeURIComponent(model)))
    return sendError(response, { status: 404, message: 'Could not resolve the foundation model.' })
  const problem = checkRequest(request.json)
  if (problem !== undefined) return sendError(response, { status: 400, message: problem })
  const reply = composeReply({ ...(request.json as object), model }, behaviour)
  return deliver(response, behaviour, converseEvents(reply, behaviour))
}

async function isAuthorized(
  request: RecordedRequest,
  { apiKey, accessKey }: Pick<BedrockServerOptions, 'apiKey' | 'accessKey'>,
): Promise<boolean> {
  const sent = request.headers['authorization']
  if (sent?.startsWith('AWS4-HMAC-SHA256') && accessKey)
    return sent === (await signatureOf(request, sent, accessKey))
  return apiKey === undefined || sent === `Bearer ${apiKey}`
}

const normal = (header: string) => header.replaceAll(/, ?/g, ', ')

/** Signs the same request with Amazon's own code, at the same time and with the same headers. */
async function signatureOf(request: RecordedRequest, sent: string, accessKey: AccessKey): Promise<string> {
  const { region = '', headers = '' } =
    /Credential=[^/]+\/\d+\/(?<region>[^/]+)\/bedrock\/aws4_request, ?SignedHeaders=(?<headers>[^,]+)/.exec(
      sent,
    )?.groups ?? {}
  const names = headers.split(';')
  const signer = new SignatureV4({
    service: 'bedrock',
    region,
    credentials: accessKey,
    sha256: Sha256,
    applyChecksum: false,
  })
  const time = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(String(request.headers['x-amz-date']))
  const [, year, month, day, hour, minute, second] = (time ?? []).map(Number)
  const signed = await signer.sign(
    {
      method: request.method,
      protocol: 'http:',
      hostname: String(request.headers['host']),
      path: request.path,
      query: {},
      headers: Object.fromEntries(
        names.filter((name) => name !== 'x-amz-date').map((name) => [name, String(request.headers[name])]),
      ),
      body: request.body,
    },
    {
      signingDate: new Date(
        Date.UTC(year ?? 0, (month ?? 1) - 1, day ?? 1, hour ?? 0, minute ?? 0, second ?? 0),
      ),
      signableHeaders: new Set(names),
    },
  )
  return normal(String(signed.headers['authorization'])) === normal(sent) ? sent : ''
}
