export {
  type Act,
  actId,
  actRow,
  type AuditQuestion,
  createLogReading,
  type LogPage,
  partOf,
} from './acts.ts'
export { dayOf, periodOf, presentUse, usageLines } from './usage.ts'
