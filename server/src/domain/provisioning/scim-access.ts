import type { ScimAccess } from '@vee/contract/entities/accounts/provisioning'
import { inOrganizationTransaction } from '#db/queries/organizations/organizations.ts'
import { deleteScimToken, findScimToken, storeScimToken } from '#db/queries/organizations/provisioning.ts'
import type { Database } from '#db/schema.ts'
import { hashOfToken, newToken } from '../accounts/index.ts'
import {
  type RequestContext,
  appendAuditEntry,
  assertValidId,
  memberAccessIn,
} from '../organizations/index.ts'

interface ScimAccessDependencies {
  readonly database: Database
  /** the URL at which users reach this server; undefined if the host did not configure it */
  readonly publicUrl: string | undefined
  /** milliseconds since 1970 */
  readonly now: () => number
}

/** Manages the access tokens of directories. Throws FORBIDDEN or NOT_FOUND for callers who are not admins. */
export interface ScimAccesses {
  read(id: string, context: RequestContext): Promise<ScimAccess>
  /** Returns a new token, which is shown only once. The previous token is revoked. */
  make(id: string, context: RequestContext): Promise<{ token: string; scim: ScimAccess }>
  revoke(id: string, context: RequestContext): Promise<void>
}

export function createScimAccesses({ database, publicUrl, now }: ScimAccessDependencies): ScimAccesses {
  const describe = async (transaction: Database, id: string, origin: string): Promise<ScimAccess> => {
    const token = await findScimToken(transaction, id)
    return {
      baseUrl: `${publicUrl ?? origin}/api/scim/v2`,
      token: token
        ? {
            createdAt: new Date(token.created_at).toISOString(),
            lastUsedAt: token.used_at === null ? null : new Date(token.used_at).toISOString(),
          }
        : null,
    }
  }
  return {
    async read(id, { caller, origin }) {
      await memberAccessIn(database, caller, id, 'admin')
      return describe(database, id, origin)
    },

    async make(id, { caller, origin }) {
      assertValidId(id)
      return inOrganizationTransaction(database, id, async (transaction) => {
        const access = await memberAccessIn(transaction, caller, id, 'admin')
        const token = newToken()
        await storeScimToken(transaction, id, hashOfToken(token), now())
        await appendAuditEntry(transaction, access, now(), {
          action: 'scim.token-made',
          target: access.organization.name,
        })
        return { token, scim: await describe(transaction, id, origin) }
      })
    },

    async revoke(id, { caller }) {
      assertValidId(id)
      await inOrganizationTransaction(database, id, async (transaction) => {
        const access = await memberAccessIn(transaction, caller, id, 'admin')
        if (!(await findScimToken(transaction, id))) return
        await deleteScimToken(transaction, id)
        await appendAuditEntry(transaction, access, now(), {
          action: 'scim.token-revoked',
          target: access.organization.name,
        })
      })
    },
  }
}
