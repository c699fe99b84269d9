import { notFound } from '../errors/domain-error.ts'
import { DAY_MS } from '@vee/contract/time/durations'
import { randomUUID } from 'node:crypto'
import type { Organization } from '@vee/contract/entities/teams/organization'
import { MAX_SEAT_LIMIT } from '@vee/contract/entities/teams/organization-limits'
import {
  changeOrganization,
  deleteOrganizationRow,
  findMember,
  findOrganization,
  inOrganizationTransaction,
  insertMember,
  insertOrganization,
  type OrganizationRow,
  storeActiveChoice,
} from '#db/queries/organizations/organizations.ts'
import type { Database } from '#db/schema.ts'
import { invalid } from '../accounts/index.ts'
import { planFeatures } from '../money/plans/index.ts'
import { databaseCounters } from '../money/rate-limits/counters.ts'
import { Limiter, type UseLimit } from '../money/rate-limits/limiter.ts'
import { appendAuditEntry } from './audit.ts'
import type { RequestContext, OrganizationsDependencies } from './dependencies.ts'
import { goodName } from './name.ts'
import { readOrganization } from './queries.ts'
import { countSeats } from './seats.ts'
import {
  type Acting,
  assertPersonalAccount,
  assertValidId,
  type MemberAccess,
  memberAccessIn,
} from './member-access.ts'

/**
 * Organizations that one user may create in a day. The limit prevents floods that would fill the database.
 */
const MAX_FOUNDED_A_DAY = 20
/** The number of seats that Free organizations have. */
const FIRST_SEAT_LIMIT = planFeatures('organization').seats ?? 5

interface OrganizationChange {
  readonly name: string | undefined
  readonly seatLimit: number | undefined
  readonly afterPool: Organization['afterPool'] | undefined
  readonly allowsLinks?: boolean | undefined
}

/** Creates, renames, resizes and deletes organizations. */
export interface OrganizationCrud {
  /** Throws VALIDATION, FORBIDDEN or RATE_LIMITED. */
  create(name: string | undefined, context: RequestContext): Promise<Organization>
  /** Throws VALIDATION, FORBIDDEN or NOT_FOUND. */
  update(id: string, change: OrganizationChange, context: RequestContext): Promise<Organization>
  /** Throws FORBIDDEN or NOT_FOUND. */
  remove(id: string, context: RequestContext): Promise<void>
  /** Selects the organization whose pool the caller spends from; null for none. Throws NOT_FOUND. */
  activate(id: string | null, context: RequestContext): Promise<void>
}

export function createOrganizationCrud(dependencies: OrganizationsDependencies): OrganizationCrud {
  const { database, now } = dependencies
  return {
    async create(typedName, { caller, origin, locale }) {
      assertPersonalAccount(caller)
      const name = goodName(typedName, 'Enter a name to create your organization.')
      await new Limiter(databaseCounters(database), now).use(foundedBy(caller.id))
      const organization = {
        id: randomUUID(),
        name,
        payer_id: caller.id,
        seat_limit: FIRST_SEAT_LIMIT,
        after_pool: 'own' as const,
        allows_links: 1 as const,
        locale,
        created_at: now(),
      }
      const access = await inOrganizationTransaction(database, organization.id, async (transaction) => {
        await insertOrganization(transaction, organization)
        const owner = { user_id: caller.id, role: 'admin', joined_at: now() } as const
        await insertMember(transaction, organization.id, owner)
        const founded = await memberAccessIn(transaction, caller, organization.id, 'admin')
        await appendAuditEntry(transaction, founded, now(), { action: 'organization.created', target: name })
        return founded
      })
      return readOrganization(dependencies, access, origin)
    },

    async update(id, { name: typedName, seatLimit, afterPool, allowsLinks }, { caller, origin }) {
      const access = await changeAsAdmin(database, id, caller, async (transaction, before) => {
        const name =
          typedName === undefined ? undefined : goodName(typedName, 'Enter a name for your organization.')
        if (name !== undefined) await setColumn(transaction, before, 'name', name, now())
        if (seatLimit !== undefined) await resize(transaction, before, seatLimit, now())
        if (afterPool !== undefined) await setColumn(transaction, before, 'after_pool', afterPool, now())
        if (allowsLinks !== undefined)
          await setColumn(transaction, before, 'allows_links', allowsLinks ? 1 : 0, now())
      })
      return readOrganization(dependencies, access, origin)
    },

    async remove(id, { caller }) {
      assertValidId(id)
      await inOrganizationTransaction(database, id, async (transaction) => {
        const access = await memberAccessIn(transaction, caller, id, 'admin')
        await close(transaction, access, now())
      })
    },

    async activate(id, { caller }) {
      assertPersonalAccount(caller)
      if (id === null) return storeActiveChoice(database, caller.id, null)
      assertValidId(id)
      await inOrganizationTransaction(database, id, async (transaction) => {
        if (!(await findMember(transaction, id, caller.id))) throw notFound('organization')
        await storeActiveChoice(transaction, caller.id, id)
      })
    },
  }
}

