export {
  type LoggedAction,
  auditRow,
  type AuditQuestion,
  createLogReading,
  type LogPage,
  partOf,
} from './audit-log.ts'
export { utcDayOf, periodOf, presentUse, usageLines } from './usage.ts'
