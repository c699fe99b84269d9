import type { PlanId, TokenProvider, User } from '@vee/contract/entities/user'

/** Who asks, as the identity plugin found out. Every use case takes one. */
export type Caller =
  | {
      readonly kind: 'visitor'
      /** `session:<X-Session-Id>`, or `anonymous` without that header; keys the caller's own things */
      readonly id: string
      readonly ip: string
    }
  | {
      readonly kind: 'global' | 'member'
      readonly id: string
      readonly ip: string
      readonly user: User
      readonly tokenProvider: TokenProvider
      /** the best plan in force of the organizations in which they may spend; absent when none is paid for */
      readonly seatPlanId?: PlanId
    }

/** Whose a caller's things are. Callers without a session id all have one id; their address keeps them apart. */
export const ownerOf = ({ id, ip }: Caller): string => (id === 'anonymous' ? `anonymous@${ip}` : id)
