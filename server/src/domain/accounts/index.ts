export { type Accounts, createAccounts } from './accounts.ts'
export type { Caller } from './caller.ts'
