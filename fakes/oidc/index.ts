import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
// The package has no types; the used part is described here.
// @ts-expect-error -- see above
import UntypedProvider from 'oidc-provider'

type Account = Readonly<Record<string, unknown>> & { readonly sub: string }

interface ProviderClass {
  new (
    issuer: string,
    configuration: object,
  ): {
    readonly callback: () => (request: object, response: object) => void
  }
}

export interface OidcServer {
  readonly issuer: string
  /** the settings of a server that uses this issuer */
  readonly settings: Readonly<Record<string, string>>
  /** Allows a redirect URI. */
  allow(redirectUri: string): void
  /** Adds an account by its login. */
  know(login: string, account: Account): void
  close(): Promise<void>
}

const CLIENT = { OIDC_CLIENT_ID: 'vee', OIDC_CLIENT_SECRET: 'a-secret-of-the-fake' }

/**
 * Starts an OpenID Connect issuer: the real `oidc-provider`, with separate pages for signing in and consent.
 */
export async function startOidc(): Promise<OidcServer> {
  const accounts = new Map<string, Account>()
  const redirectUris: string[] = []
  let handle: ((request: object, response: object) => void) | undefined
  const server = createServer((request, response) => handle?.(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const Provider = UntypedProvider as ProviderClass

  const open = () => {
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: CLIENT.OIDC_CLIENT_ID,
          client_secret: CLIENT.OIDC_CLIENT_SECRET,
          redirect_uris: redirectUris,
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      findAccount: (_: unknown, login: string) => {
        const account = accounts.get(login)
        return account && { accountId: login, claims: () => account }
      },
      pkce: { required: () => true },
    })
    handle = provider.callback()
  }

  return {
    issuer,
    settings: { OIDC_ISSUER: issuer, ...CLIENT, OIDC_LABEL: 'Example University' },
    allow(redirectUri) {
      redirectUris.push(redirectUri)
      open()
    },
    know: (login, account) => void accounts.set(login, account),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
