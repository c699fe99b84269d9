import { OWN_KEY_VENDOR_NAMES, OWN_KEY_VENDORS } from '@vee/contract/entities/own-key-vendors'
import { z } from 'zod'
import { ERROR_STATUS, type ErrorCode } from '@vee/contract/error-codes'
import { scimError } from '@vee/contract/entities/accounts/scim'
import { errorBody } from '@vee/contract/errors'
import type { ResponseSpec, Endpoint, RequestBody } from '@vee/contract/http/endpoint'
import { openAiError } from '@vee/contract/http/openai'

export type JsonSchema = Readonly<Record<string, unknown>>

interface MediaTypes {
  readonly [mediaType: string]: { readonly schema: JsonSchema }
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema: JsonSchema
}

export interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly deprecated?: true
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: MediaTypes }
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string
        readonly content?: MediaTypes
        readonly headers?: Readonly<Record<string, JsonSchema>>
        readonly 'x-error-codes'?: readonly string[]
      }
    >
  >
}

export interface OpenApiDocument {
  readonly openapi: '3.1.1'
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

const header = (name: string, description: string): Parameter => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
})

/** Headers for authentication and language, accepted by every endpoint. */
export const HEADERS_OF_EVERY_CALL: readonly Parameter[] = [
  header(
    'X-Session-Id',
    "A visitor's id, generated once by the client; separates replies and usage of visitors",
  ),
  header('X-Client-Version', 'For the log'),
  header('Accept-Language', 'The language of the interface; error messages stay English'),
  header(
    'X-Time-Zone',
    "IANA name of the caller's time zone, such as America/Los_Angeles, in which dates and days are counted; UTC if it is unknown or absent",
  ),
]

/** The caller's own API keys for one request. */
const OWN_KEY_HEADERS: readonly Parameter[] = OWN_KEY_VENDORS.map((vendor) =>
  header(
    `X-Own-Key-${OWN_KEY_VENDOR_NAMES[vendor].replace('Google ', '')}`,
    "The caller's own key, for this request; never stored, never logged",
  ),
)

const LAST_EVENT_ID = header(
  'Last-Event-ID',
  'Number of the last received event; the stream continues after it',
)

/** Codes that any endpoint with such input may return, in addition to its own. */
const CODES_OF_EVERY_CALL: readonly ErrorCode[] = ['INTERNAL', 'UNAVAILABLE']
const CODES_OF_INPUT: readonly ErrorCode[] = ['VALIDATION']
/** Codes for broken bodies. An unexpected body is parsed too. */
const CODES_OF_A_BODY: readonly ErrorCode[] = ['MALFORMED_JSON', 'TOO_LARGE', 'UNSUPPORTED_MEDIA']

/** Returns the contract as an OpenAPI 3.1 document, generated from the schemas that validate the requests. */
export function openApiDocument(endpoints: readonly Endpoint[], version: string): OpenApiDocument {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const call of endpoints) {
    const path = (paths[call.path] ??= {})
    path[call.method.toLowerCase()] = operationOf(call)
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Vee',
      version,
      description:
        'Talk or type to named AI assistants and hear them answer. Every response has X-Request-Id; all errors have the same shape.',
    },
    servers: [{ url: '/api' }],
    tags: [...new Set(endpoints.map((endpoint) => endpoint.tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: {
        Error: jsonSchema(errorBody, 'output'),
        ScimError: jsonSchema(scimError, 'output'),
        OpenAiError: jsonSchema(openAiError, 'output'),
      },
      headers: {
        RequestId: { description: "The id of the request in the server's log", schema: { type: 'string' } },
        RetryAfter: { description: 'Seconds to wait before a retry', schema: { type: 'integer' } },
        RateLimitLimit: { description: 'Requests allowed per window', schema: { type: 'integer' } },
        RateLimitRemaining: { description: 'Requests left in this window', schema: { type: 'integer' } },
        RateLimitReset: { description: 'Seconds until the window ends', schema: { type: 'integer' } },
      },
      securitySchemes: { session: { type: 'http', scheme: 'bearer', description: 'Session token' } },
    },
  }
}

function operationOf(endpoint: Endpoint): Operation {
  const isStreamToResume = endpoint.method === 'GET' && answerKinds(endpoint).has('events')
  const parameters = [
    ...parametersIn('path', endpoint.params),
    ...parametersIn('query', endpoint.query),
    ...parametersIn('header', endpoint.headers),
    ...HEADERS_OF_EVERY_CALL,
    ...(endpoint.acceptsOwnKeys === true ? OWN_KEY_HEADERS : []),
    ...(isStreamToResume ? [LAST_EVENT_ID] : []),
  ]
  return {
    operationId: operationId(endpoint),
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(endpoint.isDeprecated ? { deprecated: true } : {}),
    // The empty alternative makes the token optional.
    security: endpoint.access === 'signed-in' ? [{ session: [] }] : [{}, { session: [] }],
    parameters,
    ...(endpoint.body ? { requestBody: { required: true, content: bodyContent(endpoint.body) } } : {}),
    responses: withHeaders(endpoint, { ...answersOf(endpoint), ...errorsOf(endpoint) }),
  }
}

