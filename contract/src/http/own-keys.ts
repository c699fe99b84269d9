import { z } from 'zod'
import { endpointTest } from '../entities/model-endpoint.ts'
import { OWN_KEY_VENDORS } from '../entities/own-key-vendors.ts'
import { type Endpoint, defineEndpoint } from './endpoint.ts'

const tag = 'models'
const vendor = z.enum(OWN_KEY_VENDORS)

export const listOwnKeyVendors = defineEndpoint({
  method: 'GET',
  path: '/own-keys/vendors',
  tag,
  summary:
    "List the vendors for which this server accepts a person's own key, in the order in which keys are used",
  access: 'public',
  responses: { 200: { kind: 'json', schema: z.object({ vendors: z.array(vendor) }) } },
  errors: ['SESSION_EXPIRED'],
})

export const testOwnKey = defineEndpoint({
  method: 'POST',
  path: '/own-keys/test',
  tag,
  summary:
    "Request the list of models and one short reply with the caller's own key, which is sent in the vendor's header (X-Own-Key-Groq) and neither stored nor logged; at most 60 an hour",
  access: 'signed-in',
  acceptsOwnKeys: true,
  body: { kind: 'json', schema: z.object({ vendor }) },
  responses: { 200: { kind: 'json', schema: endpointTest } },
  errors: ['UNAUTHORIZED', 'SESSION_EXPIRED', 'RATE_LIMITED'],
})

export const OWN_KEY_CALLS: readonly Endpoint[] = [listOwnKeyVendors, testOwnKey]
