import type { ShareRight } from '@vee/contract/entities/teams/share-right'
import type { Share } from '@vee/contract/http/teams/shares'
import { inOrganizationTransaction } from '#db/queries/organizations/organizations.ts'
import {
  deleteShare,
  storeShare,
  listShares,
  ownsShareable,
  type Shareable,
  type ShareKind,
} from '#db/queries/organizations/shares.ts'
import type { Database } from '#db/schema.ts'
import { type Caller, memberIdOf } from '../accounts/index.ts'
import { appendAuditEntry, memberAccessIn } from '../organizations/index.ts'
import { DomainError, notFound } from '../errors/domain-error.ts'

interface SharesDependencies {
  readonly database: Database
  /** milliseconds since 1970 */
  readonly now: () => number
}

interface SharedThing {
  readonly kind: ShareKind
  readonly id: string
}

/**
 * Shares members' content with all members of one of their organizations. A share ends with the seat of its
 * owner, and requires a seat of the reader. Throws FORBIDDEN for callers without a personal account, and
 * NOT_FOUND for everyone except the owner.
 */
export interface Shares {
  /** Oldest first. */
  list(thing: SharedThing, caller: Caller): Promise<Share[]>
  /**
   * Creates a share, or changes its rights. Throws FORBIDDEN for viewers of the organization, and NOT_FOUND
   * for outsiders.
   */
  share(thing: SharedThing, organizationId: string, right: ShareRight, caller: Caller): Promise<Share>
  /** Ends a share; its readers lose access at once. */
  stop(thing: SharedThing, organizationId: string, caller: Caller): Promise<void>
}

/** Returns the id of a member who shares. Throws FORBIDDEN for callers without a personal account. */
export const sharerId = (caller: Caller): string =>
  memberIdOf(caller, 'Sign in to a personal account to share.')

export function createShares({ database, now }: SharesDependencies): Shares {
  async function owned({ kind, id }: SharedThing, caller: Caller, from = database): Promise<Shareable> {
    const thing = { kind, id, ownerId: sharerId(caller) }
    if (!(await ownsShareable(from, thing))) throw notFound(kind === 'agent' ? 'assistant' : kind)
    return thing
  }

  return {
    async list(reference, caller) {
      return (await listShares(database, await owned(reference, caller))).map(shareOf)
    },

    async share(reference, organizationId, right, caller) {
      await owned(reference, caller)
      return inOrganizationTransaction(database, organizationId, async (transaction) => {
        const thing = await owned(reference, caller, transaction)
        const access = await memberAccessIn(transaction, caller, organizationId, 'member')
        if (access.me.role === 'viewer') {
          throw new DomainError(
            'FORBIDDEN',
            'Viewers use what an organization shares and share nothing there.',
          )
        }
        const before = await shareWith(transaction, thing, organizationId)
        const { kind, ownerId, id } = thing
        const share = {
          kind,
          owner_id: ownerId,
          resource_id: id,
          organization_id: organizationId,
          allows: right,
          created_at: before?.created_at ?? now(),
        }
        await storeShare(transaction, share)
        if (before?.allows !== right) {
          await appendAuditEntry(transaction, access, now(), {
            action: before ? 'share.changed' : 'share.begun',
            target: targetOf(thing),
            before: before?.allows ?? null,
            after: right,
          })
        }
        return shareOf({ ...share, organization_name: access.organization.name })
      })
    },

    async stop(reference, organizationId, caller) {
      await owned(reference, caller)
      await inOrganizationTransaction(database, organizationId, async (transaction) => {
        const thing = await owned(reference, caller, transaction)
        const access = await memberAccessIn(transaction, caller, organizationId, 'member')
        const before = await shareWith(transaction, thing, organizationId)
        if (!before) return
        await deleteShare(transaction, thing, organizationId)
        await appendAuditEntry(transaction, access, now(), {
          action: 'share.ended',
          target: targetOf(thing),
          before: before.allows,
        })
      })
    },
  }
}

/** The audit log is immutable, so it contains no title: readers with access can look it up by the id. */
const targetOf = ({ kind, id }: Shareable) => `${kind} ${id}`

const shareWith = async (database: Database, shareable: Shareable, organizationId: string) =>
  (await listShares(database, shareable)).find(({ organization_id }) => organization_id === organizationId)

const shareOf = ({
  organization_id,
  organization_name,
  allows,
  created_at,
}: Omit<Awaited<ReturnType<typeof listShares>>[number], 'kind'>): Share => ({
  organization: { id: organization_id, name: organization_name },
  right: allows,
  createdAt: new Date(created_at).toISOString(),
})
