import type { Organizations } from '#domain/organizations/index.ts'
import type { Route } from '../route.ts'
import { acceptInviteRoute } from './accept-invite.ts'
import { activateOrganizationRoute } from './activate-organization.ts'
import { createInviteRoute } from './create-invite.ts'
import { createOrganizationRoute } from './create-organization.ts'
import { deleteOrganizationRoute } from './delete-organization.ts'
import { membershipsRoutes } from './get-memberships.ts'
import { getTeamUsageRoute } from './get-team-usage.ts'
import { leaveOrganizationRoute } from './leave-organization.ts'
import { listAuditRoute } from './list-audit.ts'
import { listOrganizationsRoute } from './list-organizations.ts'
import { removeMemberRoute } from './remove-member.ts'
import { resendInviteRoute } from './resend-invite.ts'
import { revokeInviteRoute } from './revoke-invite.ts'
import { updateMemberRoute } from './update-member.ts'
import { updateOrganizationRoute } from './update-organization.ts'

export const organizationRoutes = (organizations: Organizations): readonly Route[] => [
  listOrganizationsRoute(organizations),
  ...membershipsRoutes(organizations),
  createOrganizationRoute(organizations),
  activateOrganizationRoute(organizations),
  updateOrganizationRoute(organizations),
  deleteOrganizationRoute(organizations),
  createInviteRoute(organizations),
  resendInviteRoute(organizations),
  revokeInviteRoute(organizations),
  updateMemberRoute(organizations),
  removeMemberRoute(organizations),
  leaveOrganizationRoute(organizations),
  acceptInviteRoute(organizations),
  listAuditRoute(organizations),
  getTeamUsageRoute(organizations),
]
