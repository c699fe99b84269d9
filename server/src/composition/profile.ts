import type { Database } from '#db/schema.ts'
import { createSessionList, type Members } from '#domain/accounts/index.ts'
import type { Conversations } from '#domain/conversations/index.ts'
import type { Organizations } from '#domain/organizations/index.ts'
import { createProfile } from '#domain/profile/index.ts'
import { accountRoutes } from '../routes/account.ts'
import type { Route } from '../http/route.ts'

interface OwnAccountParts {
  readonly database: Database
  readonly members: Members
  readonly conversations: Conversations
  readonly organizations: Organizations
  /** milliseconds since 1970 */
  readonly now: () => number
}

/** Creates the module for the user's own profile. */
export function createProfileModule({ organizations, ...parts }: OwnAccountParts): readonly Route[] {
  const account = createProfile({ ...parts, beforeDeleteUser: [(caller) => organizations.leaveAll(caller)] })
  return accountRoutes(account, createSessionList(parts.database, parts.now))
}
