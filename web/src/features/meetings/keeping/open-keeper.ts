import type { listMeetings } from '@vee/contract/http/meetings'
import { ApiError, type Api } from '#lib/api/index.ts'
import { readToken } from '#lib/auth-token.ts'
import type { Shelf } from '#lib/shelf.ts'
import { createBrowserKeeper } from './browser-keeper.ts'
import type { MeetingKeeper } from './meeting-keeper.ts'
import { createServerKeeper } from './server-keeper.ts'

interface Place {
  readonly api: Api
  readonly shelf: Shelf
}

/** The passphrase is shared, so whoever came by it has their meetings in the browser; the server says so. */
export async function openKeeper({ api, shelf }: Place): Promise<MeetingKeeper> {
  if (readToken() === undefined) return createBrowserKeeper(shelf, api)
  try {
    await api.json<typeof listMeetings>('GET', '/meetings', { query: { limit: 1, brief: 'true' } })
    return createServerKeeper(api)
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return createBrowserKeeper(shelf, api)
    throw error
  }
}
