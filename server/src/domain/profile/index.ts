export { createProfile, type Profile } from './profile.ts'
