import type { Scim } from '#domain/provisioning/index.ts'
import type { Route } from '../route.ts'
import {
  getScimConfigRoute,
  getScimResourceTypeRoute,
  getScimSchemaRoute,
  listScimResourceTypesRoute,
  listScimSchemasRoute,
} from './discovery.ts'
import {
  createScimUserRoute,
  deleteScimUserRoute,
  getScimUserRoute,
  listScimGroupsRoute,
  listScimUsersRoute,
  patchScimUserRoute,
  replaceScimUserRoute,
} from './users.ts'

export const scimRoutes = (scim: Scim, publicUrl: string | undefined): readonly Route[] => [
  listScimUsersRoute(scim),
  createScimUserRoute(scim),
  getScimUserRoute(scim),
  replaceScimUserRoute(scim),
  patchScimUserRoute(scim),
  deleteScimUserRoute(scim),
  listScimGroupsRoute(scim),
  getScimConfigRoute(publicUrl),
  listScimResourceTypesRoute(publicUrl),
  getScimResourceTypeRoute(publicUrl),
  listScimSchemasRoute(publicUrl),
  getScimSchemaRoute(publicUrl),
]
