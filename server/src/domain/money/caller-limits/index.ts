export { createCallerRateLimits, type CallerRateLimits } from './caller-rate-limits.ts'
