export { type Accounts, type AccountsDependencies, createAccounts } from './accounts.ts'
export type { Caller } from './caller.ts'
