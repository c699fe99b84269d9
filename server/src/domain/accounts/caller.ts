import type { PlanId, TokenProvider, User } from '@vee/contract/entities/accounts/user'

/** The caller of a request, as determined by the identity plugin. Passed to every use case. */
export type Caller =
  | {
      readonly kind: 'visitor'
      /** `session:<X-Session-Id>`, or `anonymous` without that header; identifies the caller's data */
      readonly id: string
      readonly ip: string
    }
  | {
      readonly kind: 'global' | 'member'
      readonly id: string
      readonly ip: string
      readonly user: User
      readonly tokenProvider: TokenProvider
      /**
       * the best effective plan of the organizations whose pool the member may use; absent if none is paid
       */
      readonly seatPlanId?: PlanId
      /** the organizations whose pool the member may use; absent: none */
      readonly organizationIds?: readonly string[]
    }

/**
 * Returns the owner of a caller's data. Callers without a session id share one id and are distinguished by
 * address.
 */
export const callerKeyOf = ({ id, ip }: Caller): string => (id === 'anonymous' ? `anonymous@${ip}` : id)
