import type { Dispatcher } from 'undici'
import type { LlmOptions, LlmRequest, EmitLlmEvent } from '../llm/llm.ts'
import { AWS_EVENT_STREAM } from '../wire/aws-event-stream.ts'
import { bearer } from '../wire/chat/chat-completions.ts'
import { jsonText, postForEvents } from '../wire/event-stream.ts'
import type { ProviderName } from '../wire/failures.ts'
import { normalizeStream } from '../wire/normalize-stream.ts'
import { converseRequest } from './converse-request.ts'
import { createConverseReader } from './converse-stream.ts'

/** Options that Converse does not have. */
export const CONVERSE_UNSUPPORTED = [
  'seed',
  'presencePenalty',
  'frequencyPenalty',
  'logitBias',
  'responseFormat',
  'allowsParallelToolCalls',
] as const satisfies readonly (keyof LlmOptions)[]

/** An endpoint of Amazon Bedrock's runtime, such as `https://bedrock-runtime.eu-central-1.amazonaws.com`. */
interface BedrockServer {
  readonly provider: ProviderName
  readonly baseUrl: string
  /** a Bedrock API key, or `<access key id>:<secret access key>[:<session token>]` */
  readonly apiKey: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly timeoutMs: number
  /** default: connections to any address */
  readonly dispatcher?: Dispatcher | undefined
}

/**
 * Streams a reply by the Converse API.
 *
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html
 */
export function streamConverse(
  { provider, baseUrl, apiKey, headers, timeoutMs, dispatcher }: BedrockServer,
  request: LlmRequest,
  signal: AbortSignal,
  emit: EmitLlmEvent,
): Promise<void> {
  const url = `${baseUrl}/model/${encodeURIComponent(request.model)}/converse-stream`
  const body = converseRequest(request)
  return normalizeStream(
    provider,
    async (emitNormalized) => {
      const call = {
        provider,
        url,
        headers: { ...headers, ...(await authorization(url, body, apiKey)) },
        body,
        framing: AWS_EVENT_STREAM,
        timeoutMs,
        dispatcher,
      }
      return postForEvents(call, createConverseReader(provider, emitNormalized), signal)
    },
    signal,
    emit,
  )
}

const ACCESS_KEY = /^(?<accessKeyId>[A-Z0-9]{16,128}):(?<secretAccessKey>[^:]+)(?::(?<sessionToken>.+))?$/
const REGION = /^bedrock-runtime(?:-fips)?\.(?<region>[a-z0-9-]+)\./
const DEFAULT_REGION = 'us-east-1'

/** Returns the headers of a Bedrock API key, or of a request signed with an access key (Signature Version 4). */
async function authorization(
  url: string,
  body: object,
  apiKey: string | undefined,
): Promise<Readonly<Record<string, string>>> {
  const accessKey = ACCESS_KEY.exec(apiKey ?? '')?.groups
  if (!accessKey) return bearer(apiKey)
  const { accessKeyId = '', secretAccessKey = '', sessionToken } = accessKey
  // Only requests that are signed load the code for it.
  const { AwsV4Signer } = await import('aws4fetch')
  const signed = await new AwsV4Signer({
    method: 'POST',
    url,
    body: jsonText(body),
    accessKeyId,
    secretAccessKey,
    ...(sessionToken !== undefined && { sessionToken }),
    service: 'bedrock',
    region: REGION.exec(new URL(url).hostname)?.groups?.['region'] ?? DEFAULT_REGION,
  }).sign()
  return Object.fromEntries(signed.headers)
}
