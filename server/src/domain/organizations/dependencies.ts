import type { Locale } from '@vee/contract/entities/locale'
import type { Database } from '#db/schema.ts'
import type { Caller, Mailer } from '../accounts/index.ts'
import type { Counters } from '../counters.ts'
import type { PlanCatalogue } from '../plans/index.ts'
import type { ChangeEventRelay } from './change-events.ts'

export interface OrganizationsDependencies {
  readonly database: Database
  /** those of the database when there are no others */
  readonly counters?: Counters | undefined
  /** where servers side by side tell each other what was changed; without it this one is alone */
  readonly newsExchange?: ChangeEventRelay | undefined
  /** undefined: this server sends no mail, and links are passed on by hand */
  readonly mailer: Mailer | undefined
  /** where people reach this server; undefined when the host did not say */
  readonly publicUrl: string | undefined
  readonly inviteTtlSeconds: number
  /** prices and allowances of the plans */
  readonly plans: PlanCatalogue
  /** told why a mail could not be sent; it holds nothing of the mail */
  readonly onFailure: (failure: unknown) => void
  /** milliseconds since 1970 */
  readonly now: () => number
}

/** Who asks, and where and how they see the answer. */
export interface Asking {
  readonly caller: Caller
  /** scheme, host and port that the request was sent to, as its headers say */
  readonly origin: string
  readonly locale: Locale
}
