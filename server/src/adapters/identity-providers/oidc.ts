import type * as OpenId from 'openid-client'
import type { IdentityProvider } from '#domain/accounts/index.ts'
import { ProviderFailure } from '#providers/failure.ts'

const TIMEOUT_SECONDS = 20

export interface OidcOptions {
  readonly issuer: string
  readonly clientId: string
  /** undefined: a public client with PKCE only */
  readonly clientSecret: string | undefined
  /** its display name */
  readonly label: string
}

interface Memo {
  readonly verifier: string
  readonly nonce: string
}

/**
 * Creates the sign-in with OpenID Connect: authorization code with PKCE, state and nonce. The library and the
 * issuer's metadata are loaded with the first sign-in.
 */
export function createOidc({ issuer, clientId, clientSecret, label }: OidcOptions): IdentityProvider {
  let described: Promise<readonly [typeof OpenId, OpenId.Configuration]> | undefined

  async function describe() {
    const client = await import('openid-client')
    const config = await client.discovery(
      new URL(issuer),
      clientId,
      undefined,
      clientSecret === undefined ? client.None() : authentication(client, clientSecret),
      { timeout: TIMEOUT_SECONDS, ...(isPlain(issuer) && { execute: [client.allowInsecureRequests] }) },
    )
    return [client, config] as const
  }
  /** After a failure, the next sign-in tries again to reach the issuer. */
  const connect = () => (described ??= describe().catch(forget))
  function forget(error: unknown): never {
    described = undefined
    throw failureOf(error)
  }

  return {
    id: 'oidc',
    label,
    async begin({ redirectUri, state }) {
      const [client, config] = await connect()
      const memo: Memo = { verifier: client.randomPKCECodeVerifier(), nonce: client.randomNonce() }
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        code_challenge: await client.calculatePKCECodeChallenge(memo.verifier),
        code_challenge_method: 'S256',
        state,
        nonce: memo.nonce,
      })
      return { url: url.href, memo: JSON.stringify(memo) }
    },
    async finish({ redirectUri, state, query, memo }) {
      const [client, config] = await connect()
      const { verifier, nonce } = JSON.parse(memo) as Memo
      const url = new URL(redirectUri)
      url.search = query
      try {
        const tokens = await client.authorizationCodeGrant(config, url, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        })
        const tokenClaims = tokens.claims()
        if (!tokenClaims) return undefined
        // Some issuers omit the email address from the token and return it only from the userinfo endpoint.
        const claims =
          tokenClaims['email'] === undefined && config.serverMetadata().userinfo_endpoint !== undefined
            ? {
                ...tokenClaims,
                ...(await client.fetchUserInfo(config, tokens.access_token, tokenClaims.sub)),
              }
            : tokenClaims
        return {
          issuer: claims.iss,
          subject: claims.sub,
          email: textOf(claims['email']),
          isEmailVerified: claims['email_verified'] === true,
          name: textOf(claims['name']),
        }
      } catch (error) {
        if (isNoSignIn(client, error)) return undefined
        throw failureOf(error)
      }
    },
  }
}

const isPlain = (issuer: string) => new URL(issuer).protocol === 'http:'
const textOf = (claim: unknown) => (typeof claim === 'string' ? claim : undefined)

/** Returns the first of the two methods that the issuer lists; without a list the default of the standard. */
function authentication(client: typeof OpenId, secret: string): OpenId.ClientAuth {
  const basic = client.ClientSecretBasic(secret)
  const clientAuth = client.ClientSecretPost(secret)
  return (server, ...rest) => {
    const ways = server.token_endpoint_auth_methods_supported ?? []
    const isPost = ways.includes('client_secret_post') && !ways.includes('client_secret_basic')
    return (isPost ? clientAuth : basic)(server, ...rest)
  }
}

/** True if the user declined, the code is invalid or expired, or state or nonce belong to another sign-in. */
function isNoSignIn(client: typeof OpenId, error: unknown): boolean {
  if (error instanceof client.AuthorizationResponseError) return true
  if (error instanceof client.ResponseBodyError) return error.status === 400
  return error instanceof client.ClientError && error.code !== 'OAUTH_TIMEOUT'
}

/** Messages of the library quote addresses and tokens, so only its error code is passed on. */
function failureOf(error: unknown): ProviderFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code'
  return new ProviderFailure({
    kind: code === 'OAUTH_TIMEOUT' ? 'timeout' : 'unavailable',
    provider: 'oidc',
    message: `The OpenID Connect issuer could not be reached (${code}).`,
  })
}
