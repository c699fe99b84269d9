export { Presence, type PresenceProps } from './presence.tsx'
