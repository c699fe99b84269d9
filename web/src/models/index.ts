export { EndpointList } from './endpoint-list.tsx'
export { useTestSentence } from './endpoint-form.tsx'
export { EndpointManagerContext, type EndpointManager } from './manager.ts'
export { TroubleBadge } from './trouble-badge.tsx'
