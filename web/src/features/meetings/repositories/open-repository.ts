import type { listMeetings } from '@vee/contract/http/meetings/meetings'
import { ApiError, type Api } from '#lib/http/index.ts'
import { readToken } from '#lib/http/auth-token.ts'
import type { IndexedStore } from '#lib/storage/indexed-store.ts'
import { createBrowserRepository } from './browser-repository.ts'
import type { MeetingRepository } from './meeting-repository.ts'
import { createServerRepository } from './server-repository.ts'

interface RepositoryDependencies {
  readonly api: Api
  readonly indexedStore: IndexedStore
}

/** The passphrase is shared, so its holders have their meetings in the browser; the server enforces this. */
export async function openRepository({
  api,
  indexedStore,
}: RepositoryDependencies): Promise<MeetingRepository> {
  if (readToken() === undefined) return createBrowserRepository(indexedStore, api)
  try {
    await api.json<typeof listMeetings>('GET', '/meetings', { query: { limit: 1, brief: 'true' } })
    return createServerRepository(api)
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return createBrowserRepository(indexedStore, api)
    throw error
  }
}
