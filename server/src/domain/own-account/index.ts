export { createOwnAccount, type Farewell, type OwnAccount } from './own-account.ts'
