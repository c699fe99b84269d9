import type { Notice } from '@vee/contract/entities/host'
import { MAX_NOTICE_LENGTH } from '@vee/contract/entities/host-limits'
import { z } from 'zod'
import { inHost, storeHostSetting, readHostSetting } from '#db/queries/host.ts'
import type { Database } from '#db/schema.ts'
import { type Caller, invalid } from '../accounts/index.ts'
import { withoutNul } from '#lib/without-nul.ts'
import type { HostAdmins } from './admins.ts'
import { recordHostAct } from './record.ts'

const stored = z.object({ text: z.string() })

/** Returns the notice for all users; null: none. */
export async function readNotice(database: Database): Promise<Notice | null> {
  const row = await readHostSetting(database, 'notice')
  const text = row ? stored.parse(JSON.parse(row.value)).text : ''
  return row && text !== '' ? { text, since: new Date(row.updated_at).toISOString() } : null
}

export interface HostNoticeService {
  /** Empty or null removes it. Throws FORBIDDEN, or VALIDATION if it is too long. */
  setNotice(text: string | null, caller: Caller): Promise<Notice | null>
}

export function createHostNotice(
  database: Database,
  admins: HostAdmins,
  now: () => number,
): HostNoticeService {
  return {
    async setNotice(typed, caller) {
      const host = await admins.only(caller)
      const text = withoutNul(typed ?? '').trim()
      if (Array.from(text).length > MAX_NOTICE_LENGTH) {
        throw invalid('text', `Use at most ${MAX_NOTICE_LENGTH} characters.`)
      }
      await inHost(database, async (transaction) => {
        const before = (await readNotice(transaction))?.text ?? ''
        if (before === text) return
        await storeHostSetting(transaction, 'notice', JSON.stringify({ text }), now())
        await recordHostAct(transaction, host, now(), {
          action: 'notice.changed',
          target: '',
          before: before || null,
          after: text || null,
        })
      })
      return readNotice(database)
    },
  }
}
