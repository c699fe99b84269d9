import { ProviderFailure, type ProviderFailureKind } from '../../failure.ts'
import type { ProviderName } from '../../wire/failures.ts'

const KINDS: Readonly<Record<string, ProviderFailureKind | undefined>> = {
  insufficient_quota: 'no-credit',
  rate_limit_exceeded: 'rate-limited',
  invalid_api_key: 'unauthorized',
  server_error: 'unavailable',
}

interface LiveError {
  readonly code?: string | null | undefined
  readonly type?: string | null | undefined
}

/** Returns whether an error event ends a session; others are about one command. */
export const isFatal = ({ code, type }: LiveError): boolean =>
  KINDS[code ?? ''] !== undefined || type === 'server_error'

/** Returns the failure for an error code. Messages of the vendor are ignored, because they may quote the prompt. */
export function liveFailure({ id, name }: ProviderName, code: string | null | undefined): ProviderFailure {
  const safeCode = /^[a-z_]{1,64}$/.test(code ?? '') ? `error ${code}` : 'an error'
  return new ProviderFailure({
    kind: KINDS[code ?? ''] ?? 'broken',
    provider: id,
    message: `${name}: ${safeCode}.`,
  })
}
