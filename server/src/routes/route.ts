import type { Readable } from 'node:stream'
import type { Call, CallAnswer, CallBody, CallParams, CallQuery } from '@vee/contract/http/call'
import type { Locale } from '@vee/contract/entities/locale'
import type { Caller } from '#domain/accounts/index.ts'
import type { OwnKeys } from '#domain/ledger/index.ts'
import { cursorOf, type EventCursor, type NumberedEvent } from './event-cursor.ts'

/** A file part of a multipart call, still arriving. `stream` fails with a TOO_LARGE Refusal when the limit is passed. */
export interface IncomingFile {
  readonly fieldName: string
  readonly mediaType: string
  readonly stream: Readable
}

/** What a handler gets: validated input and who asks. */
export interface CallContext<C extends Call> {
  readonly params: CallParams<C>
  readonly query: CallQuery<C>
  /**
   * JSON body with defaults. Of a multipart call a function: text fields may come after the file, so they are known
   * once the file has been read. It reads the rest of the form (and discards a file nobody reads) and may refuse with
   * VALIDATION.
   */
  readonly body: C['body'] extends { kind: 'multipart' } ? () => Promise<CallBody<C>> : CallBody<C>
  /** the file of a multipart call */
  readonly file: C['body'] extends { kind: 'multipart' } ? IncomingFile : undefined
  readonly caller: Caller
  /** the caller's own keys for vendors, of calls that take them; for this request alone */
  readonly ownKeys: OwnKeys
  /** the bearer token as it came, dead or alive; only signing out needs it */
  readonly token: string | undefined
  readonly requestId: string
  readonly locale: Locale
  /** scheme, host and port that the request says it was sent to; its sender may have made them up */
  readonly origin: string
  readonly acceptsEvents: boolean
  readonly lastEventId: number | undefined
  /** aborted when the caller goes away before the answer is complete */
  readonly signal: AbortSignal
}

/** What a handler answers. `events` and `bytes` are streamed with back-pressure; nothing is buffered whole. */
export type Outcome<C extends Call> =
  | {
      readonly kind: 'json'
      readonly status: number
      readonly value: CallAnswer<C>
      /** the address of what was made */
      readonly location?: string
    }
  | { readonly kind: 'empty'; readonly status: number }
  | { readonly kind: 'events'; readonly events: EventCursor }
  | {
      readonly kind: 'bytes'
      readonly bytes: AsyncIterable<Uint8Array>
      readonly headers: Readonly<Record<string, string>>
    }

export type Handler<C extends Call> = (context: CallContext<C>) => Promise<Outcome<C>> | Outcome<C>

/** A call of the contract with the handler that serves it. `mount.ts` puts a list of them on Fastify. */
export interface Route {
  readonly call: Call
  readonly handler: Handler<Call>
}

export function route<C extends Call>(call: C, handler: Handler<C>): Route {
  // A list of routes cannot keep each one's own types. They were checked here, call against handler, and `mount.ts`
  // hands a handler only what this very call's schemas let through.
  return { call, handler: handler as unknown as Handler<Call> }
}

export const json = <V>(value: V, status = 200) => ({ kind: 'json', status, value }) as const
export const made = <V>(value: V, location: string) => ({ ...json(value, 201), location }) as const
export const empty = (status = 204) => ({ kind: 'empty', status }) as const
export const events = (stream: EventCursor | AsyncIterable<NumberedEvent>) =>
  ({ kind: 'events', events: 'take' in stream ? stream : cursorOf(stream) }) as const
export const bytes = (stream: AsyncIterable<Uint8Array>, headers: Readonly<Record<string, string>>) =>
  ({ kind: 'bytes', bytes: stream, headers }) as const

/** A file for the person to keep, streamed as it is made. */
export const download = (text: string | AsyncIterable<string>, fileName: string, contentType: string) =>
  bytes(encoded(text), {
    'content-type': contentType,
    // The plain name is for programs that do not know the other form.
    'content-disposition': `attachment; filename="${fileName.replaceAll(/[^ -~]|["%\\]/g, '_')}"; filename*=UTF-8''${encodeRfc5987(fileName)}`,
  })

async function* encoded(text: string | AsyncIterable<string>) {
  for await (const part of typeof text === 'string' ? [text] : text) yield Buffer.from(part)
}

const encodeRfc5987 = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
