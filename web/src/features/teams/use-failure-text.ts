import { useTexts } from '#i18n/index.ts'
import { ApiError, type FailureCode } from '#lib/http/index.ts'

/** Errors that explain what to do. All others share one text. */
const TELLING: ReadonlySet<FailureCode> = new Set([
  'OFFLINE',
  'UNREACHABLE',
  'TIMEOUT',
  'RATE_LIMITED',
  'SEATS_EXHAUSTED',
  'ALREADY_MEMBER',
  'LAST_ADMIN',
  'EDIT_CONFLICT',
  'INVITE_USED',
  'INVITE_EXPIRED',
  'INVITE_REVOKED',
])

/** Returns the reason of an error, if the response contains more than the code. */
export function reasonOf(error: unknown): unknown {
  const details = error instanceof ApiError ? error.details : undefined
  return typeof details === 'object' && details !== null && 'reason' in details ? details.reason : undefined
}

/** Returns the message for a failed team action. */
export function useTeamFailureText(): (error: unknown) => string {
  const t = useTexts('teams')
  const errors = useTexts('errors')
  return (error) => {
    if (!(error instanceof ApiError)) return t('failure.generic')
    if (reasonOf(error) === 'invited') return t('failure.invited')
    if (error.code === 'FORBIDDEN') return t('failure.adminsOnly')
    return TELLING.has(error.code) ? errors(error.code) : t('failure.generic')
  }
}
