import type { getAuth } from '@vee/contract/http/auth'
import type { Api } from '#lib/api/index.ts'

/**
 * Who may be shown the way to setup: `host` sets up the server; `local` knows the passphrase and uses the machine that Vee
 * runs on. This decides what is shown and nothing else: the server allows setup to the host alone.
 */
export type SetUpRole = 'host' | 'local'

export async function readSetUpRole(api: Api, signal: AbortSignal): Promise<SetUpRole | undefined> {
  const answer = await api.json<typeof getAuth>('GET', '/auth', { signal })
  if (!answer.authenticated) return undefined
  if (answer.isHost === true) return 'host'
  return answer.tokenProvider === 'global' && isThisMachine(globalThis.location.hostname)
    ? 'local'
    : undefined
}

/** Returns whether a page with this host name comes from the machine that shows it. */
export const isThisMachine = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  /^127(\.\d{1,3}){3}$/.test(hostname)
