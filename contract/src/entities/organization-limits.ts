// No zod here: the web client reads these.

export const SEAT_LIMIT_MAX = 10_000
export const ORGANIZATION_NAME_MAX_LENGTH = 100
/** What one seat may spend of the pool in a day at most, in tokens. */
export const SEAT_TOKENS_MAX = 1_000_000_000_000

/** From the one who may do most to the one who may do least. */
export const ROLES = ['admin', 'builder', 'viewer'] as const

/** Where members go on when the pool or their share of it is used up: on their own key and allowance, or nowhere. */
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
  'scim.token-made',
  'scim.token-revoked',
  'scim.member-added',
  'scim.member-changed',
  'scim.member-removed',
] as const

/** What a team's usage can be told apart by. */
export const USAGE_GROUPS = ['day', 'member', 'agent', 'model', 'service'] as const
