import type { PlanId, TokenProvider, User } from '@vee/contract/entities/accounts/user'
import { timeZoneOf, UTC } from '@vee/contract/time/time-zone'
import { DomainError } from '../errors/domain-error.ts'

/** What a request says of its caller, besides who it is. */
interface Circumstances {
  readonly ip: string
  /** canonical IANA name of the zone in which the caller's day begins; absent: UTC */
  readonly timeZone?: string
}

/** The caller of a request, as determined by the identity plugin. Passed to every use case. */
export type Caller =
  | (Circumstances & {
      readonly kind: 'visitor'
      /** `session:<X-Session-Id>`, or `anonymous` without that header; identifies the caller's data */
      readonly id: string
    })
  | (Circumstances & {
      readonly kind: 'passphrase' | 'member'
      readonly id: string
      readonly user: User
      readonly tokenProvider: TokenProvider
      /**
       * the best effective plan of the organizations whose pool the member may use; absent if none is paid
       */
      readonly seatPlanId?: PlanId
      /** the organizations whose pool the member may use; absent: none */
      readonly organizationIds?: readonly string[]
    })

/** Returns the tier of a caller, as the API and the ledger name it: `global` for holders of the passphrase. */
export const tierOf = ({ kind }: Caller): 'visitor' | 'global' | 'member' =>
  kind === 'passphrase' ? 'global' : kind

/** Returns the caller in the time zone that a request names; unchanged if it names none. */
export const inTimeZone = (caller: Caller, name: unknown): Caller =>
  typeof name === 'string' ? { ...caller, timeZone: timeZoneOf(name) } : caller

/** Returns the canonical IANA name of the caller's time zone. */
export const timeZoneOfCaller = ({ timeZone = UTC }: Caller): string => timeZone

/**
 * Returns the owner of a caller's data. Callers without a session id share one id and are distinguished by
 * address.
 */
export const callerKeyOf = ({ id, ip }: Caller): string => (id === 'anonymous' ? `anonymous@${ip}` : id)

/**
 * Returns the id of a member. Throws FORBIDDEN, with a message that says what takes a personal account, for visitors and holders of the
 * passphrase.
 */
export function memberIdOf(caller: Caller, message: string): string {
  if (caller.kind === 'member') return caller.id
  throw new DomainError('FORBIDDEN', message)
}
