import type { Page } from '@playwright/test'

/** Sets up the storage of a returning user. */
export async function arriveWith(
  page: Page,
  stored: { readonly theme?: string; readonly token?: string; readonly isNew?: boolean },
): Promise<void> {
  await page.addInitScript(({ theme, token, isNew }) => {
    if (!isNew) localStorage.setItem('vee.welcomed', 'true')
    if (theme !== undefined) localStorage.setItem('vee.theme-choice.v1', theme)
    // Once per visit: a user who signs out remains signed out.
    if (token !== undefined && sessionStorage.getItem('arrived') === null) {
      localStorage.setItem('vee.auth-token', token)
      sessionStorage.setItem('arrived', 'true')
    }
  }, stored)
}

/** Returns a real token of this server. */
export async function logIn(url: string, passphrase: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/global`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: passphrase }),
  })
  const body: unknown = await response.json()
  if (typeof body !== 'object' || body === null || !('token' in body) || typeof body.token !== 'string') {
    throw new Error(`no token came: ${response.status}`)
  }
  return body.token
}
