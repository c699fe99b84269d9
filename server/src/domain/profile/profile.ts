import { plainEmail } from '@vee/contract/entities/credentials'
import type { User } from '@vee/contract/entities/user'
import { deleteUser, isCharged } from '#db/queries/user-data-erasure.ts'
import { findUser, setDisplayName, type UserRow } from '#db/queries/users.ts'
import type { Database } from '#db/schema.ts'
import { type Caller, invalid, type Members, presentMember } from '../accounts/index.ts'
import type { Conversations } from '../conversations/index.ts'
import { DomainError } from '../domain-error.ts'
import { exportAccount } from './export.ts'

/** What has to happen before an account can go, such as leaving teams. It may refuse. */
type Farewell = (caller: Caller) => Promise<void>

interface OwnAccountDependencies {
  readonly database: Database
  readonly members: Members
  readonly conversations: Conversations
  readonly farewells: readonly Farewell[]
  /** milliseconds since 1970 */
  readonly now: () => number
}

/** What members may do with their own account. Everybody else is refused with FORBIDDEN. */
export interface Profile {
  rename(displayName: string | null, caller: Caller): Promise<User>
  /** Everything that the server keeps of the member, as the pieces of one JSON text. */
  export(caller: Caller): Promise<AsyncGenerator<string, void, undefined>>
  /**
   * Removes the account and everything of it, and ends its sessions. Refuses with VALIDATION when address or password
   * are not the account's, with FORBIDDEN whoever gives no password and did not just sign in elsewhere, and while a subscription
   * runs, with RATE_LIMITED, and with what a farewell says.
   */
  delete(
    proof: {
      readonly email: string
      readonly password: string | undefined
      /** the session that asks */
      readonly token: string | undefined
    },
    caller: Caller,
  ): Promise<void>
}

export function createProfile({
  database,
  members,
  conversations,
  farewells,
  now,
}: OwnAccountDependencies): Profile {
  const rowOf = async (caller: Caller) =>
    assertMemberRow(caller.kind === 'member' ? await findUser(database, caller.id) : undefined)

  return {
    async rename(displayName, caller) {
      await rowOf(caller)
      const row = await setDisplayName(database, caller.id, displayName?.toWellFormed() || null)
      return presentMember(assertMemberRow(row), now())
    },

    async export(caller) {
      const row = await rowOf(caller)
      return exportAccount(
        database,
        presentMember(row, now()),
        conversations.all(row.id),
        new Date(now()).toISOString(),
      )
    },

    async delete({ email, password, token }, caller) {
      const row = await rowOf(caller)
      if (plainEmail(email) !== row.email) {
        throw invalid('email', 'This is not the address of your account.')
      }
      await members.confirmOwner({ password, token }, caller)
      if (await isCharged(database, row.id)) {
        throw new DomainError('FORBIDDEN', 'Cancel your subscription first: without an account nobody could.')
      }
      for (const sayFarewell of farewells) await sayFarewell(caller)
      await deleteUser(database, row)
    },
  }
}

function assertMemberRow(row: UserRow | undefined): UserRow {
  if (row === undefined)
    throw new DomainError('FORBIDDEN', 'Only an account with an email address can do this.')
  return row
}
