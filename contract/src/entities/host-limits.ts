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
  'embedding.changed',
  'embedding.removed',
  'search.engine-changed',
  'search.engine-removed',
  'models.model-edited',
] as const

/**
 * The values that the host sets per plan: US dollars per month, tokens of the primary model per day, US
 * dollars of speech per day.
 */
export const PLAN_FIGURES = ['pricePerMonth', 'dailyTokens', 'dailySpeechUsd'] as const

/** Dimensions by which the usage of the whole server can be grouped. */
export const HOST_USAGE_GROUPS = ['day', 'service', 'provider', 'model', 'agent', 'tier'] as const

/** Maximum length of the notice to all users, in characters. */
export const MAX_NOTICE_LENGTH = 500
