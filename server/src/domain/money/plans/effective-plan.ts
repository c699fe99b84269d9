import type { PlanId, User } from '@vee/contract/entities/accounts/user'

/**
 * Returns the plan whose limits apply to a user now. An unpaid plan counts as Free; a cancelled one is
 * effective until the end of the paid period, which is why it still has a date.
 */
export function effectivePlan({
  kind,
  planId,
  subscription,
}: Pick<User, 'kind' | 'planId' | 'subscription'>): PlanId {
  // Shared access has no subscription.
  if (kind === 'global') return planId
  const { status, renewsAt } = subscription
  return status === 'active' || (status === 'canceled' && renewsAt !== null) ? planId : 'free'
}
