export { GlobalAccess } from './global-access.tsx'
export { isOutsideReturn, OutsideReturn } from './outside-return.tsx'
export { PersonalAccount } from './personal-account.tsx'
export { ResetPassword } from './reset-password.tsx'
