export { Presence } from './presence.tsx'
