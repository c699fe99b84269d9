import { deleteSharedSessions, inHost, storeHostSetting } from '#db/queries/host.ts'
import { SHARED_SESSIONS, publishChange } from '#db/change-events.ts'
import type { Database } from '#db/schema.ts'
import { type Caller, newPassphrase, rotatedAt, rotationTo } from '../accounts/index.ts'
import { DomainError } from '../errors/domain-error.ts'
import type { HostAdmins } from './admins.ts'
import { recordHostAct } from './record.ts'

interface PassphraseDependencies {
  readonly database: Database
  /** the configured passphrase; undefined: shared access is off */
  readonly passphrase: string | undefined
  /** milliseconds since 1970 */
  readonly now: () => number
}

export interface HostPassphrase {
  passphraseState(): Promise<{ readonly isOn: boolean; readonly rotatedAt: string | null }>
  /**
   * Creates another passphrase, returned this once, and ends all sessions of the old one. Throws FORBIDDEN or
   * GLOBAL_ACCESS_DISABLED.
   */
  rotatePassphrase(caller: Caller): Promise<{ passphrase: string; rotatedAt: string }>
}

export function createHostPassphrase(
  { database, passphrase: configured, now }: PassphraseDependencies,
  admins: HostAdmins,
): HostPassphrase {
  return {
    async passphraseState() {
      const rotatedMs = configured === undefined ? undefined : await rotatedAt(database, configured)
      return {
        isOn: configured !== undefined,
        rotatedAt: rotatedMs === undefined ? null : new Date(rotatedMs).toISOString(),
      }
    },

    async rotatePassphrase(caller) {
      const host = await admins.only(caller)
      if (configured === undefined) {
        throw new DomainError(
          'GLOBAL_ACCESS_DISABLED',
          'Signing in with a passphrase is turned off on this server.',
        )
      }
      const passphrase = newPassphrase()
      const rotation = await rotationTo(passphrase, configured)
      const nowMs = now()
      await inHost(database, async (transaction) => {
        await storeHostSetting(transaction, 'passphrase', JSON.stringify(rotation), nowMs)
        await deleteSharedSessions(transaction)
        await recordHostAct(transaction, host, nowMs, { action: 'passphrase.rotated', target: '' })
      })
      publishChange(database, SHARED_SESSIONS)
      return { passphrase, rotatedAt: new Date(nowMs).toISOString() }
    },
  }
}
