import { notFound } from '../errors/domain-error.ts'
import type { HostOrganization } from '@vee/contract/entities/host'
import {
  findOrganization,
  inOrganizationTransaction,
  listMembers,
  type OrganizationRow,
} from '#db/queries/organizations/organizations.ts'
import { findUser } from '#db/queries/accounts/users.ts'
import type { Database } from '#db/schema.ts'
import { presentUser } from '../accounts/index.ts'
import { effectivePlan } from '../money/plans/index.ts'
import type { OrganizationsDependencies } from './dependencies.ts'
import { close, resize } from './organizations.ts'
import { readPool } from './pool.ts'
import { countSeats } from './seats.ts'
import { type Acting, assertValidId } from './member-access.ts'

interface HostActor {
  readonly id: string
  readonly email: string
}

/** Called in the transaction of the change, with the organization as it was before. */
type Also = (transaction: Database, before: OrganizationRow) => Promise<void>

/**
 * Actions of the server's operator on organizations, without being a member. They also appear in the
 * organization's audit log.
 */
export interface OperatorActions {
  describe(organization: OrganizationRow): Promise<HostOrganization>
  /** Throws NOT_FOUND or VALIDATION. */
  resizeByHost(id: string, seatLimit: number, actor: HostActor, also: Also): Promise<HostOrganization>
  /** Throws NOT_FOUND. */
  closeByHost(id: string, actor: HostActor, also: Also): Promise<void>
}

export function createOperatorActions({ database, plans, now }: OrganizationsDependencies): OperatorActions {
  const describe = async (organization: OrganizationRow): Promise<HostOrganization> => {
    const { id, name, payer_id, seat_limit, created_at } = organization
    const payer = await findUser(database, payer_id)
    const members = await listMembers(database, id)
    const ids = members.map(({ user_id }) => user_id)
    const { total, used } = await readPool({ database, plans }, organization, ids, now())
    return {
      id,
      name,
      planId: payer ? effectivePlan(presentUser(payer, now())) : 'free',
      payerEmail: payer?.email ?? null,
      seats: { ...(await countSeats(database, id, now())), limit: seat_limit },
      pool: { total, used, remaining: Math.max(0, total - used) },
      createdAt: new Date(created_at).toISOString(),
    }
  }
  const change = (
    id: string,
    actor: HostActor,
    work: (transaction: Database, acting: Acting) => Promise<void>,
  ) => {
    assertValidId(id)
    return inOrganizationTransaction(database, id, async (transaction) => {
      const organization = await findOrganization(transaction, id)
      if (!organization) throw notFound('organization')
      await work(transaction, { organization, me: { user_id: actor.id, email: actor.email } })
      return organization
    })
  }

  return {
    describe,

    async resizeByHost(id, seatLimit, actor, also) {
      const before = await change(id, actor, async (transaction, acting) => {
        await resize(transaction, acting, seatLimit, now())
        await also(transaction, acting.organization)
      })
      return describe((await findOrganization(database, id)) ?? before)
    },

    async closeByHost(id, actor, also) {
      await change(id, actor, async (transaction, acting) => {
        await also(transaction, acting.organization)
        await close(transaction, acting, now())
      })
    },
  }
}
