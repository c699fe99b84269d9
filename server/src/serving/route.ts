import type { Readable } from 'node:stream'
import type {
  Endpoint,
  EndpointResponse,
  EndpointBody,
  EndpointParams,
  EndpointHeaders,
  EndpointQuery,
} from '@vee/contract/http/endpoint'
import type { Locale } from '@vee/contract/entities/locale'
import type { Caller } from '#domain/accounts/index.ts'
import type { OwnKeys } from '#domain/money/ledger/index.ts'
import { cursorOf, type EventCursor, type NumberedEvent } from './responses/event-cursor.ts'

/** A file part of a multipart request, still arriving. `stream` fails with TOO_LARGE beyond the limit. */
export interface IncomingFile {
  readonly fieldName: string
  readonly mediaType: string
  readonly stream: Readable
}

/** The arguments of a handler: validated input and the caller. */
export interface CallContext<C extends Endpoint> {
  readonly params: EndpointParams<C>
  readonly query: EndpointQuery<C>
  readonly headers: EndpointHeaders<C>
  /**
   * JSON body with defaults. For a multipart endpoint a function: text fields may follow the file, so they
   * are known after it was read. It reads the rest of the form (and discards an unread file) and may throw
   * VALIDATION.
   */
  readonly body: C['body'] extends { kind: 'multipart' } ? () => Promise<EndpointBody<C>> : EndpointBody<C>
  /** the file of a multipart request */
  readonly file: C['body'] extends { kind: 'multipart' } ? IncomingFile : undefined
  readonly caller: Caller
  /** the caller's own vendor keys, for endpoints that accept them; for this request only */
  readonly ownKeys: OwnKeys
  /** the bearer token, valid or not; only signing out needs it */
  readonly token: string | undefined
  readonly requestId: string
  readonly locale: Locale
  /** scheme, host and port according to the request, which its sender may forge */
  readonly origin: string
  readonly acceptsEvents: boolean
  readonly lastEventId: number | undefined
  /** aborted when the client disconnects before the response is complete */
  readonly signal: AbortSignal
}

/**
 * The result of a handler. `events` and `bytes` are streamed with back-pressure; nothing is buffered whole.
 */
export type RouteOutcome<C extends Endpoint> =
  | {
      readonly kind: 'json'
      readonly status: number
      readonly value: EndpointResponse<C>
      /** the URL of the created resource */
      readonly location?: string
    }
  | {
      readonly kind: 'empty'
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
    }
  | { readonly kind: 'events'; readonly events: EventCursor }
  | {
      readonly kind: 'bytes'
      readonly status: number
      readonly bytes: AsyncIterable<Uint8Array>
      readonly headers: Readonly<Record<string, string>>
    }

export type Handler<C extends Endpoint> = (
  context: CallContext<C>,
) => Promise<RouteOutcome<C>> | RouteOutcome<C>

/** An endpoint of the contract with its handler. `mount.ts` registers a list of them on Fastify. */
export interface Route {
  readonly endpoint: Endpoint
  readonly handler: Handler<Endpoint>
}

export function route<C extends Endpoint>(call: C, handler: Handler<C>): Route {
  // A list of routes cannot preserve each one's types. They were checked here, endpoint against handler, and
  // `mount.ts` passes a handler only what this endpoint's schemas accepted.
  return { endpoint: call, handler: handler as unknown as Handler<Endpoint> }
}

export const json = <V>(value: V, status = 200) => ({ kind: 'json', status, value }) as const
export const created = <V>(value: V, location: string) => ({ ...json(value, 201), location }) as const
export const empty = (status = 204, headers: Readonly<Record<string, string>> = {}) =>
  ({ kind: 'empty', status, headers }) as const
export const events = (stream: EventCursor | AsyncIterable<NumberedEvent>) =>
  ({ kind: 'events', events: 'takeEvent' in stream ? stream : cursorOf(stream) }) as const
/** Returns a response of bytes; text is encoded as UTF-8. */
export const bytes = (
  content: Uint8Array | string | AsyncIterable<string | Uint8Array>,
  headers: Readonly<Record<string, string>>,
  status = 200,
) => ({ kind: 'bytes', status, bytes: encoded(content), headers }) as const

/** Returns a file download, streamed while it is generated. */
export const download = (
  text: string | AsyncIterable<string | Uint8Array>,
  fileName: string,
  contentType: string,
) =>
  bytes(text, {
    'content-type': contentType,
    // The plain name is for clients without support for the other form.
    'content-disposition': `attachment; filename="${fileName.replaceAll(/[^ -~]|["%\\]/g, '_')}"; filename*=UTF-8''${encodeRfc5987(fileName)}`,
  })

async function* encoded(content: Uint8Array | string | AsyncIterable<string | Uint8Array>) {
  for await (const chunk of typeof content === 'string' || content instanceof Uint8Array
    ? [content]
    : content)
    yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk
}

const encodeRfc5987 = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