const answerKinds = (endpoint: Endpoint) =>
  new Set(
    Object.values(endpoint.responses)
      .flat()
      .map(({ kind }) => kind),
  )

const headerRef = (name: string): JsonSchema => ({ $ref: `#/components/headers/${name}` })

const RATE_LIMIT_HEADERS = {
  'RateLimit-Limit': headerRef('RateLimitLimit'),
  'RateLimit-Remaining': headerRef('RateLimitRemaining'),
  'RateLimit-Reset': headerRef('RateLimitReset'),
}

function withHeaders(endpoint: Endpoint, responses: Operation['responses']): Operation['responses'] {
  const ofSuccess = Object.entries(endpoint.responseHeaders ?? {}).map(
    ([name, description]) => [name, { description, schema: { type: 'string' } }] as const,
  )
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      const headers = {
        'X-Request-Id': headerRef('RequestId'),
        ...((endpoint.isRateLimited === true || status === '429') && RATE_LIMIT_HEADERS),
        ...(status === '429' && { 'Retry-After': headerRef('RetryAfter') }),
        ...(status in endpoint.responses && Object.fromEntries(ofSuccess)),
      }
      return [status, { ...response, headers }]
    }),
  )
}

/** `GET /chat/replies/{replyId}/stream` → `getChatRepliesReplyIdStream` */
function operationId(endpoint: Endpoint): string {
  const words = endpoint.path.split(/[^A-Za-z0-9]+/).filter(Boolean)
  return (
    endpoint.method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  )
}

function parametersIn(location: Parameter['in'], schema: z.ZodObject | undefined): Parameter[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: location,
    required: location === 'path' || !z.safeParse(field, undefined).success,
    schema: jsonSchema(field, 'input'),
  }))
}

function bodyContent(body: RequestBody): MediaTypes {
  if (body.kind === 'json') return { 'application/json': { schema: jsonSchema(body.schema, 'input') } }
  if (body.kind === 'signed') return { 'application/json': { schema: {} } }
  if (body.kind === 'chunk') return { [body.contentType]: { schema: {} } }
  const fields = jsonSchema(body.fields, 'input')
  const file = { type: 'string', contentMediaType: 'application/octet-stream', maxLength: body.maxBytes }
  return {
    ...(body.plainType !== undefined && { [body.plainType]: { schema: {} } }),
    'multipart/form-data': {
      schema: {
        ...fields,
        properties: { [body.file]: file, ...(fields['properties'] as JsonSchema) },
        required: [body.file, ...((fields['required'] as string[] | undefined) ?? [])],
      },
    },
  }
}

function answersOf(endpoint: Endpoint): Operation['responses'] {
  return Object.fromEntries(
    Object.entries(endpoint.responses).map(([status, response]) => {
      const contents = [response]
        .flat()
        .map((alternative) => answerContent(alternative, jsonTypeOf(endpoint)))
      const content = Object.assign({}, ...contents) as MediaTypes
      return [
        status,
        { description: endpoint.summary, ...(Object.keys(content).length > 0 ? { content } : {}) },
      ]
    }),
  )
}

const jsonTypeOf = ({ protocol }: Endpoint) =>
  protocol === 'scim' ? 'application/scim+json' : 'application/json'

function answerContent(response: ResponseSpec, jsonType: string): MediaTypes {
  switch (response.kind) {
    case 'json':
      return { [jsonType]: { schema: jsonSchema(response.schema, 'output') } }
    case 'events':
      return { 'text/event-stream': { schema: jsonSchema(response.schema, 'output') } }
    case 'bytes':
      return Object.fromEntries(response.contentTypes.map((type) => [type, { schema: {} }]))
    case 'empty':
      return {}
  }
}

function errorsOf(endpoint: Endpoint): Operation['responses'] {
  const hasInput = [endpoint.params, endpoint.query, endpoint.headers, endpoint.body].some(
    (input) => input !== undefined,
  )
  const codes = new Set([
    ...endpoint.errors,
    ...(endpoint.method === 'GET' || endpoint.method === 'HEAD' ? [] : CODES_OF_A_BODY),
    ...(hasInput ? CODES_OF_INPUT : []),
    // Malformed ids, such as %00.
    ...(endpoint.params === undefined ? [] : ['NOT_FOUND' as const]),
    ...CODES_OF_EVERY_CALL,
  ])
  // Directories do not receive this API's error codes.
  const isScim = endpoint.protocol === 'scim'
  const name = isScim ? 'ScimError' : endpoint.protocol === 'openai' ? 'OpenAiError' : 'Error'
  const schema = { $ref: `#/components/schemas/${name}` }
  const byStatus = Map.groupBy([...codes].toSorted(), (code) => ERROR_STATUS[code])
  return Object.fromEntries(
    [...byStatus]
      // If the endpoint declares its own response for a status, that one is used.
      .filter(([status]) => !(status in endpoint.responses))
      .map(([status, codes]) => [
        String(status),
        {
          description: codes.join(', '),
          content: { [jsonTypeOf(endpoint)]: { schema } },
          ...(isScim ? {} : { 'x-error-codes': codes }),
        },
      ]),
  )
}

/** Adding response fields is a compatible change, so the published schemas never forbid additional ones. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  })
  return rest
}
