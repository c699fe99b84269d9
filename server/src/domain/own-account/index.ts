export { createOwnAccount, type OwnAccount } from './own-account.ts'
