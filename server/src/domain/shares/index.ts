export { createShares, type Shares } from './shares.ts'
