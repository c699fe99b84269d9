import { getScimConfig, listScimResourceTypes, listScimSchemas } from '@vee/contract/http/scim'
import { scimConfig, scimResourceTypes, scimSchemas } from '#domain/provisioning/index.ts'
import { json, route } from '../route.ts'

const baseOf = (publicUrl: string | undefined, origin: string) => `${publicUrl ?? origin}/api/scim/v2`

export const getScimConfigRoute = (publicUrl: string | undefined) =>
  route(getScimConfig, ({ origin }) => json(scimConfig(baseOf(publicUrl, origin))))

export const listScimResourceTypesRoute = (publicUrl: string | undefined) =>
  route(listScimResourceTypes, ({ origin }) => json(scimResourceTypes(baseOf(publicUrl, origin))))

export const listScimSchemasRoute = (publicUrl: string | undefined) =>
  route(listScimSchemas, ({ origin }) => json(scimSchemas(baseOf(publicUrl, origin))))
