import type { PlanId, User } from '@vee/contract/entities/user'

/**
 * The plan whose limits hold for a user now. A paid plan that is not paid for counts as Free (decision A055); a cancelled one
 * lasts to the end of what is paid for (A060), which is why it still has a date.
 */
export function effectivePlan({
  kind,
  planId,
  subscription,
}: Pick<User, 'kind' | 'planId' | 'subscription'>): PlanId {
  // Shared access has nothing to pay.
  if (kind === 'global') return planId
  const { status, renewsAt } = subscription
  return status === 'active' || (status === 'canceled' && renewsAt !== null) ? planId : 'free'
}
