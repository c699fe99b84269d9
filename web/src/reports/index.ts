export { AuditTable } from './audit-table.tsx'
export { ReportFilters } from './report-filters.tsx'
