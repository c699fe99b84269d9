import { defineEndpoint } from './endpoint.ts'

export const getMetrics = defineEndpoint({
  method: 'GET',
  path: '/metrics',
  tag: 'system',
  summary: 'Get metrics for Prometheus; requires METRICS_TOKEN as bearer token',
  access: 'public',
  responses: { 200: { kind: 'bytes', contentTypes: ['text/plain'] } },
  errors: ['NOT_FOUND', 'UNAUTHORIZED'],
})
