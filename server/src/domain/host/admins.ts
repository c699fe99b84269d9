import { firstAccountId, isEmailProven } from '#db/queries/host.ts'
import type { Database } from '#db/schema.ts'
import type { Caller } from '../accounts/index.ts'
import { DomainError } from '../domain-error.ts'

export interface AdminsDependencies {
  readonly database: Database
  /** whose accounts run this server, as `plainEmail` writes them; none: the first account's owner does */
  readonly hostAdmins: readonly string[]
  /** whether people can prove here that an address is theirs, by mail or by signing in elsewhere */
  readonly canProveEmails: boolean
  /** milliseconds since 1970 */
  readonly now: () => number
}

/** Somebody who runs this server. */
export interface HostAdmin {
  readonly id: string
  readonly email: string
}

/** Who runs this server. */
export interface HostAdmins {
  isHost(caller: Caller): Promise<boolean>
  isHostAccount(account: HostAdmin): Promise<boolean>
  /** Refuses everybody else with FORBIDDEN. */
  only(caller: Caller): Promise<HostAdmin>
}

/**
 * Anybody can register an address that is not theirs, so one that is named in the settings counts once it is proven, as far
 * as anything can be proven on this server.
 */
export function createHostAdmins(dependencies: AdminsDependencies): HostAdmins {
  const { database, hostAdmins, canProveEmails, now } = dependencies
  const isHostAccount = async ({ id, email }: HostAdmin) => {
    if (hostAdmins.length === 0) return (await firstAccountId(database, now())) === id
    return hostAdmins.includes(email) && (!canProveEmails || (await isEmailProven(database, id)))
  }
  return {
    isHostAccount,
    async isHost(caller) {
      const account = accountOf(caller)
      return account !== undefined && isHostAccount(account)
    },
    async only(caller) {
      const account = accountOf(caller)
      if (account && (await isHostAccount(account))) return account
      throw new DomainError('FORBIDDEN', 'This is for whoever runs this server.', {
        details: { reason: 'host-only' },
      })
    },
  }
}

const accountOf = (caller: Caller): HostAdmin | undefined =>
  caller.kind === 'member' ? { id: caller.id, email: caller.user.email ?? '' } : undefined
