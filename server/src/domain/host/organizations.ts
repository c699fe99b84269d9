import type { HostOrganization } from '@vee/contract/entities/host'
import { selectHostOrganizationRows } from '#db/queries/host.ts'
import type { Database } from '#db/schema.ts'
import type { Caller } from '../accounts/index.ts'
import type { Organizations } from '../organizations/index.ts'
import type { HostAdmins } from './admins.ts'
import { type HostPage, pageOf, type SearchQuestion, searchOf } from './paging.ts'
import { recordHostAct } from './record.ts'

export interface HostOrganizationsDependencies {
  readonly database: Database
  readonly admins: HostAdmins
  readonly organizations: Pick<Organizations, 'describe' | 'resizeByHost' | 'closeByHost'>
  /** milliseconds since 1970 */
  readonly now: () => number
}

/** The organizations of this server. Throws FORBIDDEN for callers other than operators. */
export interface HostOrganizations {
  organizations(question: SearchQuestion, caller: Caller): Promise<HostPage<HostOrganization>>
  /** Throws NOT_FOUND or VALIDATION. */
  resizeOrganization(id: string, seatLimit: number, caller: Caller): Promise<HostOrganization>
  /** Throws NOT_FOUND. */
  closeOrganization(id: string, caller: Caller): Promise<void>
}

export function createHostOrganizations(dependencies: HostOrganizationsDependencies): HostOrganizations {
  const { database, admins, organizations, now } = dependencies
  return {
    async organizations(question, caller) {
      await admins.only(caller)
      const rows = await selectHostOrganizationRows(database, searchOf(question))
      const { items, nextCursor } = pageOf(rows, question.limit)
      return { items: await Promise.all(items.map((row) => organizations.describe(row))), nextCursor }
    },

    async resizeOrganization(id, seatLimit, caller) {
      const host = await admins.only(caller)
      return organizations.resizeByHost(id, seatLimit, host, async (transaction, before) => {
        if (before.seat_limit === seatLimit) return
        await recordHostAct(transaction, host, now(), {
          action: 'organization.seat-limit-changed',
          target: before.name,
          before: before.seat_limit,
          after: seatLimit,
        })
      })
    },

    async closeOrganization(id, caller) {
      const host = await admins.only(caller)
      await organizations.closeByHost(id, host, (transaction, { name }) =>
        recordHostAct(transaction, host, now(), { action: 'organization.deleted', target: name }),
      )
    },
  }
}
