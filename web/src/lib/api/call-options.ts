import type { Call, CallInput, CallParams, CallQuery } from '@vee/contract/http/call'

/** The parts of a request: those in its contract are required, others are not allowed. */
type Parts<C extends Call> = Part<'params', CallParams<C>> &
  Part<'body', C['body'] extends { kind: 'multipart' } ? FormData : CallInput<C>> &
  Partial<Part<'query', Partial<CallQuery<C>>>>

type Part<Name extends string, Value> = [Value] extends [undefined] ? unknown : Readonly<Record<Name, Value>>

interface Common {
  /** aborts the request, and the reading of its body */
  readonly signal?: AbortSignal
  readonly headers?: Readonly<Record<string, string>>
}

type CallOptions<C extends Call> = Common & Parts<C>

/** The options are optional if the endpoint requires none. */
export type CallArguments<C extends Call> =
  Common extends CallOptions<C> ? [options?: CallOptions<C>] : [options: CallOptions<C>]

/** The options of any request, as used by the client. */
export interface AnyCallOptions extends Common {
  readonly params?: object
  readonly query?: object
  /** JSON, or a form for multipart requests */
  readonly body?: unknown
}
