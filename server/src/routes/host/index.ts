import type { Host } from '#domain/host/index.ts'
import type { Route } from '../route.ts'
import { getHostRoute } from './get-host.ts'
import { getHostUsageRoute } from './get-host-usage.ts'
import { listHostAuditRoute } from './list-host-audit.ts'
import {
  deleteHostOrganizationRoute,
  listHostOrganizationsRoute,
  updateHostOrganizationRoute,
} from './organizations.ts'
import {
  prepareSpeechRoute,
  rotatePassphraseRoute,
  stopPreparingSpeechRoute,
  updateHostLimitsRoute,
  updateHostPlansRoute,
  updateNoticeRoute,
} from './server.ts'
import {
  deleteHostUserRoute,
  listHostUsersRoute,
  signOutHostUserRoute,
  updateHostUserRoute,
} from './users.ts'

export const hostRoutes = (host: Host): readonly Route[] => [
  getHostRoute(host),
  listHostUsersRoute(host),
  updateHostUserRoute(host),
  signOutHostUserRoute(host),
  deleteHostUserRoute(host),
  listHostOrganizationsRoute(host),
  updateHostOrganizationRoute(host),
  deleteHostOrganizationRoute(host),
  updateHostLimitsRoute(host),
  updateHostPlansRoute(host),
  rotatePassphraseRoute(host),
  prepareSpeechRoute(host),
  stopPreparingSpeechRoute(host),
  updateNoticeRoute(host),
  getHostUsageRoute(host),
  listHostAuditRoute(host),
]
