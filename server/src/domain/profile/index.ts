export { type AccountArchive, createAccountArchive } from './archive/account-archive.ts'
export { createProfile, type Profile } from './profile.ts'