/** Closes an organization and appends an audit entry. */
export async function close(transaction: Database, access: Acting, nowMs: number): Promise<void> {
  const { id, name } = access.organization
  await appendAuditEntry(transaction, access, nowMs, { action: 'organization.deleted', target: name })
  await deleteOrganizationRow(transaction, id)
}

/** Changes an organization under its lock and returns the changed organization. */
async function changeAsAdmin(
  database: Database,
  id: string,
  caller: RequestContext['caller'],
  change: (transaction: Database, before: MemberAccess) => Promise<void>,
): Promise<MemberAccess> {
  assertValidId(id)
  return inOrganizationTransaction(database, id, async (transaction) => {
    const before = await memberAccessIn(transaction, caller, id, 'admin')
    await change(transaction, before)
    const organization = await findOrganization(transaction, id)
    if (!organization) throw notFound('organization')
    return { ...before, organization }
  })
}

const COLUMN_ACTIONS = {
  name: 'organization.renamed',
  seat_limit: 'organization.seat-limit-changed',
  after_pool: 'organization.after-pool-changed',
  allows_links: 'organization.links-changed',
} as const

/** Sets a column and appends an audit entry. A no-op if the column has the value. */
async function setColumn<Column extends keyof typeof COLUMN_ACTIONS>(
  transaction: Database,
  before: Acting,
  column: Column,
  value: OrganizationRow[Column],
  nowMs: number,
): Promise<void> {
  const { id, name, [column]: old } = before.organization
  if (value === old) return
  await changeOrganization(transaction, id, { [column]: value })
  await appendAuditEntry(transaction, before, nowMs, {
    action: COLUMN_ACTIONS[column],
    target: column === 'name' ? String(value) : name,
    before: old,
    after: value,
  })
}

/** Sets the number of seats. It has to be a whole number from 1 to 10,000, and not below the seats in use. */
export async function resize(
  transaction: Database,
  before: Acting,
  seatLimit: number,
  nowMs: number,
): Promise<void> {
  if (!(seatLimit > 0)) throw invalid('seatLimit', 'Seat limit must be a positive number.')
  if (!Number.isInteger(seatLimit) || seatLimit > MAX_SEAT_LIMIT) {
    throw invalid('seatLimit', `Seat limit must be a whole number of at most ${MAX_SEAT_LIMIT}.`)
  }
  const { active, pending } = await countSeats(transaction, before.organization.id, nowMs)
  if (seatLimit < active + pending) {
    const inUse = `${active + pending} seats are in use: ${active} active, ${pending} invited.`
    throw invalid('seatLimit', `${inUse} Remove members or revoke invites before lowering the limit.`)
  }
  await setColumn(transaction, before, 'seat_limit', seatLimit, nowMs)
}

const foundedBy = (userId: string): UseLimit => ({
  key: `organizations founded by ${userId}`,
  limit: MAX_FOUNDED_A_DAY,
  window: DAY_MS,
  message: 'You have created too many organizations today; try again tomorrow.',
})
