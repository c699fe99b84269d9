import { defineCall } from './call.ts'

export const getMetrics = defineCall({
  method: 'GET',
  path: '/metrics',
  area: 'system',
  summary: 'Figures for Prometheus; only where the host has set METRICS_TOKEN, and with it as bearer',
  access: 'public',
  answers: { 200: { kind: 'bytes', contentTypes: ['text/plain'] } },
  errors: ['NOT_FOUND', 'UNAUTHORIZED'],
})
