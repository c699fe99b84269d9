// No zod here: the web client reads these.

export const HOST_ACTIONS = [
  'user.plan-changed',
  'user.disabled',
  'user.enabled',
  'user.signed-out',
  'user.deleted',
  'organization.seat-limit-changed',
  'organization.deleted',
  'limits.demo-replies-changed',
  'limits.hourly-requests-changed',
  'limits.monthly-cost-changed',
  'plans.changed',
  'passphrase.rotated',
  'notice.changed',
  'speech.model-fetched',
  'models.endpoint-added',
  'models.endpoint-changed',
  'models.endpoint-removed',
] as const

/** What a host sets for each plan: US dollars a month, tokens of the primary model a day, US dollars of speech a day. */
export const PLAN_FIGURES = ['pricePerMonth', 'dailyTokens', 'dailySpeechUsd'] as const

/** What the use of a whole server can be told apart by. */
export const HOST_USAGE_GROUPS = ['day', 'service', 'model', 'agent', 'tier'] as const

/** Characters of what everybody is told. */
export const NOTICE_MAX_LENGTH = 500
