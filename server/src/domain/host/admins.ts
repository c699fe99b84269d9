import { findAccounts, firstAccountId, isEmailProven } from '#db/queries/host.ts'
import type { Database } from '#db/schema.ts'
import type { Caller } from '../accounts/index.ts'
import { DomainError } from '../errors/domain-error.ts'

export interface AdminsDependencies {
  readonly database: Database
  /** email addresses of operators in the form of `plainEmail`; empty: the owner of the first account */
  readonly hostAdmins: readonly string[]
  /** whether users can verify their address here, by mail or by an identity provider */
  readonly canProveEmails: boolean
  /** milliseconds since 1970 */
  readonly now: () => number
}

/** An operator of this server. */
export interface HostAdmin {
  readonly id: string
  readonly email: string
}

/** The operators of this server. */
export interface HostAdmins {
  isHost(caller: Caller): Promise<boolean>
  isHostAccount(admin: HostAdmin): Promise<boolean>
  /** Returns true until the first account is created, if its owner becomes the operator. */
  awaitsFirstAccount(): Promise<boolean>
  /** Returns the email addresses that mail for the operators goes to: of existing, verified accounts. */
  addresses(): Promise<readonly string[]>
  /** Throws FORBIDDEN for other callers. */
  only(caller: Caller): Promise<HostAdmin>
}

/**
 * An address can be registered by anyone, so an address of the settings counts once it is verified, if this
 * server can verify addresses.
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
    async awaitsFirstAccount() {
      return hostAdmins.length === 0 && (await firstAccountId(database, now())) === undefined
    },
    async addresses() {
      const accounts =
        hostAdmins.length > 0
          ? await findAccounts(database, { emails: hostAdmins })
          : await findAccounts(database, { id: (await firstAccountId(database, now())) ?? '' })
      const areHosts = await Promise.all(accounts.map(isHostAccount))
      return accounts.filter((_, index) => areHosts[index]).map(({ email }) => email)
    },
    async only(caller) {
      const account = accountOf(caller)
      if (account && (await isHostAccount(account))) return account
      throw new DomainError('FORBIDDEN', 'Only administrators of this server have access.', {
        details: { reason: 'host-only' },
      })
    },
  }
}

const accountOf = (caller: Caller): HostAdmin | undefined =>
  caller.kind === 'member' ? { id: caller.id, email: caller.user.email ?? '' } : undefined
