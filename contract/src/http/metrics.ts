import { defineCall } from './call.ts'

export const getMetrics = defineCall({
  method: 'GET',
  path: '/metrics',
  area: 'system',
  summary: 'Get metrics for Prometheus; requires METRICS_TOKEN as bearer token',
  access: 'public',
  answers: { 200: { kind: 'bytes', contentTypes: ['text/plain'] } },
  errors: ['NOT_FOUND', 'UNAUTHORIZED'],
})
