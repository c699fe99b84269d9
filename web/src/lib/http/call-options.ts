import type { Endpoint, EndpointInput, EndpointParams, EndpointQuery } from '@vee/contract/http/endpoint'

/** The parts of a request: those in its contract are required, others are not allowed. */
type Parts<C extends Endpoint> = Part<'params', EndpointParams<C>> &
  Part<'body', C['body'] extends { kind: 'multipart' } ? FormData : EndpointInput<C>> &
  Partial<Part<'query', Partial<EndpointQuery<C>>>>

type Part<Name extends string, Value> = [Value] extends [undefined] ? unknown : Readonly<Record<Name, Value>>

interface Common {
  /** aborts the request, and the reading of its body */
  readonly signal?: AbortSignal
  readonly headers?: Readonly<Record<string, string>>
}

type CallOptions<C extends Endpoint> = Common & Parts<C>

/** The options are optional if the endpoint requires none. */
export type CallArguments<C extends Endpoint> =
  Common extends CallOptions<C> ? [options?: CallOptions<C>] : [options: CallOptions<C>]

/** The options of any request, as used by the client. */
export interface AnyCallOptions extends Common {
  readonly params?: object
  readonly query?: object
  /** JSON, or a form for multipart requests */
  readonly body?: unknown
}
