import type { HostAction } from '@vee/contract/entities/host'
import { selectHostAuditRows } from '#db/queries/host.ts'
import type { Database } from '#db/schema.ts'
import type { Caller } from '../accounts/index.ts'
import { type AuditQuestion, createLogReading, type LogPage } from '../reports/index.ts'
import type { HostAdmins } from './admins.ts'

/** The audit log of the server. Throws FORBIDDEN for callers other than operators. */
export interface HostAuditReading {
  /** Newest first. */
  audit(question: AuditQuestion<HostAction>, caller: Caller): Promise<LogPage<HostAction>>
  /** Returns all matching entries as CSV, newest first. */
  auditCsv(question: AuditQuestion<HostAction>, caller: Caller): Promise<AsyncIterable<Uint8Array>>
}

export function createHostAudit(database: Database, admins: HostAdmins): HostAuditReading {
  const log = createLogReading<HostAction>((filter) => selectHostAuditRows(database, filter))
  return {
    async audit(question, caller) {
      await admins.only(caller)
      return log.page(question)
    },
    async auditCsv(question, caller) {
      await admins.only(caller)
      return log.csv(question)
    },
  }
}
