import { plainEmail } from '@vee/contract/entities/accounts/credentials'
import type { User } from '@vee/contract/entities/accounts/user'
import { deleteUser, hasChargingSubscription } from '#db/queries/accounts/user-data-erasure.ts'
import { findUser, setDisplayName, type UserRow } from '#db/queries/accounts/users.ts'
import type { Database } from '#db/schema.ts'
import { type Caller, invalid, type Members, presentUser } from '../accounts/index.ts'
import type { KnowledgeBases } from '../knowledge/index.ts'
import type { Conversations } from '../conversations/index.ts'
import { type Counters, databaseCounters } from '../money/rate-limits/counters.ts'
import { DomainError } from '../errors/domain-error.ts'
import { countHeavyRead } from '../money/rate-limits/heavy-reads.ts'
import { streamAccountExport } from './export.ts'

/** Called before an account is deleted, for example to leave teams. It may throw to prevent the deletion. */
type BeforeDeleteUser = (caller: Caller) => Promise<void>

interface OwnAccountDependencies {
  readonly database: Database
  /** default: those in the database */
  readonly counters?: Counters
  readonly members: Members
  readonly conversations: Conversations
  readonly knowledgeBases: Pick<KnowledgeBases, 'all'>
  readonly beforeDeleteUser: readonly BeforeDeleteUser[]
  /** milliseconds since 1970 */
  readonly now: () => number
}

/** Operations of members on their own account. Throws FORBIDDEN for other callers. */
export interface Profile {
  rename(displayName: string | null, caller: Caller): Promise<User>
  /** Returns everything that the server stores about the member, as the pieces of one JSON text. */
  export(caller: Caller): Promise<AsyncGenerator<string, void, undefined>>
  /**
   * Deletes the account with all its data and ends its sessions. Throws VALIDATION if the address or password
   * is wrong; FORBIDDEN without a password unless the user has just signed in with another provider, and
   * while a subscription is active; RATE_LIMITED; and the errors of `beforeDeleteUser`.
   */
  delete(
    proof: {
      readonly email: string
      readonly password: string | undefined
      /** the session of the request */
      readonly token: string | undefined
    },
    caller: Caller,
  ): Promise<void>
}

export function createProfile({
  database,
  counters = databaseCounters(database),
  members,
  conversations,
  knowledgeBases,
  beforeDeleteUser,
  now,
}: OwnAccountDependencies): Profile {
  const rowOf = async (caller: Caller) =>
    assertMemberRow(caller.kind === 'member' ? await findUser(database, caller.id) : undefined)

  return {
    async rename(displayName, caller) {
      await rowOf(caller)
      const row = await setDisplayName(database, caller.id, displayName?.toWellFormed() || null)
      return presentUser(assertMemberRow(row), now())
    },

    async export(caller) {
      const row = await rowOf(caller)
      await countHeavyRead(counters, 'account export', row.id, now)
      return streamAccountExport(
        database,
        presentUser(row, now()),
        { conversations: conversations.all(row.id), knowledge: knowledgeBases.all(row.id) },
        new Date(now()).toISOString(),
      )
    },

    async delete({ email, password, token }, caller) {
      const row = await rowOf(caller)
      if (plainEmail(email) !== row.email) {
        throw invalid('email', 'This does not match the address of your account.')
      }
      await members.confirmOwner({ password, token }, caller)
      if (await hasChargingSubscription(database, row.id)) {
        throw new DomainError(
          'FORBIDDEN',
          'Cancel your subscription first: it cannot be cancelled without an account.',
        )
      }
      for (const runBeforeDelete of beforeDeleteUser) await runBeforeDelete(caller)
      await deleteUser(database, row)
    },
  }
}

function assertMemberRow(row: UserRow | undefined): UserRow {
  if (row === undefined)
    throw new DomainError('FORBIDDEN', 'Only an account with an email address can do this.')
  return row
}
