export {
  awaitsHost,
  createServiceStatus,
  hasPlans,
  isModelThere,
  type ServiceStatus,
} from './service-status.ts'
export { ServiceBadge } from './service-badge.tsx'
export { statusNotice } from './status-notice.tsx'
