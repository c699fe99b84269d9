import type { getAuth } from '@vee/contract/http/accounts/auth'
import type { Api } from '#lib/http/index.ts'

/**
 * Users to whom setup is offered: `host` sets up the server; `local` has the passphrase and uses the machine
 * that Vee runs on. This only determines what is shown: the server allows setup only for the host.
 */
export type SetUpRole = 'host' | 'local'

export async function readSetUpRole(api: Api, signal: AbortSignal): Promise<SetUpRole | undefined> {
  const auth = await api.json<typeof getAuth>('GET', '/auth', { signal })
  if (!auth.authenticated) return undefined
  if (auth.isHost === true) return 'host'
  return auth.tokenProvider === 'global' && isThisMachine(globalThis.location.hostname) ? 'local' : undefined
}

/** Returns whether a page with this host name is served by this machine. */
export const isThisMachine = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  /^127(\.\d{1,3}){3}$/.test(hostname)
