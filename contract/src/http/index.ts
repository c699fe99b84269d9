import {
  deleteAccount,
  deleteOtherSessions,
  deleteSession,
  exportAccount,
  listSessions,
  patchProfile,
} from './accounts/account.ts'
import { getAccountArchive, postAccountArchive } from './accounts/archive.ts'
import { getPrompt, listAgents } from './agents.ts'
import {
  deleteAuth,
  getAuth,
  postChangePassword,
  postForgotPassword,
  postGlobalLogin,
  postLogin,
  postRegister,
  postResetPassword,
} from './accounts/auth.ts'
import { getBillingStatus, postBillingPortal, postBillingWebhook, postCheckout } from './billing.ts'
import { BACKGROUND_REPLY_CALLS } from './background-replies.ts'
import { ATTACHMENT_UPLOAD_CALLS } from './attachment-uploads.ts'
import { EMBEDDING_CALLS } from './embedding.ts'
import { searchKnowledge } from './knowledge.ts'
import { KNOWLEDGE_BASE_CALLS } from './knowledge-bases.ts'
import { ATTACHMENT_CALLS } from './attachments.ts'
import type { Endpoint } from './endpoint.ts'
import { getSessionCost, getUsage, postCost } from './costs.ts'
import { deleteReply, getReplyStream, postChat, postHistoryPreview } from './chat.ts'
import { postDetectLanguage, postPersona } from './chat-settings.ts'
import { CONVERSATION_CALLS } from './conversations.ts'
import { HOST_CALLS } from './host.ts'
import { IMPORT_CALLS } from './imports.ts'
import { LINK_CALLS } from './links.ts'
import { getRateLimitStatus } from './rate-limit.ts'
import {
  acceptInvite,
  activateOrganization,
  createInvite,
  createOrganization,
  deleteOrganization,
  getTeamUsage,
  leaveOrganization,
  listAudit,
  getMemberships,
  getStanding,
  listOrganizations,
  removeMember,
  resendInvite,
  revokeInvite,
  updateMember,
  updateOrganization,
} from './teams/organizations.ts'
import { ORGANIZATION_ENDPOINT_CALLS } from './teams/organization-endpoints.ts'
import { ACTION_ITEM_CALLS } from './meetings/action-items.ts'
import { MEETING_SOUND_CALLS } from './meetings/meeting-sound.ts'
import { MEETING_SUMMARY_CALLS } from './meetings/meeting-summaries.ts'
import { MEETING_CALLS } from './meetings/meetings.ts'
import { MODEL_CATALOGUE_CALLS } from './model-catalogue.ts'
import { OWN_KEY_CALLS } from './own-keys.ts'
import { MODEL_ENDPOINT_CALLS } from './model-endpoints.ts'
import { listOfferedModels } from './models.ts'
import { getModel, listModels, postCompletion } from './openai.ts'
import { listLiveModels } from './live-models.ts'
import { getMetrics } from './metrics.ts'
import { listOutsideProviders, postOutsideBegin, postOutsideFinish } from './accounts/outside-sign-in.ts'
import { CUSTOM_AGENT_CALLS } from './custom-agents.ts'
import { PROJECT_CALLS } from './projects.ts'
import { PROMPT_CALLS } from './teams/prompts.ts'
import { PROVISIONING_CALLS } from './accounts/provisioning.ts'
import { SCIM_CALLS } from './accounts/scim.ts'
import { SHARE_CALLS } from './teams/shares.ts'
import { SEARCH_ENGINE_CALLS } from './search-engines.ts'
import { getSourceText } from './sources.ts'
import { listPlans } from './plans.ts'
import { getSttStats, listVoices, postStt, postTts } from './speech.ts'
import { MEMORY_CALLS } from './memory.ts'
import { postToolConsent } from './tools.ts'
import {
  getHealth,
  getLlmStatus,
  getReady,
  getSearchStatus,
  getSpeechStatus,
  getTurnModel,
} from './system.ts'

/** All endpoints of the contract. The server does not start if one of them has no route. */
export const CALLS: readonly Endpoint[] = [
  getHealth,
  getReady,
  getMetrics,
  getLlmStatus,
  getSpeechStatus,
  getSearchStatus,
  getTurnModel,
  postGlobalLogin,
  postLogin,
  postRegister,
  getAuth,
  deleteAuth,
  postForgotPassword,
  postResetPassword,
  postChangePassword,
  patchProfile,
  listSessions,
  deleteSession,
  deleteOtherSessions,
  exportAccount,
  getAccountArchive,
  postAccountArchive,
  deleteAccount,
  listOutsideProviders,
  postOutsideBegin,
  postOutsideFinish,
  getRateLimitStatus,
  listPlans,
  postCheckout,
  getBillingStatus,
  postBillingWebhook,
  postBillingPortal,
  listAgents,
  getPrompt,
  ...CUSTOM_AGENT_CALLS,
  postChat,
  getReplyStream,
  deleteReply,
  postHistoryPreview,
  ...BACKGROUND_REPLY_CALLS,
  getSourceText,
  postToolConsent,
  ...MEMORY_CALLS,
  postPersona,
  postDetectLanguage,
  ...CONVERSATION_CALLS,
  searchKnowledge,
  ...KNOWLEDGE_BASE_CALLS,
  postStt,
  getSttStats,
  postTts,
  listVoices,
  listLiveModels,
  getMemberships,
  getStanding,
  listOrganizations,
  createOrganization,
  activateOrganization,
  updateOrganization,
  deleteOrganization,
  createInvite,
  resendInvite,
  revokeInvite,
  updateMember,
  removeMember,
  leaveOrganization,
  acceptInvite,
  listAudit,
  getSessionCost,
  postCost,
  getUsage,
  postCompletion,
  getModel,
  listModels,
  getTeamUsage,
  ...MEETING_CALLS,
  ...ACTION_ITEM_CALLS,
  ...MEETING_SUMMARY_CALLS,
  ...MEETING_SOUND_CALLS,
  ...ATTACHMENT_CALLS,
  ...ATTACHMENT_UPLOAD_CALLS,
  ...HOST_CALLS,
  ...MODEL_ENDPOINT_CALLS,
  ...MODEL_CATALOGUE_CALLS,
  ...SEARCH_ENGINE_CALLS,
  ...EMBEDDING_CALLS,
  ...OWN_KEY_CALLS,
  ...ORGANIZATION_ENDPOINT_CALLS,
  listOfferedModels,
  ...PROMPT_CALLS,
  ...IMPORT_CALLS,
  ...LINK_CALLS,
  ...SHARE_CALLS,
  ...PROJECT_CALLS,
  ...PROVISIONING_CALLS,
  ...SCIM_CALLS,
]
