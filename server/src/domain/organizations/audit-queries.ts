import type { AuditAction } from '@vee/contract/entities/teams/organization'
import { selectAuditRows } from '#db/queries/organizations/organization-audit.ts'
import { type AuditQuestion, createLogReading, type LogPage } from '../reports/index.ts'
import type { RequestContext, OrganizationsDependencies } from './dependencies.ts'
import { memberAccessIn } from './member-access.ts'

/** Reads the audit log of an organization. */
export interface AuditQueries {
  /** Returns a page of entries, newest first. Throws FORBIDDEN or NOT_FOUND. */
  audit(
    id: string,
    question: AuditQuestion<AuditAction>,
    context: RequestContext,
  ): Promise<LogPage<AuditAction>>
  /**
   * Returns all matching entries as lines of CSV, newest first. Throws FORBIDDEN or NOT_FOUND before the
   * first line.
   */
  auditCsv(
    id: string,
    question: AuditQuestion<AuditAction>,
    context: RequestContext,
  ): Promise<AsyncIterable<Uint8Array>>
}

export function createAuditQueries({ database }: OrganizationsDependencies): AuditQueries {
  const logOf = (id: string) =>
    createLogReading<AuditAction>((filter) => selectAuditRows(database, id, filter))
  return {
    async audit(id, question, { caller }) {
      await memberAccessIn(database, caller, id, 'admin')
      return logOf(id).page(question)
    },

    async auditCsv(id, question, { caller }) {
      await memberAccessIn(database, caller, id, 'admin')
      return logOf(id).csv(question)
    },
  }
}
