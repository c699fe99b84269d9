export { createLimits, type Limits } from './limits.ts'
export { networkOf } from './network.ts'
