import { SCIM_LIST, SCIM_USER } from '@vee/contract/entities/accounts/scim'

// The server's own description (RFC 7643, sections 5 to 7).

const CONFIG = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'
const RESOURCE_TYPE = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType'
const SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Schema'

const no = { supported: false }

export const scimConfig = (base: string) => ({
  schemas: [CONFIG],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: 100 },
  changePassword: no,
  sort: no,
  etag: no,
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'The token that an admin of the organization makes in its settings',
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})

const listing = <R extends object>(resources: readonly R[]) => ({
  schemas: [SCIM_LIST],
  totalResults: resources.length,
  startIndex: 1,
  itemsPerPage: resources.length,
  Resources: resources,
})

export const scimResourceTypes = (base: string) =>
  listing([
    {
      schemas: [RESOURCE_TYPE],
      id: 'User',
      name: 'User',
      endpoint: '/Users',
      description: 'Members of the organization',
      schema: SCIM_USER,
      meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/User` },
    },
  ])

const attribute = (name: string, more: object = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})

export const scimSchemas = (base: string) =>
  listing([
    {
      schemas: [SCHEMA],
      id: SCIM_USER,
      name: 'User',
      description: 'A member of the organization',
      attributes: [
        attribute('userName', { required: true, mutability: 'immutable', uniqueness: 'server' }),
        attribute('name', {
          type: 'complex',
          subAttributes: [attribute('givenName'), attribute('familyName')],
        }),
        attribute('displayName'),
        attribute('active', { type: 'boolean' }),
        attribute('emails', {
          type: 'complex',
          multiValued: true,
          mutability: 'readOnly',
          subAttributes: [
            attribute('value', { mutability: 'readOnly' }),
            attribute('type', { mutability: 'readOnly' }),
            attribute('primary', { type: 'boolean', mutability: 'readOnly' }),
          ],
        }),
      ],
      meta: { resourceType: 'Schema', location: `${base}/Schemas/${SCIM_USER}` },
    },
  ])
