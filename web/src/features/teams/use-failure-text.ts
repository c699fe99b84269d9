import { useTexts } from '#i18n/index.ts'
import { ApiError, type FailureCode } from '#lib/api/index.ts'

/** Failures that say of themselves what to do. For all others there is one text (specification, section 8). */
const TELLING: ReadonlySet<FailureCode> = new Set([
  'OFFLINE',
  'UNREACHABLE',
  'TIMEOUT',
  'RATE_LIMITED',
  'SEATS_EXHAUSTED',
  'ALREADY_MEMBER',
  'LAST_ADMIN',
  'INVITE_USED',
  'INVITE_EXPIRED',
  'INVITE_REVOKED',
])

/** Why a call refused, where the contract says more than the code. */
export function reasonOf(error: unknown): unknown {
  const details = error instanceof ApiError ? error.details : undefined
  return typeof details === 'object' && details !== null && 'reason' in details ? details.reason : undefined
}

/** What to say when something about a team could not be done. */
export function useFailureText(): (error: unknown) => string {
  const t = useTexts('teams')
  const errors = useTexts('errors')
  return (error) => {
    if (!(error instanceof ApiError)) return t('failure.generic')
    if (reasonOf(error) === 'invited') return t('failure.invited')
    if (error.code === 'FORBIDDEN') return t('failure.adminsOnly')
    return TELLING.has(error.code) ? errors(error.code) : t('failure.generic')
  }
}
