export type BrowserName = 'chromium' | 'firefox' | 'safari' | 'other'

/**
 * Returns the browser whose instructions are shown: the microphone permission is in a different place in each
 * one.
 */
export function browserNameOf(userAgent: string): BrowserName {
  if (/Firefox\/|FxiOS\//.test(userAgent)) return 'firefox'
  if (/Chrome\/|CriOS\/|Edg/.test(userAgent)) return 'chromium'
  if (userAgent.includes('Safari/')) return 'safari'
  return 'other'
}
