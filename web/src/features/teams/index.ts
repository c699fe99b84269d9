export { InviteAcceptanceScreen } from './invite-acceptance.tsx'
export { TeamsSection } from './teams-section.tsx'
