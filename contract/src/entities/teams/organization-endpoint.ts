import { z } from 'zod'
import { modelEndpoint, modelEndpointDraft, modelName } from '../model-endpoint.ts'
import { MAX_ORGANIZATION_ENDPOINT_MODELS } from './organization-limits.ts'

/** Fields that only the host's endpoints have: an organization's are for its members, and generate text. */
const HOST_ONLY = { access: true, transcriptionModel: true, speechModel: true } as const

/** The editable part of an endpoint of language models that an organization brings. */
export const organizationEndpointDraft = modelEndpointDraft.omit(HOST_ONLY).extend({
  /** models to offer, the preferred one first; empty: every model that the endpoint lists */
  models: z.array(modelName).max(MAX_ORGANIZATION_ENDPOINT_MODELS),
})
export type OrganizationEndpointDraft = z.infer<typeof organizationEndpointDraft>

/** An organization's endpoint as returned to its admins. Its key and the values of its headers are never returned. */
export const organizationEndpoint = modelEndpoint.omit(HOST_ONLY)
export type OrganizationEndpoint = z.infer<typeof organizationEndpoint>
