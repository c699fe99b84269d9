import { createSessionList, type Members } from '#domain/accounts/index.ts'
import type { Conversations } from '#domain/conversations/index.ts'
import type { KnowledgeBases } from '#domain/knowledge/index.ts'
import type { Organizations } from '#domain/organizations/index.ts'
import { createProfile } from '#domain/profile/index.ts'
import { accountRoutes } from '../routes/account.ts'
import type { Module, ModuleContext } from './module.ts'

interface ProfileDependencies {
  readonly members: Members
  readonly conversations: Conversations
  readonly organizations: Organizations
  readonly knowledgeBases: Pick<KnowledgeBases, 'all'>
}

/** Creates the user's own profile and sessions. */
export function createProfileModule(
  { database, now }: ModuleContext,
  { members, conversations, organizations, knowledgeBases }: ProfileDependencies,
): Module<undefined> {
  const profile = createProfile({
    database,
    members,
    conversations,
    knowledgeBases,
    beforeDeleteUser: [(caller) => organizations.leaveAll(caller)],
    now,
  })
  return { services: undefined, routes: accountRoutes(profile, createSessionList(database, now)) }
}
