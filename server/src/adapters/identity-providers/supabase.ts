import type { Provider, SupabaseClient } from '@supabase/supabase-js'
import type { IdentityProvider } from '#domain/accounts/index.ts'
import { ProviderFailure } from '#providers/failure.ts'

const TIMEOUT_MS = 20_000

export interface SupabaseOptions {
  readonly url: string
  readonly anonKey: string
  /** the provider to which Supabase redirects, by Supabase's id: `google`, `github` */
  readonly provider: string
}

/**
 * Creates the sign-in with Supabase, by its OAuth with PKCE. The library is loaded with the first sign-in; no
 * request is sent before.
 */
export function createSupabase({ url, anonKey, provider }: SupabaseOptions): IdentityProvider {
  /**
   * Creates a client that stores its state in `kept`, because the PKCE verifier has to outlive this process.
   */
  async function connect(storage: Map<string, string>): Promise<SupabaseClient> {
    const { createClient } = await import('@supabase/supabase-js')
    return createClient(url, anonKey, {
      auth: {
        flowType: 'pkce',
        autoRefreshToken: false,
        detectSessionInUrl: false,
        persistSession: true,
        storage: {
          getItem: (key) => storage.get(key) ?? null,
          setItem: (key, value) => void storage.set(key, value),
          removeItem: (key) => void storage.delete(key),
        },
      },
      global: {
        fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }),
      },
    })
  }

  return {
    id: 'supabase',
    label: `Supabase (${provider})`,
    async begin({ redirectUri, state }) {
      const storage = new Map<string, string>()
      const { auth } = await connect(storage)
      const { data, error } = await auth.signInWithOAuth({
        provider: provider as Provider,
        options: { redirectTo: `${redirectUri}?state=${state}`, skipBrowserRedirect: true },
      })
      if (error || data.url === null) throw failureOf(error?.code)
      return { url: data.url, memo: JSON.stringify([...storage]) }
    },
    async finish({ query, memo }) {
      const code = new URLSearchParams(query).get('code')
      if (code === null) return undefined
      const { auth } = await connect(new Map(JSON.parse(memo) as [string, string][]))
      const { data, error } = await auth.exchangeCodeForSession(code)
      if (error && (error.status ?? 500) < 500) return undefined
      if (error) throw failureOf(error.code)
      const { id, email, email_confirmed_at: confirmed, user_metadata: metadata } = data.user
      const name: unknown = metadata['full_name'] ?? metadata['name']
      return {
        issuer: url,
        subject: id,
        email,
        isEmailVerified: confirmed !== undefined && confirmed !== null,
        name: typeof name === 'string' ? name : undefined,
      }
    },
  }
}

function failureOf(code: string | undefined): ProviderFailure {
  return new ProviderFailure({
    kind: 'unavailable',
    provider: 'supabase',
    message: `Supabase could not be reached (${code ?? 'no code'}).`,
  })
}
