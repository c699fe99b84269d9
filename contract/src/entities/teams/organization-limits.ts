// No zod here: the web client reads these.

export const MAX_SEAT_LIMIT = 10_000
export const MAX_ORGANIZATION_NAME_LENGTH = 100
/** Maximum daily limit of a seat, in tokens of the pool. */
export const MAX_SEAT_TOKENS = 1_000_000_000_000

/** Maximum number of endpoints of language models that an organization brings. */
export const MAX_ORGANIZATION_ENDPOINTS = 10
/** Maximum number of models that are named for one of them; a list that the endpoint returns may be longer. */
export const MAX_ORGANIZATION_ENDPOINT_MODELS = 200

/** Roles, the most privileged first. */
export const ROLES = ['admin', 'builder', 'viewer'] as const

/**
 * What members use after the pool or their limit is used up: their own key and allowance (`own`), or nothing
 * (`stop`).
 */
export const AFTER_POOL = ['own', 'stop'] as const

export const AUDIT_ACTIONS = [
  'organization.created',
  'organization.renamed',
  'organization.seat-limit-changed',
  'organization.after-pool-changed',
  'organization.deleted',
  'invite.sent',
  'invite.resent',
  'invite.revoked',
  'invite.accepted',
  'member.role-changed',
  'member.limit-changed',
  'member.removed',
  'member.left',
  'member.joined-by-domain',
  'domain.claimed',
  'domain.verified',
  'domain.removed',
  'share.begun',
  'share.changed',
  'share.ended',
  'link.made',
  'link.changed',
  'link.revoked',
  'organization.links-changed',
  'scim.token-made',
  'scim.token-revoked',
  'scim.member-added',
  'scim.member-changed',
  'scim.member-removed',
  'endpoint.added',
  'endpoint.changed',
  'endpoint.removed',
  'knowledge.created',
  'knowledge.renamed',
  'knowledge.deleted',
  'knowledge.file-added',
  'knowledge.file-deleted',
] as const

/** Dimensions by which a team's usage can be grouped. */
export const USAGE_GROUPS = ['day', 'member', 'agent', 'model', 'service'] as const
