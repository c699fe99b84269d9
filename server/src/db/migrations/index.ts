import { sessions } from './0001-sessions.ts'
import { replies } from './0002-replies.ts'
import { counters } from './0003-counters.ts'
import { users } from './0004-users.ts'
import { ledger } from './0005-ledger.ts'
import { conversations } from './0006-conversations.ts'
import { billingAndOutsideSignIn } from './0007-billing-and-outside-sign-in.ts'
import { organizations } from './0008-organizations.ts'
import { sessionDevices } from './0009-session-devices.ts'
import { personasAndNotes } from './0010-personas-and-notes.ts'
import { meetings } from './0011-meetings.ts'
import { meetingTexts } from './0014-meeting-texts.ts'
import { meetingSound } from './0015-meeting-sound.ts'
import { ownAgents } from './0016-own-agents.ts'
import { host } from './0018-host.ts'
import { appendOnlyAudit } from './0019-append-only-audit.ts'
import { domainsAndScim } from './0020-domains-and-scim.ts'
import { prompts } from './0021-prompts.ts'
import { shares } from './0026-shares.ts'
import { contentBytes } from './0030-content-bytes.ts'
import { attachments } from './0031-attachments.ts'
import { mergeSearchInThread } from './0032-merge-search-in-thread.ts'
import { jobLeases } from './0033-job-leases.ts'
import { organizationEndpoints } from './0034-organization-endpoints.ts'
import { promptSampling } from './0035-prompt-sampling.ts'
import { attachmentUploads } from './0036-attachment-uploads.ts'
import { attachmentDescriptions } from './0037-attachment-descriptions.ts'
import { textByOcr } from './0040-text-by-ocr.ts'
import { foldedSearch } from './0041-folded-search.ts'
import { sources } from './0042-sources.ts'
import { memoryProposals } from './0044-memory-proposals.ts'
import { knowledge } from './0045-knowledge.ts'
import { projectKnowledge } from './0056-project-knowledge.ts'
import { knowledgeVectors } from './0046-knowledge-vectors.ts'
import { messageTree } from './0047-message-tree.ts'
import { labelsOfConversations } from './0048-labels-of-conversations.ts'
import { projects } from './0049-projects.ts'
import { shareLinks } from './0050-share-links.ts'
import { imports } from './0051-imports.ts'
import { archiveSources } from './0052-archive-sources.ts'
import { backgroundReplies } from './0054-background-replies.ts'
import { conversationParticipants } from './0055-conversation-participants.ts'
import type { Migration } from './migration.ts'

/** All migrations, the oldest first. */
export const migrations: readonly Migration[] = [
  sessions,
  replies,
  counters,
  users,
  ledger,
  conversations,
  billingAndOutsideSignIn,
  organizations,
  sessionDevices,
  personasAndNotes,
  meetings,
  meetingTexts,
  meetingSound,
  ownAgents,
  host,
  appendOnlyAudit,
  domainsAndScim,
  prompts,
  shares,
  contentBytes,
  attachments,
  mergeSearchInThread,
  jobLeases,
  organizationEndpoints,
  promptSampling,
  attachmentUploads,
  attachmentDescriptions,
  textByOcr,
  foldedSearch,
  sources,
  memoryProposals,
  knowledge,
  knowledgeVectors,
  messageTree,
  labelsOfConversations,
  projects,
  shareLinks,
  imports,
  archiveSources,
  backgroundReplies,
  conversationParticipants,
  projectKnowledge,
]
