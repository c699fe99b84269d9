import { isEmail, plainEmail } from '@vee/contract/entities/accounts/credentials'
import type { PlanId } from '@vee/contract/entities/accounts/user'
import type { EndpointAccess } from '@vee/contract/entities/model-endpoint'

/** Who may use something, as it is chosen in a form. */
export interface AccessChoice {
  readonly access: EndpointAccess['kind']
  readonly plans: readonly PlanId[]
  readonly organizationIds: readonly string[]
  /** separated by commas */
  readonly emails: string
}

type AccessError = 'invalidEmails' | 'invalidPlans' | 'invalidTeams'

export type EndpointFieldError =
  | AccessError
  | 'invalidName'
  | 'invalidUrl'
  | 'notAllowed'
  | 'invalidModels'
  | 'invalidPrice'

/** An invalid field of the choice. */
export interface AccessProblem {
  readonly field: keyof AccessChoice
  readonly error: AccessError
}

/** Returns the fields of stored rules. */
export const choiceOf = (access: EndpointAccess): AccessChoice => ({
  access: access.kind,
  plans: access.kind === 'plans' ? access.plans : [],
  organizationIds: access.kind === 'organizations' ? access.organizationIds : [],
  emails: access.kind === 'people' ? access.emails.join(', ') : '',
})

/** Returns the rules that were chosen, or the first invalid field. */
export function accessOf({
  access,
  plans,
  organizationIds,
  emails,
}: AccessChoice): EndpointAccess | AccessProblem {
  if (access === 'organizations') {
    return organizationIds.length === 0
      ? { field: 'organizationIds', error: 'invalidTeams' }
      : { kind: access, organizationIds: [...organizationIds] }
  }
  if (access === 'plans') {
    return plans.length === 0
      ? { field: 'plans', error: 'invalidPlans' }
      : { kind: access, plans: [...plans] }
  }
  if (access !== 'people') return { kind: access }
  const list = emails.split(',').flatMap((email) => plainEmail(email) || [])
  const areValid = list.length > 0 && list.every(isEmail)
  return areValid ? { kind: access, emails: list } : { field: 'emails', error: 'invalidEmails' }
}
