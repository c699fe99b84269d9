import { useTexts } from '#i18n/index.ts'
import { ApiError } from '#lib/api/index.ts'

/** What to say when a call to the server failed. */
export function useFailureText(): (error: unknown) => string {
  const t = useTexts('errors')
  return (error) => t(error instanceof ApiError ? error.code : 'GENERIC')
}
