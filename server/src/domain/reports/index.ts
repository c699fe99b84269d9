export { type Act, actRow, type AuditQuestion, createLogReading, type LogPage, partOf } from './acts.ts'
export { utcDayOf, periodOf, presentUse, usageLines } from './usage.ts'
