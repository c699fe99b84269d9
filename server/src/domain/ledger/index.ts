export { createLedger, type Ledger, type Reservation } from './ledger.ts'
export { ownPools } from './pools.ts'
