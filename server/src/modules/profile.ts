import { createSessionList, type Members } from '#domain/accounts/index.ts'
import type { CustomAgents } from '#domain/agents/custom-agents/index.ts'
import type { Attachments } from '#domain/attachments/index.ts'
import type { Conversations, Projects } from '#domain/conversations/index.ts'
import type { KnowledgeBases } from '#domain/knowledge/index.ts'
import type { Meetings, MeetingSound } from '#domain/meetings/index.ts'
import type { Counters } from '#domain/money/rate-limits/counters.ts'
import type { Organizations } from '#domain/organizations/index.ts'
import { createAccountArchive, createProfile } from '#domain/profile/index.ts'
import { accountRoutes } from '../routes/account.ts'
import type { Module, ModuleContext } from './module.ts'
import type { Storage } from './storage.ts'

interface ProfileDependencies {
  readonly members: Members
  readonly conversations: Conversations
  readonly organizations: Organizations
  readonly knowledgeBases: Pick<KnowledgeBases, 'all'>
  readonly customAgents: CustomAgents
  readonly projects: Projects
  readonly attachments: Attachments
  readonly meetings: Meetings
  readonly sound: MeetingSound
  readonly storage: Storage
  readonly counters: Counters
}

/** Creates the user's own profile and sessions. */
export function createProfileModule(
  { database, now }: ModuleContext,
  { members, organizations, knowledgeBases, storage, ...content }: ProfileDependencies,
): Module<undefined> {
  const { conversations } = content
  const profile = createProfile({
    database,
    members,
    conversations,
    knowledgeBases,
    beforeDeleteUser: [(caller) => organizations.leaveAll(caller)],
    now,
  })
  const archive = createAccountArchive({
    ...content,
    database,
    files: storage.openSealedFiles('attachments'),
    now,
  })
  return { services: undefined, routes: accountRoutes(profile, createSessionList(database, now), archive) }
}
