import type { Locale } from '@vee/contract/entities/locale'
import type { Database } from '#db/schema.ts'
import type { Caller, Mailer } from '../accounts/index.ts'
import type { Counters } from '../money/rate-limits/counters.ts'
import type { PlanCatalogue } from '../money/plans/index.ts'
import type { ChangeEventRelay } from './change-events.ts'

export interface OrganizationsDependencies {
  readonly database: Database
  /** defaults to the counters in the database */
  readonly counters?: Counters | undefined
  /** publishes changes to the other servers; undefined for a single server */
  readonly changeEventRelay?: ChangeEventRelay | undefined
  /** undefined: this server sends no mail, and links are passed on by hand */
  readonly mailer: Mailer | undefined
  /** the URL at which users reach this server; undefined if the host did not configure it */
  readonly publicUrl: string | undefined
  readonly inviteTtlSeconds: number
  /** prices and allowances of the plans */
  readonly plans: PlanCatalogue
  /** default allowances do not limit administrators of the server */
  readonly isHost: (caller: Caller) => Promise<boolean>
  /** called with the error when a mail could not be sent; the error contains nothing of the mail */
  readonly onFailure: (failure: unknown) => void
  /** milliseconds since 1970 */
  readonly now: () => number
}

/** The caller of a request, and the origin and language for the response. */
export interface RequestContext {
  readonly caller: Caller
  /** scheme, host and port that the request was sent to, according to its headers */
  readonly origin: string
  readonly locale: Locale
}
