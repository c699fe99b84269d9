import type { z } from 'zod'
import type { ErrorCode } from '../errors.ts'

/** The body of a successful response. */
export type ResponseSpec =
  | { readonly kind: 'json'; readonly schema: z.ZodType }
  | { readonly kind: 'empty' }
  /** `text/event-stream`; one `data:` line of JSON per event */
  | { readonly kind: 'events'; readonly schema: z.ZodType }
  | { readonly kind: 'bytes'; readonly contentTypes: readonly string[] }

export type RequestBody =
  /**
   * at most 64 kB for public endpoints, otherwise 8 MB; `maxBytes` overrides this, and `maxVisitorBytes` for
   * callers who are not signed in
   */
  | {
      readonly kind: 'json'
      readonly schema: z.ZodType
      readonly maxBytes?: number
      readonly maxVisitorBytes?: number
    }
  /**
   * `file` is the name of the single file part, of at most `maxBytes`; `fields` are the text parts, before or
   * after it
   */
  | {
      readonly kind: 'multipart'
      readonly file: string
      readonly maxBytes: number
      /** content type with which the file alone may be sent, as the whole body */
      readonly plainType?: string
      /** the file is not held in memory: its bytes count only while they pass */
      readonly isStored?: true
      /** sentence with all limits of the file, appended to the message if it is too large */
      readonly limits?: string
      readonly fields: z.ZodObject
    }
  /** raw bytes of this content type */
  | { readonly kind: 'chunk'; readonly contentType: typeof CHUNK_TYPE; readonly maxBytes: number }
  /** raw bytes, whatever their content type, and the header with their signature */
  | { readonly kind: 'signed'; readonly signatureHeader: string; readonly maxBytes: number }

/** Content type of a part of a file (tus 1.0). */
export const CHUNK_TYPE = 'application/offset+octet-stream'

/** A `signed` body as passed to the handler. */
export interface SignedBytes {
  readonly bytes: Uint8Array
  readonly signature: string | undefined
}

/** Maximum size of a conversation or a transcript, in bytes. */
export const MAX_LONG_JSON_BYTES = 8 * 1024 * 1024
/**
 * Maximum size of a conversation of a visitor where no limit counts the requests, in bytes: far more than the
 * replies of a day have.
 */
export const MAX_VISITOR_JSON_BYTES = 512 * 1024

/**
 * An endpoint as data. The server mounts it, validates with it and publishes it; the web client derives its
 * types from it.
 */
export interface Endpoint {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** below `/api`, parameters in braces: `/prompts/{id}` */
  readonly path: `/${string}`
  readonly tag: string
  readonly summary: string
  /** `public`: all callers; `signed-in`: requires a valid token, otherwise 401 */
  readonly access: 'public' | 'signed-in'
  /**
   * scim: bodies are `application/scim+json`, errors have the format of RFC 7644, and the token is a
   * directory's. openai: errors have the format of OpenAI's API.
   */
  readonly protocol?: 'scim' | 'openai'
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  /** request headers by their names in lower case, in addition to those of every endpoint */
  readonly headers?: z.ZodObject
  readonly body?: RequestBody
  /** whether it accepts the caller's own provider keys in headers such as X-Own-Key-OpenAI, see `OWN_KEY_VENDORS` */
  readonly acceptsOwnKeys?: true
  /** another endpoint replaces it in the next version */
  readonly isDeprecated?: true
  /** whether its responses contain `RateLimit-*` */
  readonly isRateLimited?: true
  /** headers of successful responses, in addition to those of every endpoint, with their descriptions */
  readonly responseHeaders?: Readonly<Record<string, string>>
  /** by status */
  readonly responses: Readonly<Record<number, ResponseSpec | readonly ResponseSpec[]>>
  /**
   * error codes of this endpoint, in addition to VALIDATION, MALFORMED_JSON, TOO_LARGE, UNSUPPORTED_MEDIA,
   * UNAVAILABLE and INTERNAL
   */
  readonly errors: readonly ErrorCode[]
}

export function defineEndpoint<const C extends Endpoint>(call: C): C {
  return call
}

type AnswerOf<C extends Endpoint> = C['responses'][keyof C['responses']]
type JsonOf<A> = A extends { kind: 'json'; schema: infer S extends z.ZodType }
  ? z.output<S>
  : A extends { kind: 'empty' }
    ? null
    : never

/** The JSON type of an endpoint's response. */
export type EndpointResponse<C extends Endpoint> = JsonOf<
  AnswerOf<C> extends infer A ? (A extends readonly (infer E)[] ? E : A) : never
>
/** The JSON body that a caller sends (before defaults are applied). */
export type EndpointInput<C extends Endpoint> = C['body'] extends {
  kind: 'json'
  schema: infer S extends z.ZodType
}
  ? z.input<S>
  : never
/** The JSON body that the handler receives (with defaults). */
export type EndpointBody<C extends Endpoint> = C['body'] extends { schema: infer S extends z.ZodType }
  ? z.output<S>
  : C['body'] extends { fields: infer F extends z.ZodType }
    ? z.output<F>
    : C['body'] extends { kind: 'signed' }
      ? SignedBytes
      : C['body'] extends { kind: 'chunk' }
        ? Uint8Array
        : undefined
export type EndpointParams<C extends Endpoint> = C['params'] extends z.ZodType
  ? z.output<C['params']>
  : undefined
export type EndpointHeaders<C extends Endpoint> = C['headers'] extends z.ZodType
  ? z.output<C['headers']>
  : undefined
export type EndpointQuery<C extends Endpoint> = C['query'] extends z.ZodType
  ? z.output<C['query']>
  : undefined
