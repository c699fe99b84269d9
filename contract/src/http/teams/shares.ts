import { z } from 'zod'
import { shareRight } from '../../entities/teams/share-right.ts'
import { type Endpoint, defineEndpoint } from '../endpoint.ts'
import { opaqueId } from '../chat.ts'

const access = 'signed-in'
const errors = ['UNAUTHORIZED', 'SESSION_EXPIRED', 'FORBIDDEN', 'NOT_FOUND'] as const

const share = z.object({
  organization: z.object({ id: z.string(), name: z.string() }),
  /** members to share with; viewers can only use what is shared */
  right: shareRight,
  createdAt: z.string(),
})
export type Share = z.infer<typeof share>

/** The endpoints with which an owner shares something inside organizations. */
const callsAt = (tag: string, path: '/meetings' | '/agents' | '/projects', thing: string) => ({
  list: defineEndpoint({
    method: 'GET',
    path: `${path}/{id}/shares`,
    tag,
    summary: `List the organizations with which ${thing} is shared`,
    access,
    params: z.object({ id: opaqueId.max(200) }),
    responses: { 200: { kind: 'json', schema: z.object({ shares: z.array(share) }) } },
    errors,
  }),
  share: defineEndpoint({
    method: 'PUT',
    path: `${path}/{id}/shares/{organizationId}`,
    tag,
    summary: `Share ${thing} with an organization, or change the members' permission`,
    access,
    params: z.object({ id: opaqueId.max(200), organizationId: opaqueId.max(200) }),
    body: { kind: 'json', schema: z.object({ right: shareRight }) },
    responses: { 200: { kind: 'json', schema: share } },
    errors,
  }),
  stop: defineEndpoint({
    method: 'DELETE',
    path: `${path}/{id}/shares/{organizationId}`,
    tag,
    summary: `Stop sharing ${thing} with an organization; its members lose access at once`,
    access,
    params: z.object({ id: opaqueId.max(200), organizationId: opaqueId.max(200) }),
    responses: { 204: { kind: 'empty' } },
    errors,
  }),
})

export const meetingShares = callsAt('meetings', '/meetings', 'a meeting')
export const agentShares = callsAt('agents', '/agents', 'an agent')

export const projectShares = callsAt('projects', '/projects', 'a project')

export const SHARE_CALLS: readonly Endpoint[] = [meetingShares, agentShares, projectShares].flatMap(
  ({ list, share, stop }) => [list, share, stop],
)
