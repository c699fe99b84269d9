import type { HostUser } from '@vee/contract/entities/host'
import type { PlanId } from '@vee/contract/entities/accounts/user'
import {
  changeHostUser,
  deleteSessionsOf,
  findHostUser,
  type HostUserRow,
  inHost,
  selectHostUserRows,
} from '#db/queries/host.ts'
import { deleteUser, hasChargingSubscription } from '#db/queries/accounts/user-data-erasure.ts'
import { sessionsOf, publishChange } from '#db/change-events.ts'
import type { Database } from '#db/schema.ts'
import { type Caller, invalid, presentUser } from '../accounts/index.ts'
import { periodAt } from '../money/ledger/index.ts'
import { DomainError, notFound } from '../errors/domain-error.ts'
import type { HostAdmin, HostAdmins } from './admins.ts'
import { pageOf, type HostPage, type SearchQuestion, searchOf } from './paging.ts'
import { recordHostAct } from './record.ts'

export interface UsersDependencies {
  readonly database: Database
  readonly admins: HostAdmins
  /** hooks before the deletion of an account, such as leaving organizations; they may throw */
  readonly beforeDeleteUser: readonly ((caller: Caller) => Promise<void>)[]
  /** milliseconds since 1970 */
  readonly now: () => number
}

interface UserChange {
  readonly planOverride: PlanId | null | undefined
  readonly isDisabled: boolean | undefined
}

/** The accounts of this server. Throws FORBIDDEN for callers other than operators. */
export interface HostUsers {
  users(question: SearchQuestion, caller: Caller): Promise<HostPage<HostUser>>
  /** Throws NOT_FOUND, or VALIDATION for a change that would lock out the operator. */
  updateUser(id: string, change: UserChange, caller: Caller): Promise<HostUser>
  /** Throws NOT_FOUND. */
  signOutUser(id: string, caller: Caller): Promise<void>
  /**
   * Throws NOT_FOUND, LAST_ADMIN, VALIDATION for the operator's own account, and FORBIDDEN while a
   * subscription is active.
   */
  deleteUser(id: string, caller: Caller): Promise<void>
}

/** Returns the start of this month (UTC), in milliseconds since 1970. */
export const monthBegan = (now: number) => Date.parse(`${periodAt('month', now)}-01`)

export function createHostUsers({ database, admins, beforeDeleteUser, now }: UsersDependencies): HostUsers {
  const find = async (transaction: Database, id: string): Promise<HostUserRow> => {
    const row = isPlainId(id) ? await findHostUser(transaction, id, now(), monthBegan(now())) : undefined
    if (!row) throw notFound('account')
    return row
  }
  const present = async (row: HostUserRow): Promise<HostUser> => ({
    ...presentHostUser(row, now()),
    isHost: await admins.isHostAccount(row),
  })

  return {
    async users(question, caller) {
      await admins.only(caller)
      const rows = await selectHostUserRows(
        database,
        { ...searchOf(question), now: now() },
        monthBegan(now()),
      )
      const { items, nextCursor } = pageOf(rows, question.limit)
      return { items: await Promise.all(items.map(present)), nextCursor }
    },

    async updateUser(id, change, caller) {
      const host = await admins.only(caller)
      if (change.isDisabled === true) assertNotSelf(id, host, 'isDisabled')
      await inHost(database, async (transaction) => {
        const row = await find(transaction, id)
        await givePlan(transaction, row, change.planOverride, host, now())
        await setDisabled(transaction, row, change.isDisabled, host, now())
      })
      publishChange(database, sessionsOf(id))
      return present(await find(database, id))
    },

    async signOutUser(id, caller) {
      const host = await admins.only(caller)
      await inHost(database, async (transaction) => {
        const { email, session_count: before } = await find(transaction, id)
        await deleteSessionsOf(transaction, id)
        await recordHostAct(transaction, host, now(), {
          action: 'user.signed-out',
          target: email,
          before,
          after: 0,
        })
      })
      publishChange(database, sessionsOf(id))
    },

    async deleteUser(id, caller) {
      const host = await admins.only(caller)
      const row = await find(database, id)
      assertNotSelf(id, host, 'id')
      if (await hasChargingSubscription(database, id)) {
        throw new DomainError('FORBIDDEN', 'A subscription of this account still runs; cancel it first.', {
          details: { reason: 'charged' },
        })
      }
      const user = presentUser(row, now())
      const target: Caller = { kind: 'member', id, ip: '', user, tokenProvider: 'local' }
      for (const runBeforeDelete of beforeDeleteUser) await runBeforeDelete(target)
      // The address of a deleted account is stored nowhere, so the log has the id only.
      await deleteUser(database, row, (transaction) =>
        recordHostAct(transaction, host, now(), { action: 'user.deleted', target: id }),
      )
    },
  }
}

/** Returns whether the text is an id in our format, which every database accepts. */
const isPlainId = (id: string) => /^[\w:.-]{1,200}$/.test(id)

/** Operators who lock themselves out could not undo it. */
function assertNotSelf(id: string, host: HostAdmin, path: string): void {
  if (id === host.id) throw invalid(path, 'This is your own account; look after it in your settings.')
}

async function givePlan(
  transaction: Database,
  row: HostUserRow,
  plan: PlanId | null | undefined,
  host: HostAdmin,
  nowMs: number,
): Promise<void> {
  if (plan === undefined || plan === row.plan_override) return
  await changeHostUser(transaction, row.id, { plan_override: plan })
  await recordHostAct(transaction, host, nowMs, {
    action: 'user.plan-changed',
    target: row.email,
    before: row.plan_override,
    after: plan,
  })
}

/** Disabling an account ends its sessions at once. */
async function setDisabled(
  transaction: Database,
  row: HostUserRow,
  isDisabled: boolean | undefined,
  host: HostAdmin,
  nowMs: number,
): Promise<void> {
  if (isDisabled === undefined || isDisabled === (row.disabled_at !== null)) return
  await changeHostUser(transaction, row.id, { disabled_at: isDisabled ? nowMs : null })
  if (isDisabled) await deleteSessionsOf(transaction, row.id)
  await recordHostAct(transaction, host, nowMs, {
    action: isDisabled ? 'user.disabled' : 'user.enabled',
    target: row.email,
  })
}

function presentHostUser(row: HostUserRow, now: number): Omit<HostUser, 'isHost'> {
  const { id, displayName, planId, subscription, createdAt } = presentUser(row, now)
  return {
    id,
    email: row.email,
    displayName,
    planId,
    planOverride: row.plan_override,
    subscription,
    isDisabled: row.disabled_at !== null,
    sessionCount: row.session_count,
    organizationCount: row.organization_count,
    costThisMonthUsd: row.cost_micro_usd / 1_000_000,
    lastSeenAt: row.last_seen_at === null ? null : new Date(row.last_seen_at).toISOString(),
    createdAt,
  }
}
