import type { Database } from '#db/schema.ts'
import { createOwnSessions, type Members } from '#domain/accounts/index.ts'
import type { Conversations } from '#domain/conversations/index.ts'
import type { Organizations } from '#domain/organizations/index.ts'
import { createOwnAccount } from '#domain/own-account/index.ts'
import { accountRoutes } from '../routes/account/index.ts'
import type { Route } from '../routes/route.ts'

interface OwnAccountParts {
  readonly database: Database
  readonly members: Members
  readonly conversations: Conversations
  readonly organizations: Organizations
  /** milliseconds since 1970 */
  readonly now: () => number
}

/** What people may do with their own account. */
export function composeOwnAccount({ organizations, ...parts }: OwnAccountParts): readonly Route[] {
  const account = createOwnAccount({ ...parts, farewells: [(caller) => organizations.leaveAll(caller)] })
  return accountRoutes(account, createOwnSessions(parts.database, parts.now))
}
