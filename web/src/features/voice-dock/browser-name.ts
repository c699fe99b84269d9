export type BrowserName = 'chromium' | 'firefox' | 'safari' | 'other'

/** Which browser's words help: where the microphone is allowed differs from one to the next. */
export function browserNameOf(userAgent: string): BrowserName {
  if (/Firefox\/|FxiOS\//.test(userAgent)) return 'firefox'
  if (/Chrome\/|CriOS\/|Edg/.test(userAgent)) return 'chromium'
  if (userAgent.includes('Safari/')) return 'safari'
  return 'other'
}
