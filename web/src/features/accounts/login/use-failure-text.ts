import { useLanguage, useTexts } from '#i18n/index.ts'
import { ApiError } from '#lib/http/index.ts'
import { retryTimeText } from '#lib/http/retry-time.ts'

/** Returns the text of a failed sign-in. After too many attempts it names the time of the next one. */
export function useLoginFailureText(): (error: unknown) => string {
  const t = useTexts('errors')
  const tLogin = useTexts('login')
  const language = useLanguage()
  return (error) => {
    if (!(error instanceof ApiError)) return t('GENERIC')
    const { code, retryAfterSeconds } = error
    if (code !== 'RATE_LIMITED' || retryAfterSeconds === undefined) return t(code)
    const retryTime = new Date(Date.now() + retryAfterSeconds * 1_000)
    return tLogin('lockedUntil', { time: retryTimeText(retryTime, language) })
  }
}
