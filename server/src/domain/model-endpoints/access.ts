import type { EndpointAccess, EndpointExceptions } from '@vee/contract/entities/model-endpoint'
import type { OfferedModel } from '@vee/contract/http/models'
import type { Caller } from '../accounts/index.ts'
import { effectivePlan } from '../money/plans/index.ts'

/** Returns why the caller may not use an endpoint; null if the caller may. */
export function lockFor(access: EndpointAccess | undefined, caller: Caller): OfferedModel['locked'] {
  switch (access?.kind) {
    case undefined:
    case 'everyone':
      return null
    case 'signed-in':
      return caller.kind === 'visitor' ? 'sign-in' : null
    case 'plans': {
      if (caller.kind === 'visitor') return 'sign-in'
      const plan = effectivePlan(caller.user)
      return access.plans.some((allowedPlan) => allowedPlan === plan || allowedPlan === caller.seatPlanId)
        ? null
        : 'plan'
    }
    case 'organizations': {
      if (caller.kind === 'visitor') return 'sign-in'
      return caller.organizationIds?.some((id) => access.organizationIds.includes(id)) ? null : 'people'
    }
    case 'people': {
      if (caller.kind === 'visitor') return 'sign-in'
      const email = caller.kind === 'member' ? caller.user.email : undefined
      return email && access.emails.includes(email.toLowerCase()) ? null : 'people'
    }
  }
}

/** Returns whether a member's plan or one of the member's teams is among the exceptions. */
export function isExcepted({ plans, organizationIds }: EndpointExceptions, caller: Caller): boolean {
  if (caller.kind === 'visitor') return false
  const plan = effectivePlan(caller.user)
  return (
    plans.some((exceptedPlan) => exceptedPlan === plan || exceptedPlan === caller.seatPlanId) ||
    (caller.organizationIds?.some((id) => organizationIds.includes(id)) ?? false)
  )
}

export const mayUseEndpoint = (access: EndpointAccess | undefined, caller: Caller): boolean =>
  lockFor(access, caller) === null
