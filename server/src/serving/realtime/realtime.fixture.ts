import { vi } from 'vitest'
import { createTestDatabase } from '#db/fixtures/test-database.ts'
import type { Database } from '#db/schema.ts'
import { createApp } from '#app.ts'
import { readSettings } from '#settings/settings.ts'

const PASSPHRASE = 'quiet harbour'

interface Vendor {
  readonly url: string
  close(): Promise<void>
}

/** A whole server with a fake vendor. */
export interface RealtimeTestServer<V extends Vendor = Vendor> {
  readonly url: string
  readonly upstream: V
  readonly database: Database
  token(): Promise<string>
  ledger(): Promise<readonly { kind: string; status: string; payer: string }[]>
  /** Resolves when no use of the ledger is in progress. */
  settled(): Promise<void>
  close(): Promise<void>
}

export async function createRealtimeTestServer<V extends Vendor>(
  upstream: V,
): Promise<RealtimeTestServer<V>> {
  const testDatabase = await createTestDatabase()
  const database = await testDatabase.open()
  const app = await createApp({
    settings: readSettings({
      // Nobody of a test administers the server, so that allowances hold for all.
      HOST_ADMINS: 'host@example.org',
      PORT: '0',
      LOCAL_PROVIDERS: 'off',
      LOG_LEVEL: 'silent',
      OPENAI_API_KEY: 'sk-vendor',
      OPENAI_BASE_URL: `${upstream.url}/v1`,
    }),
    database,
    passphrase: PASSPHRASE,
    webDirectory: '/nowhere',
    searchPath: '',
    now: Date.now,
  })
  const url = await app.listen()
  const ledger = () =>
    database.selectFrom('ledger_entries').select(['kind', 'status', 'payer']).orderBy('kind').execute()
  return {
    url,
    upstream,
    database,
    async token() {
      const response = await fetch(`${url}/api/auth/global`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ password: PASSPHRASE }),
      })
      return ((await response.json()) as { token: string }).token
    },
    ledger,
    settled: () =>
      vi.waitFor(async () => {
        if ((await ledger()).some(({ status }) => status === 'reserved')) throw new Error('in progress')
      }),
    async close() {
      await app.stop()
      await upstream.close()
      await testDatabase.remove()
    },
  }
}
