import type { Kysely } from 'kysely'
import type {
  AttachmentsTable,
  AttachmentUploadChunksTable,
  AttachmentUploadsTable,
  AttachmentUsesTable,
} from './tables/attachments.ts'
import type { CostSessionsTable } from './tables/cost-sessions.ts'
import type { CheckoutsTable } from './tables/checkouts.ts'
import type { CountersTable } from './tables/counters.ts'
import type { JobLeasesTable } from './tables/job-leases.ts'
import type { HostAuditTable, HostSettingsTable } from './tables/host.ts'
import type { IdentitiesTable } from './tables/accounts/identities.ts'
import type {
  KnowledgeBasesTable,
  KnowledgeEmbeddingsTable,
  KnowledgeFilesTable,
  KnowledgeVectorsTable,
} from './tables/knowledge.ts'
import type { MeetingSoundTable } from './tables/meeting-sound.ts'
import type { MeetingsTable, MeetingTextsTable } from './tables/meetings.ts'
import type { MemoryNotesTable } from './tables/memory-notes.ts'
import type {
  ActiveOrganizationsTable,
  OrganizationAuditTable,
  OrganizationEndpointsTable,
  OrganizationInvitesTable,
  OrganizationMembersTable,
  OrganizationsTable,
} from './tables/organizations.ts'
import type { LedgerEntriesTable } from './tables/ledger-entries.ts'
import type {
  ConversationsTable,
  ConversationTagsTable,
  ImportsTable,
  ProjectItemsTable,
  ProjectsTable,
} from './tables/conversations.ts'
import type { MessagesTable } from './tables/messages.ts'
import type { CustomAgentsTable } from './tables/custom-agents.ts'
import type { OutsideSignInsTable } from './tables/accounts/outside-sign-ins.ts'
import type { PasswordResetsTable } from './tables/accounts/password-resets.ts'
import type { PaymentEventsTable } from './tables/payment-events.ts'
import type { PersonasTable } from './tables/personas.ts'
import type { PromptsTable } from './tables/prompts.ts'
import type { ProvenEmailsTable } from './tables/accounts/proven-emails.ts'
import type { OrganizationDomainsTable, ScimTokensTable, ScimUsersTable } from './tables/provisioning.ts'
import type { BackgroundRepliesTable, RepliesTable } from './tables/replies.ts'
import type { ConversationSourcesTable, ReplySourcesTable } from './tables/sources.ts'
import type { SessionsTable } from './tables/accounts/sessions.ts'
import type { ShareLinksTable, SharesTable } from './tables/shares.ts'
import type { UsageCountersTable } from './tables/usage-counters.ts'
import type { SubscriptionsTable } from './tables/subscriptions.ts'
import type { UsersTable } from './tables/accounts/users.ts'

/**
 * All tables, by name. Portable between SQLite and Postgres: text ids, integer milliseconds, JSON as text.
 */
export interface Schema {
  readonly active_organizations: ActiveOrganizationsTable
  readonly attachments: AttachmentsTable
  readonly attachment_uploads: AttachmentUploadsTable
  readonly attachment_upload_chunks: AttachmentUploadChunksTable
  readonly attachment_uses: AttachmentUsesTable
  readonly checkouts: CheckoutsTable
  readonly counters: CountersTable
  readonly host_audit: HostAuditTable
  readonly host_settings: HostSettingsTable
  readonly identities: IdentitiesTable
  readonly job_leases: JobLeasesTable
  readonly knowledge_bases: KnowledgeBasesTable
  readonly knowledge_embeddings: KnowledgeEmbeddingsTable
  readonly knowledge_files: KnowledgeFilesTable
  readonly knowledge_vectors: KnowledgeVectorsTable
  readonly meetings: MeetingsTable
  readonly meeting_texts: MeetingTextsTable
  readonly meeting_sound: MeetingSoundTable
  readonly memory_notes: MemoryNotesTable
  readonly organization_audit: OrganizationAuditTable
  readonly organization_domains: OrganizationDomainsTable
  readonly organization_endpoints: OrganizationEndpointsTable
  readonly organization_invites: OrganizationInvitesTable
  readonly organization_members: OrganizationMembersTable
  readonly organizations: OrganizationsTable
  readonly cost_sessions: CostSessionsTable
  readonly ledger_entries: LedgerEntriesTable
  readonly conversations: ConversationsTable
  readonly imports: ImportsTable
  readonly background_replies: BackgroundRepliesTable
  readonly conversation_sources: ConversationSourcesTable
  readonly conversation_tags: ConversationTagsTable
  readonly messages: MessagesTable
  readonly outside_sign_ins: OutsideSignInsTable
  readonly own_agents: CustomAgentsTable
  readonly password_resets: PasswordResetsTable
  readonly payment_events: PaymentEventsTable
  readonly personas: PersonasTable
  readonly projects: ProjectsTable
  readonly project_items: ProjectItemsTable
  readonly prompts: PromptsTable
  readonly proven_emails: ProvenEmailsTable
  readonly replies: RepliesTable
  readonly reply_sources: ReplySourcesTable
  readonly scim_tokens: ScimTokensTable
  readonly scim_users: ScimUsersTable
  readonly sessions: SessionsTable
  readonly shares: SharesTable
  readonly share_links: ShareLinksTable
  readonly spent: UsageCountersTable
  readonly subscriptions: SubscriptionsTable
  readonly users: UsersTable
}

/** All tables, each after the tables it refers to. */
export const TABLES = [
  'attachments',
  'attachment_uploads',
  'attachment_upload_chunks',
  'attachment_uses',
  'cost_sessions',
  'counters',
  'ledger_entries',
  'replies',
  'sessions',
  'spent',
  'users',
  'password_resets',
  'checkouts',
  'subscriptions',
  'payment_events',
  'identities',
  'outside_sign_ins',
  'proven_emails',
  'personas',
  'memory_notes',
  'meetings',
  'meeting_texts',
  'meeting_sound',
  'organizations',
  'organization_members',
  'shares',
  'share_links',
  'organization_invites',
  'organization_domains',
  'organization_endpoints',
  'scim_tokens',
  'scim_users',
  'prompts',
  'active_organizations',
  'organization_audit',
  'host_settings',
  'host_audit',
  'job_leases',
  'own_agents',
  'knowledge_bases',
  'knowledge_files',
  'knowledge_embeddings',
  'knowledge_vectors',
  'conversations',
  'imports',
  'background_replies',
  'messages',
  'conversation_tags',
  'projects',
  'project_items',
  'conversation_sources',
  'reply_sources',
] as const satisfies readonly (keyof Schema)[]

export type Database = Kysely<Schema>
